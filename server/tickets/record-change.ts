import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Db } from '#platform/database/database.ts'
import { recordEvent } from '../events/events.ts'

type Change = {
  kind: NotificationKind
  ticket: string
  message?: string
  note?: string
  assignee?: string
}

/** Records what a user did to a ticket, of which others are notified. */
export const recordChange = (
  db: Db,
  actor: Actor,
  domain: string,
  { message = '', ...change }: Change,
) =>
  recordEvent(db, 'ticket.changed', {
    event: uuidv7(),
    message,
    actor: actor.userId,
    domain,
    ...change,
  })
