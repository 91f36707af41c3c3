import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'

export const root = join(import.meta.dirname, '..')
const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
/** What an import of a package resolves to: this, and its name. */
export const packages = 'node_modules/'

/** Paths relative to the repository's root. */
export type Import = { from: string; to: string }

/** Every import of every TypeScript file of the repository. */
export const imports: Import[] = ['contract', 'server', 'web', 'scripts', 'quality', 'e2e']
  .flatMap(folder => sources(folder))
  .flatMap(from => specifiers(from).map(specifier => ({ from, to: resolve(from, specifier) })))

export const isTest = (path: string) => /\.test\.tsx?$/.test(path)

function sources(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path))
    .map(path => `${folder}/${path}`)
}

function specifiers(file: string) {
  const source = readFileSync(join(root, file), 'utf8')
  return [
    ...source.matchAll(
      /^\s*(?:import|export)\b[^'"`;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm,
    ),
  ].map(([, from, bare, lazy]) => from ?? bare ?? lazy ?? '')
}

function resolve(from: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(from, '..', specifier.replace(/\?.*$/, '')))
  const alias = Object.keys(aliases).find(key => specifier.startsWith(key.replace('*', '')))
  if (!alias) return `${packages}${specifier}`
  return normalize(specifier.replace(alias.replace('*', ''), aliases[alias].replace('*', '')))
}
