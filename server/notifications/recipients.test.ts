import { describe, expect, test } from 'vitest'
import {
  isOfTeamOnly,
  type NotificationKind,
  type NotificationScope,
  notificationKinds,
} from '#contract/notifications.ts'
import { type Candidate, recipientsOf } from './recipients.ts'

const company = 'c1'
const bystander: Candidate = {
  userId: 'u1',
  isTeam: false,
  isAuthor: false,
  isAssignee: false,
  isSnoozer: false,
  isMentioned: false,
  hasWritten: false,
  follows: null,
  scope: null,
  companies: null,
  mail: null,
  browser: null,
  isUndeliverable: false,
}
const relations = {
  none: {},
  author: { isAuthor: true },
  writer: { hasWritten: true },
  follower: { follows: true },
  assignee: { isAssignee: true },
  snoozer: { isSnoozer: true },
  mentioned: { isMentioned: true },
  muted: { isAssignee: true, isAuthor: true, hasWritten: true, follows: false },
} satisfies Record<string, Partial<Candidate>>
type RelationName = keyof typeof relations

const isNotified = (
  kind: NotificationKind,
  candidate: Partial<Candidate>,
  { isTaken = false, actor = 'other' } = {},
) =>
  recipientsOf({ kind, actor, note: null }, { company, isTaken }, [{ ...bystander, ...candidate }])
    .length === 1

// Outside the scope of the team: who is told of what.
const ofRelations: Record<NotificationKind, RelationName[]> = {
  'ticket.opened': ['author', 'follower'],
  'ticket.assigned': ['assignee', 'muted'],
  'ticket.unsnoozed': ['assignee', 'snoozer'],
  'ticket.mentioned': ['mentioned'],
  'ticket.noted': ['follower', 'assignee'],
  'ticket.written': ['author', 'writer', 'follower', 'assignee'],
  'ticket.answered': ['author', 'writer', 'follower', 'assignee'],
  'ticket.answeredAndClosed': ['author', 'writer', 'follower', 'assignee'],
  'ticket.closed': ['author', 'writer', 'follower', 'assignee'],
  'ticket.reopened': ['author', 'writer', 'follower', 'assignee'],
  'ticket.merged': ['author', 'writer', 'follower', 'assignee'],
  'ticket.archived': ['author', 'writer', 'follower', 'assignee'],
  'file.infected': ['writer', 'follower', 'assignee'],
}
describe.each(notificationKinds)('%s', kind => {
  test.each(Object.keys(relations) as RelationName[])(
    'a user outside the scope of the team who is: %s',
    name => {
      const outside = { isTeam: isOfTeamOnly(kind), scope: 'companies' as const, companies: [] }
      expect(isNotified(kind, { ...outside, ...relations[name] })).toBe(
        ofRelations[kind].includes(name),
      )
    },
  )
})

test('a colleague who has muted a ticket is told where a note mentions them, and of no other note', () => {
  const muted = { isTeam: true, follows: false, isMentioned: true }
  expect(isNotified('ticket.mentioned', muted)).toBe(true)
  expect(isNotified('ticket.noted', muted)).toBe(false)
  expect(isNotified('ticket.mentioned', { ...muted, mail: false, browser: false })).toBe(false)
})

