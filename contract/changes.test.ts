import { expect, test } from 'vitest'
import { auditActions } from './audit.ts'
import type { Route } from './route.ts'
import { everyRoute } from './routes.ts'

test('each call by which an administrator changes something says whose pages show it, except for mails, which have a notice of their own', () => {
  const silent = everyRoute.filter(
    ({ route }) => route.path.startsWith('/admin/') && route.method !== 'GET' && !route.changes,
  )
  expect(silent.map(({ name }) => name)).toEqual([
    ...['mails.retryAll', 'mails.retry', 'mails.discard', 'mails.test', 'mails.checkSender'],
    ...['mailIn.discard', 'mailIn.see', 'mailIn.retry'],
  ])
})

test('the audit knows every call that it has entries of', () => {
  const audited = everyRoute.filter(
    ({ route: { method, audited } }) => method !== 'GET' && audited !== false,
  )
  const actions: string[] = auditActions
  expect(audited.map(({ name }) => name).filter(name => !actions.includes(name))).toEqual([])
})

test('a call whose changes nobody would be told of announces none: outside a transaction, without a change or an entry in the audit', () => {
  const isSilent = ({ detached, method, audited }: Route) =>
    detached || method === 'GET' || audited === false
  expect(everyRoute.filter(({ route }) => route.changes && isSilent(route))).toEqual([])
})

test('a call that announces a change to customers names their company or the machine', () => {
  const unnamed = everyRoute.filter(
    ({ route: { changes, path } }) => changes === 'customers' && !/:(company|machine)\b/.test(path),
  )
  expect(unnamed.map(({ name }) => name)).toEqual([])
})
