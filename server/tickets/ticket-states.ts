import { sql } from 'kysely'
import type { TicketPriority } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'

// The state of a ticket is what its messages change; it is
// written under the lock of the ticket, but by `unassignAll`.

/** Of a new ticket, with its message. */
export const insertState = (
  db: Db,
  ticket: string,
  message: string | null,
  priority: TicketPriority,
) =>
  db
    .insertInto('ticketStates')
    .columns([
      'ticketId',
      'companyId',
      'dateCreated',
      'dateLastMessage',
      'waitingFor',
      'isOpen',
      'priority',
    ])
    .expression(
      db
        .selectFrom('tickets')
        .where('tickets.id', '=', ticket)
        .select([
          'tickets.id',
          'tickets.companyId',
          'tickets.dateCreated',
          sql<
            string | null
          >`(select date_added from messages where vendor_id = app_vendor() and id = ${message})`.as(
            'date',
          ),
          sql.lit('team').as('waitingFor'),
          sql.lit(true).as('isOpen'),
          sql<string>`${priority}`.as('priority'),
        ]),
    )
    .execute()

/** After a message, the ticket waits for the other side; a customer's ends its snooze. */
export const setLastMessage = (db: Db, message: string) =>
  db
    .updateTable('ticketStates')
    .from('messages')
    .set(({ ref }) => ({
      dateLastMessage: ref('messages.dateAdded'),
      lastMessageIsStaff: ref('messages.isStaff'),
      waitingFor: sql`case when messages.is_staff then 'customer' else 'team' end`,
      dateSnoozed: sql<string>`case when messages.is_staff then ticket_states.date_snoozed end`,
    }))
    .whereRef('ticketStates.ticketId', '=', 'messages.ticketId')
    .where('messages.id', '=', message)
    .execute()

/** A closed ticket waits for nobody; a reopened one, for the side that did not write last. */
export const setWaiting = (db: Db, ticket: string, isOpen: boolean) =>
  db
    .updateTable('ticketStates')
    .set({
      isOpen,
      waitingFor: isOpen
        ? sql`case when last_message_is_staff then 'customer' else 'team' end`
        : null,
      dateSnoozed: null,
    })
    .where('ticketId', '=', ticket)
    .execute()
