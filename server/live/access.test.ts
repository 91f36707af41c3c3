import { expect, test } from 'vitest'
import type { PublishedNotice } from '../events/notices.ts'
import { eventFor, type LiveAccess } from './access.ts'

type Reader = Omit<LiveAccess, 'secondsLeft'>

const admin: Reader = { key: 'admin', userId: 'ada', companies: null }
const team: Reader = { key: 'staff', userId: 'deniz', companies: null }
const member: Reader = { key: 'x', userId: 'isil', companies: new Set(['C1']) }
const neighbour: Reader = { key: 'y', userId: 'can', companies: new Set(['C2']) }
const ticket = { kind: 'ticket', ticket: 'T1', company: 'C1' } as const
const presence = (user: string, isTeam: boolean) =>
  ({
    kind: 'presence',
    ticket: 'T1',
    company: 'C1',
    user,
    isTeam,
    isTyping: true,
    isShownToCustomers: isTeam,
  }) as const

test.each<[string, PublishedNotice, (string | undefined)[]]>([
  ['a ticket', ticket, ['ticket', 'ticket', undefined]],
  [
    'a notification of the member',
    { kind: 'notification', user: 'isil' },
    [undefined, 'notification', undefined],
  ],
  [
    'a ticket that the member has read',
    { ...ticket, kind: 'ownTicket', user: 'isil' },
    [undefined, 'ownTicket', undefined],
  ],
  [
    'a ticket that the neighbour once read',
    { ...ticket, kind: 'ownTicket', user: 'can' },
    [undefined, undefined, undefined],
  ],
  [
    'a change of the company',
    { kind: 'change', companies: ['C1'] },
    ['change', 'change', undefined],
  ],
  [
    "a change within the team's area",
    { kind: 'change', companies: [] },
    ['change', undefined, undefined],
  ],
  [
    'the presence of a colleague of the team',
    presence('ece', true),
    ['presence', 'presence', undefined],
  ],
  ['the presence of the team member', presence('deniz', true), [undefined, 'presence', undefined]],
  [
    'the presence of a colleague at a vendor that does not show it to customers',
    { ...presence('ece', true), isShownToCustomers: false },
    ['presence', undefined, undefined],
  ],
  ['the presence of another customer', presence('ali', false), ['presence', undefined, undefined]],
  ['another access', { kind: 'access', users: ['isil'] }, [undefined, undefined, undefined]],
])('%s reaches the team, its member, a member of another company', (_, notice, kinds) => {
  expect([team, member, neighbour].map(access => eventFor(notice, access)?.kind)).toEqual(kinds)
})

test('a change of a mail reaches administrators only, and that the team is online no stream', () => {
  const kindsOf = (notice: PublishedNotice) =>
    [admin, team, member].map(access => eventFor(notice, access)?.kind)
  expect(kindsOf({ kind: 'mail' })).toEqual(['mail', undefined, undefined])
  expect(kindsOf({ kind: 'team' })).toEqual([undefined, undefined, undefined])
})

test('an event has no more than the ids of its ticket', () => {
  expect(eventFor(ticket, member)).toEqual(ticket)
  expect(eventFor(presence('deniz', true), member)).toEqual({ kind: 'presence', ticket: 'T1' })
})
