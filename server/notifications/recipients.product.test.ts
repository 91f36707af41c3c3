import { describe, expect, test } from 'vitest'
import { isOfTeamOnly, type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import { type Candidate, recipientsOf } from './recipients.ts'

// Every combination of event, role, relation, scope, preference
// and muting, against predicates that say in words who is told.

type Case = Candidate & {
  kind: NotificationKind
  company: string
  isTaken: boolean
  isActor: boolean
  isOfNote: boolean
}
const values: { [K in keyof Case]: readonly Case[K][] } = {
  userId: ['reader'],
  company: ['own'],
  kind: notificationKinds,
  isTeam: [true, false],
  isAuthor: [true, false],
  isAssignee: [true, false],
  isSnoozer: [true, false],
  isMentioned: [true, false],
  hasWritten: [true, false],
  follows: [true, false, null],
  scope: ['all', 'mine', 'companies', null],
  companies: [['own', 'other'], ['other'], [], null],
  isTaken: [true, false],
  mail: [true, false, null],
  browser: [true, false, null],
  isUndeliverable: [true, false],
  isActor: [true, false],
  isOfNote: [true, false],
}

const ofNotes: NotificationKind[] = ['ticket.mentioned', 'ticket.noted']

function* combinations(kind: NotificationKind): Generator<Case> {
  // nobody is asked for with other events
  const isSnoozer = kind === 'ticket.unsnoozed' ? values.isSnoozer : [false]
  const isMentioned = ofNotes.includes(kind) ? values.isMentioned : [false]
  const isOfNote = ofNotes.includes(kind) || kind === 'file.infected' ? values.isOfNote : [false]
  const columns = { ...values, kind: [kind], isSnoozer, isMentioned, isOfNote }
  const names = Object.keys(columns) as (keyof Case)[]
  const count = names.reduce((product, name) => product * columns[name].length, 1)
  for (let number = 0; number < count; number++) {
    let rest = number
    const one = names.map(name => {
      const options = columns[name]
      const value = options[rest % options.length]
      rest = Math.floor(rest / options.length)
      return [name, value]
    })
    yield Object.fromEntries(one) as Case
  }
}

/** A colleague who mentions or assigns someone means that person. */
const isMuted = (one: Case) =>
  one.follows === false && !['ticket.assigned', 'ticket.mentioned'].includes(one.kind)
const takesPart = (one: Case) => one.isAuthor || one.hasWritten || one.follows === true
/** A user who has opened the ticket themselves is the actor, and told of nothing. */
const isRecordedByTheTeam = (one: Case) => one.kind === 'ticket.opened'
const needsTheTeam = (one: Case) =>
  ['ticket.opened', 'ticket.written', 'ticket.reopened', 'file.infected'].includes(one.kind)
/** Its author did not send the file, or wrote nothing before opening. */
const concernsTheAuthorOnlyAsWriter = (one: Case) => one.kind === 'file.infected'
const takesPartIn = (one: Case) => {
  if (one.kind === 'ticket.assigned') return one.isAssignee
  if (one.kind === 'ticket.mentioned') return one.isMentioned
  if (one.kind === 'ticket.noted')
    return !one.isMentioned && (one.isAssignee || one.follows === true)
  if (one.kind === 'ticket.unsnoozed') return one.isAssignee || one.isSnoozer
  if (isRecordedByTheTeam(one)) return one.isAuthor || one.follows === true
  if (concernsTheAuthorOnlyAsWriter(one))
    return one.isAssignee || one.hasWritten || one.follows === true
  return one.isAssignee || takesPart(one)
}
function watchesAsTeam(one: Case) {
  if (!one.isTeam || !needsTheTeam(one)) return false
  if (one.scope === 'all') return true
  if (one.scope === 'companies') return (one.companies ?? []).some(company => company === 'own')
  const isOwnWork = one.isAssignee || one.hasWritten || one.follows === true
  return isOwnWork || one.isTaken === false
}
function reasonOf(one: Case) {
  if (one.isMentioned) return 'mentioned'
  if (one.isAssignee) return 'assignee'
  return one.isSnoozer || takesPart(one) ? 'participant' : 'team'
}
const mayKnow = (one: Case) => one.isTeam || !(one.isOfNote || isOfTeamOnly(one.kind))
const isNotified = (one: Case) =>
  !one.isActor && !isMuted(one) && mayKnow(one) && (takesPartIn(one) || watchesAsTeam(one))
const wantsMail = (one: Case) =>
  one.mail === null ? !['ticket.archived', 'ticket.noted'].includes(one.kind) : one.mail
const wantsBrowser = (one: Case) => one.browser !== false

const recipientsOfCase = (one: Case) => {
  const { kind, company, isTaken, isActor, isOfNote, ...candidate } = one
  return recipientsOf(
    { kind, actor: isActor ? candidate.userId : 'another', note: isOfNote ? 'note' : null },
    { company, isTaken },
    [candidate],
  )
}

describe.each(notificationKinds)('%s', kind => {
  test('tells exactly those whom the rules name, by mail and in the browser as they want', () => {
    const wrong: unknown[] = []
    let count = 0
    for (const one of combinations(kind)) {
      const [mail, browser] = [wantsMail(one), wantsBrowser(one)]
      const expected =
        isNotified(one) && (mail || browser)
          ? [
              {
                userId: 'reader',
                mail: mail && !one.isUndeliverable,
                browser,
                reason: reasonOf(one),
              },
            ]
          : []
      count += expected.length
      const found = recipientsOfCase(one)
      if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push({ one, found, expected })
    }
    expect(wrong.slice(0, 3)).toEqual([])
    expect(count).toBeGreaterThan(1_000)
  })
})
