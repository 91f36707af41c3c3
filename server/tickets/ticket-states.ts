import { sql } from 'kysely'
import type { TicketPriority } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'

// The state of a ticket is what its messages change; it is
// written under the lock of the ticket, but by `unassignAll`.

type NewState = { ticket: string; message: string | null; priority: TicketPriority }

/** Of a new ticket, with its message. */
export const insertState = prepareQuery(
  (db, { ticket, message, priority }: Placeholders<NewState>) =>
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
      ),
)

/** After a message, the ticket waits for the other side; a customer's ends its snooze. */
export const setLastMessage = prepareQuery((db, { message }: Placeholders<{ message: string }>) =>
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
    .where('messages.id', '=', message),
)

/** After a message was taken back: as the one before it left the
 * ticket. Nothing where another one has come since. */
export async function restoreState(db: Db, ticket: string, message: string) {
  const last = await db
    .selectFrom('ticketStates')
    .innerJoin('messages', 'messages.dateAdded', 'ticketStates.dateLastMessage')
    .select('messages.id')
    .where('ticketStates.ticketId', '=', ticket)
    .where('messages.id', '=', message)
    .executeTakeFirst()
  if (last) await recomputeState(db, ticket)
}

/** As the messages that the ticket has now would have left it. */
export async function recomputeState(db: Db, ticket: string) {
  await sql`
    update ticket_states s
       set date_last_message = l.date_added, last_message_is_staff = coalesce(l.is_staff, false), waiting_for = null
      from (select) one left join lateral (
             select m.date_added, m.is_staff from messages m
              where m.vendor_id = app_vendor() and m.ticket_id = ${ticket} and m.date_retracted is null
              order by m.date_added desc, m.id desc limit 1) l on true
     where s.vendor_id = app_vendor() and s.ticket_id = ${ticket}`.execute(db)
  // A second change, as the first has cleared what `set_due` keeps while a ticket waits.
  await sql`
    update ticket_states s
       set waiting_for = case when s.is_open or s.date_last_message > t.date_closed then case when s.last_message_is_staff then 'customer' else 'team' end end,
           is_answered = a.date is not null,
           date_waiting = coalesce((
             select min(m.date_added) from messages m
              where m.vendor_id = s.vendor_id and m.ticket_id = s.ticket_id and not m.is_staff and m.date_retracted is null
                and m.date_added > coalesce(a.date, '-infinity')), s.date_created)
      from tickets t cross join lateral (
             select max(m.date_added) as date from messages m
              where m.vendor_id = t.vendor_id and m.ticket_id = t.id and m.is_staff and m.date_retracted is null) a
     where t.vendor_id = s.vendor_id and t.id = s.ticket_id and s.vendor_id = app_vendor() and s.ticket_id = ${ticket}`.execute(
    db,
  )
}

/** As a customer's message does, of a ticket that waits for the team. */
export const endSnoozeOfWaiting = (db: Db, ticket: string) =>
  db
    .updateTable('ticketStates')
    .set({ dateSnoozed: null })
    .where('ticketId', '=', ticket)
    .where('waitingFor', '=', 'team')
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