// Of members of the team: those who take part are told as customers are, the others by their scope.
const ofTeam: NotificationKind[] = [
  'ticket.opened',
  'ticket.written',
  'ticket.reopened',
  'file.infected',
]
const scopes: [
  NotificationScope | null,
  { isTaken: boolean; companies: string[] | null; expected: boolean },
][] = [
  ['all', { isTaken: true, companies: null, expected: true }],
  ['all', { isTaken: false, companies: null, expected: true }],
  ['mine', { isTaken: true, companies: null, expected: false }],
  ['mine', { isTaken: false, companies: null, expected: true }],
  [null, { isTaken: true, companies: null, expected: false }],
  [null, { isTaken: false, companies: null, expected: true }],
  ['companies', { isTaken: false, companies: [], expected: false }],
  ['companies', { isTaken: false, companies: ['c2'], expected: false }],
  ['companies', { isTaken: true, companies: ['c2', company], expected: true }],
]
describe.each(notificationKinds)('%s', kind => {
  test.each(scopes)(
    'a colleague with the scope %s: %j',
    (scope, { isTaken, companies, expected }) => {
      const colleague = { isTeam: true, scope, companies }
      expect(isNotified(kind, colleague, { isTaken })).toBe(expected && ofTeam.includes(kind))
      const isOfOneColleague = isOfTeamOnly(kind)
      expect(isNotified(kind, { ...colleague, ...relations.writer }, { isTaken })).toBe(
        !isOfOneColleague && (kind !== 'ticket.opened' || scope !== 'companies' || expected),
      )
      expect(isNotified(kind, { ...colleague, ...relations.follower }, { isTaken })).toBe(
        !isOfOneColleague || kind === 'ticket.noted',
      )
      expect(isNotified(kind, { ...colleague, ...relations.assignee }, { isTaken })).toBe(
        kind !== 'ticket.mentioned' &&
          (kind !== 'ticket.opened' || scope !== 'companies' || expected),
      )
      expect(isNotified(kind, { ...colleague, ...relations.mentioned }, { isTaken })).toBe(
        kind === 'ticket.mentioned' || (expected && ofTeam.includes(kind)),
      )
      expect(isNotified(kind, { ...colleague, ...relations.muted }, { isTaken })).toBe(
        kind === 'ticket.assigned',
      )
    },
  )
})

test('a customer is told of nothing that is for the team or about a note, whatever connects them with the ticket', () => {
  const everything = { ...bystander, ...relations.assignee, ...relations.writer, isAuthor: true }
  const customer = { ...everything, isMentioned: true, isSnoozer: true, follows: true }
  for (const kind of notificationKinds)
    for (const note of [null, 'n1']) {
      const told = recipientsOf({ kind, actor: 'other', note }, { company, isTaken: true }, [
        customer,
      ])
      if (note !== null || isOfTeamOnly(kind)) expect(told).toEqual([])
    }
})

test('the assignee whom a note mentions is told of the mention, and not of the note as well', () => {
  const mentioned = { isTeam: true, ...relations.assignee, ...relations.mentioned }
  expect(isNotified('ticket.mentioned', mentioned)).toBe(true)
  expect(isNotified('ticket.noted', mentioned)).toBe(false)
})

test('a user is not told of what they did themselves, whatever connects them with the ticket', () => {
  for (const kind of notificationKinds)
    for (const relation of Object.values(relations))
      for (const isTeam of [true, false])
        expect(
          isNotified(kind, { ...relation, isTeam, scope: 'all' }, { actor: bystander.userId }),
        ).toBe(false)
})

test.each([
  { mail: true, browser: true, expected: { mail: true, browser: true } },
  { mail: true, browser: false, expected: { mail: true, browser: false } },
  { mail: false, browser: true, expected: { mail: false, browser: true } },
  { mail: false, browser: false, expected: null },
  { mail: null, browser: null, expected: { mail: true, browser: true } },
])('a preference of $mail for mail and $browser for the browser', ({ mail, browser, expected }) => {
  const found = recipientsOf(
    { kind: 'ticket.answered', actor: null, note: null },
    { company, isTaken: true },
    [{ ...bystander, isAuthor: true, mail, browser }],
  )
  expect(found).toMatchObject(expected ? [{ userId: 'u1', ...expected }] : [])
})

test('a user whose mails come back is told in the browser only', () => {
  const candidate = { ...bystander, isAuthor: true, isUndeliverable: true }
  expect(
    recipientsOf({ kind: 'ticket.answered', actor: null, note: null }, { company, isTaken: true }, [
      candidate,
    ]),
  ).toMatchObject([{ userId: 'u1', mail: false, browser: true }])
})

test('by default an archived ticket is not worth a mail', () => {
  expect(
    recipientsOf({ kind: 'ticket.archived', actor: null, note: null }, { company, isTaken: true }, [
      { ...bystander, isAuthor: true },
    ]),
  ).toMatchObject([{ userId: 'u1', mail: false, browser: true }])
})
