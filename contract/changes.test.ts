import { expect, test } from 'vitest'
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

test('a call outside a transaction, or one that changes nothing, announces no change', () => {
  expect(
    everyRoute.filter(({ route }) => route.changes && (route.detached || route.method === 'GET')),
  ).toEqual([])
})
