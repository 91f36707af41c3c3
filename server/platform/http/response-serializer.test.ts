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
  draftKey: 'a-key',
}

test('an answer has what its contract names, and nothing else that was read for it', () => {
  const row = { ...me, passwordHash: '$argon2id$…', vendorId: 'another', phone: '+90' }
  expect(JSON.parse(responseSerializer(routes.sessions.me)(row))).toEqual(me)
})

test('nor has anything in a list of it', () => {
  const session = { _id: me._id, browser: 'Firefox', system: 'Linux', address: '::1', dateCreated: '2026-11-22T00:00:00.000Z' }
  const whole = { ...session, dateUsed: session.dateCreated, current: true }
  const { sessions } = JSON.parse(
    responseSerializer(routes.sessions.list)({ sessions: [{ ...whole, userAgent: 'Mozilla/5.0', userId: me._id }] }),
  )
  expect(sessions).toEqual([whole])
})

test('an answer that lacks something is a fault of ours, and not sent', () => {
  expect(() => responseSerializer(routes.sessions.me)({ ...me, email: undefined })).toThrow('returns what its contract does not say')
})
