import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import type { Actor, Visitor } from '#contract/actor.ts'
import { auditActions } from '#contract/audit.ts'
import { everyRoute } from '#contract/routes.ts'
import { dropServerParts, readByPages, withoutServerParts } from '../web/vite/dropServerParts.ts'
import { isTest, root } from './source-imports.ts'

test('a page gets of a route what it reads, and nothing that only the server reads', () => {
  const route = `const change = { about: 'Close a ticket', body: z.object({ status }), returns: Done }
export const tickets = {
  list: get('/ticket', { allow: signedIn, about: 'A list', query: Query, returns: listOf(Row) }),
  change: post('/ticket/:ticket', { allow: signedIn, ...change, changes: 'team' }),
}`
  const code = withoutServerParts(route).replaceAll('/* @__PURE__ */ ', '')
  expect(code.replace(/\s+/g, ' ')).toBe(
    "const change = { } export const tickets = { list: get('/ticket', { allow: signedIn, query: Query, }), change: post('/ticket/:ticket', { allow: signedIn, ...change, changes: 'team' }), }",
  )
})

test('a schema that no page uses can be dropped, and what a function does cannot', () => {
  expect(
    withoutServerParts(`export const Line = z.string().check(each => { report(each) })
z.config({ localeError })`),
  ).toBe(`export const Line = /* @__PURE__ */ /* @__PURE__ */ z.string().check(each => { report(each) })
z.config({ localeError })`)
})

/** What a module of the contract exports in the build. */
async function inBuild(file: string) {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [dropServerParts()],
    build: { write: false, lib: { entry: `contract/${file}`, formats: ['es'] } },
  })
  const [{ output }] = built as [Rolldown.RolldownOutput]
  return import(`data:text/javascript,${encodeURIComponent(output[0].code)}`)
}

const visitors: Visitor[] = [
  null,
  ...(['customer', 'staff', 'admin', 'operator'] as const).map(role => ({ role }) as Actor),
]

test('in the build each call has its method, path, guard and query, and the audit its changes', async () => {
  const { everyRoute: routesOfPages } = await inBuild('routes.ts')
  const shown = (routes: typeof everyRoute) =>
    routes.map(({ name, route: { method, path, allow, query } }) => [
      name,
      method,
      path,
      visitors.map(allow),
      query && Object.keys((query as z.ZodMiniObject).shape),
    ])
  expect(shown(routesOfPages)).toEqual(shown(everyRoute))
  expect((await inBuild('audit.ts')).auditActions).toEqual(auditActions)
})

const verbs = [...new Set(everyRoute.map(({ name }) => name.split('.')[1]))]
const parts = [...new Set(everyRoute.flatMap(({ route }) => Object.keys(route)))].filter(
  // an `XMLHttpRequest` has an `upload` too
  part => !['method', 'path', 'upload', ...readByPages].includes(part),
)

test('no page reads another part of a route', () => {
  const reading = new RegExp(`\\b(route|${verbs.join('|')})\\.(${parts.join('|')})\\b`)
  const files = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
  const found = files
    .filter(file => /\.tsx?$/.test(file) && !isTest(file))
    .filter(file => reading.test(readFileSync(join(root, 'web/src', file), 'utf8')))
  expect(found).toEqual([])
})
