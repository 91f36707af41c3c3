import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imports, isTest, packages, root } from './source-imports.ts'

// contract ← platform ← features ← app, and contract ← ui ←
// features ← app: each may import what is left of it.

const inside = (folder: string) => (path: string) => path.startsWith(folder)
const serverFeature = (path: string) =>
  /^server\/(?!app|platform|testing|commands|migrations)[^/]+\//.test(path)
const webFeature = (path: string) =>
  /^web\/src\/(?!app|ui|data|browser|messages|navigation)[^/]+\//.test(path)
const serverApp = (path: string) => /^server\/(app|commands)\//.test(path)
const webApp = inside('web/src/app/')
/** The contract's modules that belong to no feature. */
const commonContract =
  /^contract\/(text\/[a-z]+|actor|done|errors|fields|issues|limits|paging|paths|retention|route)\.ts$/

/** Files that match `importer` must not import files that match `imported`. */
const rules: {
  rule: string
  importer: (path: string) => boolean
  imported: (path: string, from: string) => boolean
}[] = [
  {
    rule: 'the contract is pure: it imports itself and zod',
    importer: path => path.startsWith('contract/') && !isTest(path),
    imported: path => !path.startsWith('contract/') && !path.startsWith(`${packages}zod`),
  },
  {
    rule: 'the platform imports no feature',
    importer: path => path.startsWith('server/platform/') && !isTest(path),
    imported: path => path.startsWith('server/') && !path.startsWith('server/platform/'),
  },
  {
    rule: 'the platform imports no contract of a feature',
    importer: path => path.startsWith('server/platform/') && !isTest(path),
    imported: path => path.startsWith('contract/') && !commonContract.test(path),
  },
  {
    rule: 'a feature of the server does not import the app',
    importer: path => serverFeature(path) && !isTest(path),
    imported: serverApp,
  },
  {
    rule: 'test helpers are imported by tests only',
    importer: path => /^server\/(?!testing\/)/.test(path) && !isTest(path),
    imported: inside('server/testing/'),
  },
  {
    rule: 'the server does not import the web',
    importer: inside('server/'),
    imported: inside('web/'),
  },
  {
    rule: 'the web does not import the server',
    importer: inside('web/'),
    imported: inside('server/'),
  },
  {
    rule: 'the web runs in a browser, without the modules of Node',
    importer: path => path.startsWith('web/src/') && !isTest(path),
    imported: inside(`${packages}node:`),
  },
  {
    rule: 'the ui imports no feature and no app',
    importer: path => /^web\/src\/(ui|data|browser|messages|navigation)\//.test(path),
    imported: path => webFeature(path) || webApp(path),
  },
  {
    rule: 'a feature of the web does not import the app',
    importer: webFeature,
    imported: webApp,
  },
]

test.each(rules)('$rule', ({ importer, imported }) => {
  expect(
    imports
      .filter(({ from, to }) => importer(from) && imported(to, from))
      .map(({ from, to }) => `${from} imports ${to}`),
  ).toEqual([])
})

test('every relative import resolves to a file, so that no rule passes because its files were not found', () => {
  expect(
    imports.filter(({ to }) => !to.startsWith(packages) && !existsSync(join(root, to))),
  ).toEqual([])
})
