import { expect, test } from 'vitest'
import '../../testing/fakeBrowser.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { bodyFor, undoOf } from './changeTickets.ts'

const ticket = {
  assignee: 'A1',
  priority: 'impaired',
  dateSnoozed: '2026-12-01T08:00:00.000Z',
  waitingFor: 'team',
  dateWaiting: '2026-11-20T08:00:00.000Z',
} as TicketRow

test('an assignment and its undo name whom the user saw, so that a colleague’s assignment stays', () => {
  expect(bodyFor(ticket, { assignee: 'A2' })).toEqual({ assignee: 'A2', assigneeBefore: 'A1' })
  expect(undoOf(ticket, { assignee: 'A2' })).toEqual([{ assignee: 'A1', assigneeBefore: 'A2' }])
})

test('an undone priority and snooze are those before, and name what the user chose', () => {
  expect(undoOf(ticket, { priority: 'normal' })).toEqual([
    { priority: 'impaired', priorityBefore: 'normal' },
  ])
  expect(undoOf(ticket, { dateSnoozed: null })).toEqual([
    { dateSnoozed: ticket.dateSnoozed, dateSnoozedBefore: null },
  ])
})

test('an undone closing also brings back whose reply was awaited since when, and until when it was snoozed', () => {
  expect(undoOf(ticket, { status: 'closed' })).toEqual([
    { status: 'open' },
    { waitingFor: 'team', dateWaiting: ticket.dateWaiting, dateSnoozed: ticket.dateSnoozed },
  ])
  expect(
    undoOf(
      { ...ticket, dateSnoozed: null, waitingFor: 'customer', dateWaiting: null },
      { status: 'closed' },
    ),
  ).toEqual([{ status: 'open' }, { waitingFor: 'customer' }])
})
