import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { imports, isTest, packages, root } from './source-imports.ts'

// contract ← platform ← features ← app, and contract ← ui ← features ← app: each may import what is left of it.

const inside = (folder: string) => (path: string) => path.startsWith(folder)
const serverFeature = (path: string) => /^server\/(?!app|platform|testing|commands|migrations)[^/]+\//.test(path)
const webFeature = (path: string) => /^web\/src\/(?!app|ui|data|browser|navigation)[^/]+\//.test(path)
const serverApp = (path: string) => /^server\/(app|commands)\//.test(path)
const webApp = inside('web/src/app/')
/** The contract's modules that belong to no feature. */
const commonContract = /^contract\/(actor|direction|done|errors|fields|hosts|messages|paging|retention|route|turkish)\.ts$/

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
    law: 'the platform imports no contract of a feature',
    who: path => path.startsWith('server/platform/') && !isTest(path),
    what: path => path.startsWith('contract/') && !commonContract.test(path),
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
    law: 'the ui knows no feature and no app',
    who: path => /^web\/src\/(ui|data|browser|navigation)\//.test(path),
    what: path => webFeature(path) || webApp(path),
  },
  {
    law: 'a feature of the web does not know the app around it',
    who: webFeature,
    what: webApp,
  },
]

test.each(laws)('$law', ({ who, what }) => {
  expect(imports.filter(({ from, to }) => who(from) && what(to, from)).map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test('every relative import was found, so that no law is kept by not looking', () => {
  expect(imports.filter(({ to }) => !to.startsWith(packages) && !existsSync(join(root, to)))).toEqual([])
})
