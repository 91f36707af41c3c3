import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { expect, test } from 'vitest'

// contract ← platform ← features ← app, and contract ← ui ← features ← shell: each may import what stands left of it.

const root = join(import.meta.dirname, '..')
const { imports: aliases } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const packages = 'node_modules/'

type Import = { from: string; to: string }
const imports: Import[] = ['contract', 'server', 'web', 'scripts', 'quality', 'e2e']
  .flatMap(folder => sources(folder))
  .flatMap(from => specifiers(from).map(specifier => ({ from, to: resolve(from, specifier) })))

const isTest = (path: string) => /\.test\.tsx?$/.test(path)
const inside = (folder: string) => (path: string) => path.startsWith(folder)
const serverFeature = (path: string) => /^server\/(?!platform|testing|commands|migrations)[^/]+\//.test(path)
const webFeature = (path: string) => /^web\/src\/(?!ui|shell)[^/]+\//.test(path)
const serverApp = (path: string) => /^server\/(app|main|reactions)\.ts$/.test(path) || path.startsWith('server/commands/')
const webApp = (path: string) => /^web\/src\/(main|routes)\.tsx$/.test(path)

/** `who` may not import `what`. */
const laws: { law: string; who: (path: string) => boolean; what: (path: string, from: string) => boolean }[] = [
  {
    law: 'the contract is pure: it imports itself and zod',
    who: path => path.startsWith('contract/') && !isTest(path),
    what: path => !path.startsWith('contract/') && !path.startsWith(`${packages}zod`),
  },
  {
    law: 'the platform knows no feature',
    who: path => path.startsWith('server/platform/') && !isTest(path),
    what: path => path.startsWith('server/') && !path.startsWith('server/platform/'),
  },
  {
    law: 'a feature of the server does not know the app it is part of',
    who: path => serverFeature(path) && !isTest(path),
    what: serverApp,
  },
  {
    law: 'what is there for tests stays with the tests',
    who: path => path.startsWith('server/') && !isTest(path) && !/(testing|sandbox)/.test(path),
    what: inside('server/testing/'),
  },
  { law: 'the server does not import the web', who: inside('server/'), what: inside('web/') },
  { law: 'the web does not import the server', who: inside('web/'), what: inside('server/') },
  {
    law: 'the web runs in a browser, without the modules of Node',
    who: path => path.startsWith('web/src/') && !isTest(path),
    what: inside(`${packages}node:`),
  },
  {
    law: 'the ui knows no feature and no shell',
    who: inside('web/src/ui/'),
    what: path => webFeature(path) || webApp(path) || path.startsWith('web/src/shell/'),
  },
  {
    law: 'a feature of the web does not know the shell around it',
    who: webFeature,
    what: path => webApp(path) || path.startsWith('web/src/shell/'),
  },
]

test.each(laws)('$law', ({ who, what }) => {
  expect(imports.filter(({ from, to }) => who(from) && what(to, from)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test('every relative import was found, so that no law is kept by not looking', () => {
  expect(imports.filter(({ to }) => !to.startsWith(packages) && !existsSync(join(root, to)))).toEqual([])
})

function sources(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !/(^|\/)(dist|node_modules)\//.test(path))
    .map(path => `${folder}/${path}`)
}

function specifiers(file: string) {
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(/^\s*(?:import|export)\b[^'"`;]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, from, bare, lazy]) => from ?? bare ?? lazy ?? '',
  )
}

function resolve(from: string, specifier: string) {
  if (specifier.startsWith('.')) return normalize(join(from, '..', specifier.replace(/\?.*$/, '')))
  const alias = Object.keys(aliases).find(key => specifier.startsWith(key.replace('*', '')))
  if (!alias) return `${packages}${specifier}`
  return normalize(specifier.replace(alias.replace('*', ''), aliases[alias].replace('*', '')))
}
