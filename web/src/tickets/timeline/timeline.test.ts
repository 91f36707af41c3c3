import { expect, test } from 'vitest'
import type { Note } from '#contract/ticket-notes.ts'
import type { Message, Ticket, TicketOfTeam } from '#contract/tickets.ts'
import { buildTimeline, isContinued } from './timeline.ts'

/** An instant of a day of March 2026 where the reader is. */
const at = (day: number, hour: number) => new Date(2026, 2, day, hour).toISOString()
const message = (_id: string, dateAdded: string) => ({ _id, dateAdded }) as Message
const change = (
  status: 'open' | 'closed' | 'archived',
  dateChanged: string,
  userName: string | null,
) => ({
  status,
  dateChanged,
  userName,
  assigneeName: null,
  priority: null,
  dateSnoozed: null,
  correction: null,
})

const build = (ticket: Partial<Ticket>) =>
  buildTimeline({
    dateCreated: at(2, 9),
    createdByName: 'Işıl Yılmaz',
    conversation: [],
    changes: [],
    merges: [],
    ...ticket,
  } as Ticket)

test('a new ticket has its opening only, with the name of its author', () => {
  expect(build({})).toEqual([
    {
      id: 'opened',
      instant: at(2, 9),
      newDay: '2026-03-02',
      event: { kind: 'opened', instant: at(2, 9), name: 'Işıl Yılmaz', given: null },
    },
  ])
})

test('the opening of a ticket on behalf of a customer names who recorded it, and for whom', () => {
  const [opening] = build({ recordedByName: 'Mehmet Demir' })
  expect(opening).toMatchObject({
    event: { kind: 'openedOnBehalf', name: 'Mehmet Demir', given: 'Işıl Yılmaz' },
  })
})

test('messages and events stand in the order of time, whatever order the response has', () => {
  const entries = build({
    conversation: [message('b', at(4, 9)), message('a', at(2, 10))],
    changes: [
      change('closed', at(3, 9), 'Ece'),
      change('open', at(3, 12), 'Işıl Yılmaz'),
      change('archived', at(5, 9), null),
    ],
  })
  const kinds = entries.map(entry =>
    'event' in entry ? `${entry.event.kind} ${entry.event.name}` : entry.id,
  )
  expect(kinds).toEqual([
    'opened Işıl Yılmaz',
    'a',
    'closed Ece',
    'reopened Işıl Yılmaz',
    'b',
    'archived null',
  ])
})

test('the opening stands before the message that was written with it', () => {
  expect(build({ conversation: [message('a', at(2, 9))] }).map(({ id }) => id)).toEqual([
    'opened',
    'a',
  ])
})

test('the first entry of each day carries the day, and no other does', () => {
  const entries = build({
    conversation: [
      message('a', at(2, 23)),
      message('b', at(3, 0)),
      message('c', at(3, 8)),
      message('d', at(9, 8)),
    ],
  })
  expect(entries.map(({ newDay }) => newDay)).toEqual([
    '2026-03-02',
    null,
    '2026-03-03',
    null,
    '2026-03-09',
  ])
})

test('each entry has an id of its own, also two changes of one moment', () => {
  const changes = [change('closed', at(3, 9), 'Ece'), change('open', at(3, 9), 'Ece')]
  const ids = build({ changes }).map(({ id }) => id)
  expect(new Set(ids).size).toBe(3)
})

test('where earlier messages are not loaded yet, the events before the oldest message are missing too', () => {
  const entries = build({
    conversation: [message('b', at(4, 9)), message('c', at(4, 10))],
    earlier: 'b',
    changes: [
      change('closed', at(3, 9), 'Ece'),
      change('open', at(4, 9), 'Ece'),
      change('closed', at(5, 9), 'Ece'),
    ],
  })
  expect(entries.map(entry => ('event' in entry ? entry.event.kind : entry.id))).toEqual([
    'b',
    'reopened',
    'c',
    'closed',
  ])
})

test('a note of the team stands between the messages by its time, from the oldest loaded message on', () => {
  const note = (_id: string, dateAdded: string) => ({ _id, dateAdded }) as Note
  const ticket: Partial<TicketOfTeam> = {
    conversation: [message('a', at(4, 9)), message('c', at(4, 11))],
    notes: [note('old', at(3, 9)), note('b', at(4, 10)), note('d', at(5, 9))],
  }
  const idsOf = (entries: { id: string }[]) => entries.map(({ id }) => id)
  expect(idsOf(build(ticket))).toEqual(['opened', 'old', 'a', 'b', 'c', 'd'])
  expect(idsOf(build({ ...ticket, earlier: 'a' }))).toEqual(['a', 'b', 'c', 'd'])
})

test('messages of one author within ten minutes are one group, which another author or recorder, an event and midnight end', () => {
  const write = (_id: string, user: string, instant: string, recordedBy: string | null = null) =>
    ({ _id, user, dateAdded: instant, recordedBy }) as Message
  const minutes = (day: number, hour: number, minute: number) =>
    new Date(2026, 2, day, hour, minute).toISOString()
  const entries = build({
    conversation: [
      write('r', 'ayşe', minutes(2, 9, 59), 'mehmet'),
      write('a', 'ayşe', minutes(2, 10, 0)),
      write('b', 'ayşe', minutes(2, 10, 9)),
      write('c', 'deniz', minutes(2, 10, 10)),
      write('d', 'ayşe', minutes(2, 10, 11)),
      write('e', 'ayşe', minutes(2, 10, 30)),
      write('f', 'ayşe', minutes(2, 10, 32)),
      write('g', 'ayşe', minutes(2, 23, 58)),
      write('h', 'ayşe', minutes(3, 0, 1)),
    ],
    changes: [change('closed', minutes(2, 10, 31), 'Ece')],
  })
  const continued = entries.filter((entry, i) => isContinued(entry, entries[i - 1]))
  expect(continued.map(({ id }) => id)).toEqual(['b'])
})

test('the merge of another ticket stands at its time, with the name of that ticket', () => {
  const other = { _id: 'öteki', number: 1043, title: 'Yine ısınıyor' }
  const [, , merge] = build({
    conversation: [message('a', at(2, 10))],
    merges: [{ ticket: other, dateMerged: at(2, 11), userName: 'Ece Demir' }],
  })
  expect(merge).toMatchObject({
    instant: at(2, 11),
    event: { kind: 'merged', name: 'Ece Demir', given: '#1043 Yine ısınıyor', merged: 'öteki' },
  })
})
