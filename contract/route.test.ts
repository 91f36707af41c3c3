import { expect, test } from 'vitest'
import { buildRequest } from './route.ts'
import { tickets } from './tickets.ts'

test('a call is a request with its ids, its query without empty values, its session and its body', () => {
  const { path } = buildRequest({ domain: 'portal.test', token: null }, tickets.list, {
    query: { search: 'ana mil', company: '', page: '0' },
  })
  expect(path).toBe('/api/v1/domain/portal.test/staff/ticket?search=ana+mil&page=0')
  const reply = { params: { ticket: 'a/b' }, body: { contents: 'Geldik.' } }
  expect(
    buildRequest({ domain: 'portal.test', token: 't' }, tickets.reply, reply, {
      'Idempotency-Key': 'k',
    }),
  ).toEqual({
    path: '/api/v1/domain/portal.test/staff/ticket/a%2Fb/message',
    request: {
      method: 'POST',
      headers: {
        authorization: 'Bearer t',
        'content-type': 'application/json',
        'Idempotency-Key': 'k',
      },
      body: '{"contents":"Geldik."}',
    },
  })
})
