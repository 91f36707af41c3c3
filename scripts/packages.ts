import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package of the lockfile. `place` is its folder, below which it looks for its own. */
export type Package = {
  place: string
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
const locked: Record<string, Locked> = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Licences that five packages of ours state in their old `licenses` or in their text only. */
const stated: Record<string, string> = {
  busboy: 'MIT',
  dicer: 'MIT',
  streamsearch: 'MIT',
  'humanize-number': 'MIT',
  only: 'MIT',
}

/** Every package that the lockfile names. */
export const everyPackage: Package[] = Object.keys(locked).filter(Boolean).map(describe)

/** What the server needs to run, on any system. */
export const ofTheServer: Package[] = everyPackage.filter(({ place }) => !locked[place]?.dev)

/** What is built into the pages that a browser gets, with what that brings along. */
export function ofThePages(): Package[] {
  const places = new Set(imported(join(root, 'web/src')).map(name => find('', name)))
  for (const place of places) {
    for (const name of Object.keys(locked[place]?.dependencies ?? {})) places.add(find(place, name))
  }
  return [...places].map(describe)
}

function describe(place: string): Package {
  const { version, license, integrity, resolved, link, hasInstallScript } = locked[place] as Locked
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const licence = (license ?? stated[name] ?? 'unknown').replace('MPL 2.0', 'MPL-2.0')
  return { place, name, version, licence, integrity, resolved, link, hasInstallScript }
}

/** The packages that the sources in a folder import by name, tests aside. */
function imported(folder: string): string[] {
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(path => /(?<!\.test)\.tsx?$/.test(path))
  const specifiers = sources.flatMap(path => [...readFileSync(join(folder, path), 'utf8').matchAll(/\b(?:from|import) '([^'.#][^']*)'/g)])
  return [...new Set(specifiers.map(([, specifier = '']) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier))]
}

/** Where a package finds another, as Node looks for it: in its own folder, then in those around it. */
function find(from: string, name: string): string {
  const place = `${from && `${from}/`}node_modules/${name}`
  if (locked[place]) return place
  if (from === '') throw new Error(`package-lock.json has no ${name}`)
  return find(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
}
