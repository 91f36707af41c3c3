import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { Db } from '#platform/database/database.ts'
import { recordEvent, type TicketChanged } from '../events/events.ts'

/** Records what a user did to a ticket, of which others are notified. */
export const recordChange = (
  db: Db,
  actor: Actor,
  domain: string,
  change: Omit<TicketChanged, 'event' | 'actor' | 'domain'>,
) =>
  recordEvent(db, 'ticket.changed', {
    event: uuidv7(),
    actor: actor.userId,
    domain,
    ...change,
  })
