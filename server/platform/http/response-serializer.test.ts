import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { responseSerializer } from './response-serializer.ts'

const me = {
  _id: '0190f5fe-7c00-7a00-8000-000000000001',
  email: 'ayse@demir.test',
  name: 'Ayşe',
  isAdmin: false,
  isDomainAdmin: false,
  isStaff: true,
  startPage: 'companies',
  draftKey: 'a-key',
}

// Security: 8.2.3
test('a response contains only the fields of its contract', () => {
  const row = { ...me, passwordHash: '$argon2id$…', vendorId: 'another', phone: '+90' }
  expect(JSON.parse(responseSerializer(routes.sessions.me)(row))).toEqual(me)
})

test('the items of a list in a response contain only the fields of their contract', () => {
  const session = {
    _id: me._id,
    browser: 'Firefox',
    system: 'Linux',
    address: '::1',
    dateCreated: '2026-11-22T00:00:00.000Z',
  }
  const whole = { ...session, dateUsed: session.dateCreated, dateKeptUntil: null, current: true }
  const { sessions } = JSON.parse(
    responseSerializer(routes.sessions.list)({
      sessions: [{ ...whole, userAgent: 'Mozilla/5.0', userId: me._id }],
    }),
  )
  expect(sessions).toEqual([whole])
})

test('a result without a field of its contract is an error and is not sent', () => {
  expect(() => responseSerializer(routes.sessions.me)({ ...me, email: undefined })).toThrow(
    'returns a result that violates its contract',
  )
})
