import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type Package = {
  path: string
  name: string
  version: string
  licence: string
  integrity: string | undefined
  resolved: string | undefined
  link: boolean | undefined
  hasInstallScript: boolean | undefined
}

type Locked = {
  version: string
  license?: string
  integrity?: string
  resolved?: string
  link?: boolean
  hasInstallScript?: boolean
  dev?: boolean
  dependencies?: Record<string, string>
}

const root = join(import.meta.dirname, '..')
const locked: Record<string, Locked> = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
).packages

/** Three packages state their licence in the obsolete `licenses` field or in their text only. */
const statedLicences: Record<string, string> = {
  busboy: 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'MIT',
}

export const allPackages: Package[] = Object.keys(locked).filter(Boolean).map(describe)

export const serverPackages: Package[] = allPackages.filter(({ path }) => !locked[path]?.dev)

export function listWebPackages(): Package[] {
  const paths = new Set(listImports(join(root, 'web/src')).map(name => resolvePackage('', name)))
  for (const path of paths) {
    for (const name of Object.keys(locked[path]?.dependencies ?? {}))
      paths.add(resolvePackage(path, name))
  }
  return [...paths].map(describe)
}

function describe(path: string): Package {
  const { version, license, integrity, resolved, link, hasInstallScript } = locked[path] as Locked
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const licence = (license ?? statedLicences[name] ?? 'unknown').replace('MPL 2.0', 'MPL-2.0')
  return { path, name, version, licence, integrity, resolved, link, hasInstallScript }
}

function listImports(folder: string): string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path =>
    /(?<!\.test)\.tsx?$/.test(path),
  )
  const specifiers = sources.flatMap(path => [
    ...readFileSync(join(folder, path), 'utf8').matchAll(/\b(?:from|import) '([^'.#][^']*)'/g),
  ])
  return [
    ...new Set(
      specifiers.map(([, specifier = '']) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier),
    ),
  ]
}

/** The lockfile path of `name` as required from `from`:
 * Node's lookup, from the innermost node_modules outwards. */
function resolvePackage(from: string, name: string): string {
  const path = `${from && `${from}/`}node_modules/${name}`
  if (locked[path]) return path
  if (from === '') throw new Error(`package-lock.json has no ${name}`)
  return resolvePackage(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}
