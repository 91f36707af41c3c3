import { type RawBuilder, sql } from 'kysely'
import type { TicketPriority, WaitingFor } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'

// The state of a ticket is what its messages change; it is
// written under the lock of the ticket, but by `unassignAll`.

type Turn = {
  waitingFor: RawBuilder<WaitingFor | null>
  /** an instant: of a ticket that the team is to answer */
  since: RawBuilder<string | null>
  isAnswered?: RawBuilder<boolean>
}

const column = <T>(name: string) => sql<T>`ticket_states.${sql.ref(name)}`
const lastSide = sql<WaitingFor>`case when ticket_states.last_message_is_staff then 'customer' else 'team' end`
/** A ticket that waits for the team already has waited since then. */
const waitingSince = (moment: RawBuilder<string>) =>
  sql<string>`coalesce(ticket_states.date_waiting, ${moment})`
/** One instant for the whole statement, and after the lock before it. */
const now = sql<string>`statement_timestamp()`

/** When the team's reply is due; null: it owes none, or has no target. `due_at`
 * takes a row of the table, which the baseline's view is not. */
const dueAt = (
  since: RawBuilder<string | null>,
  isAnswered: RawBuilder<boolean>,
  priority: RawBuilder<string>,
) => sql<string | null>`(
  select due_at(v, ${priority}, ${isAnswered}, ${since}) from public.vendors v
   where v.vendor_id = app_vendor() and ${since} is not null)`

/** Whose reply a ticket waits for, since when, and when that of the team is due:
 * whatever changes one of them writes all of them. */
const turn = ({ waitingFor, since, isAnswered = column<boolean>('isAnswered') }: Turn) => {
  const dateWaiting = sql<string | null>`case when ${waitingFor} = 'team' then ${since} end`
  const dateDue = dueAt(dateWaiting, isAnswered, column('priority'))
  return { waitingFor, dateWaiting, isAnswered, dateDue }
}

type NewState = {
  ticket: string
  message: string | null
  priority: TicketPriority
  callBack: string
}

/** Of a new ticket, with its message. */
export const insertState = prepareQuery(
  (db, { ticket, message, priority, callBack }: Placeholders<NewState>) => {
    const date = sql<
      string | null
    >`(select date_added from messages where vendor_id = app_vendor() and id = ${message})`
    const since = sql<string>`coalesce(${date}, tickets.date_created)`
    return db
      .insertInto('ticketStates')
      .columns([
        'ticketId',
        'companyId',
        'dateCreated',
        'dateLastMessage',
        'waitingFor',
        'dateWaiting',
        'dateDue',
        'isOpen',
        'priority',
        'callBack',
      ])
      .expression(
        db
          .selectFrom('tickets')
          .where('tickets.id', '=', ticket)
          .select([
            'tickets.id',
            'tickets.companyId',
            'tickets.dateCreated',
            date.as('date'),
            sql.lit('team').as('waitingFor'),
            since.as('since'),
            dueAt(since, sql`false`, priority).as('due'),
            sql.lit(true).as('isOpen'),
            sql<string>`${priority}`.as('priority'),
            callBack.as('callBack'),
          ]),
      )
      .returning([
        'dateLastMessage',
        'lastMessageIsStaff',
        'waitingFor',
        sql<TicketPriority>`priority`.as('priority'),
        'dateWaiting',
        'dateDue',
        'callBack',
      ])
  },
)

/** After a message, the ticket waits for the other side; a customer's ends its snooze. */
export const setLastMessage = prepareQuery((db, { message }: Placeholders<{ message: string }>) =>
  db
    .updateTable('ticketStates')
    .from('messages')
    .set(({ ref }) => ({
      dateLastMessage: ref('messages.dateAdded'),
      lastMessageIsStaff: ref('messages.isStaff'),
      ...turn({
        waitingFor: sql`case when messages.is_staff then 'customer' else 'team' end`,
        since: waitingSince(sql`messages.date_added`),
        isAnswered: sql`ticket_states.is_answered or ticket_states.last_message_is_staff or messages.is_staff`,
      }),
      dateSnoozed: sql<string>`case when messages.is_staff then ticket_states.date_snoozed end`,
    }))
    .whereRef('ticketStates.ticketId', '=', 'messages.ticketId')
    .where('messages.id', '=', message),
)

/** The team has chosen the side; for itself since a date, if given: not before the
 * opening of the ticket, nor after now. */
export const setSide = (db: Db, ticket: string, side: WaitingFor, date: string | undefined) =>
  ofTicket(db, ticket)
    .set(
      turn({
        waitingFor: sql`${sql.lit(side)}`,
        since: date
          ? sql`least(greatest(${date}::timestamptz, ticket_states.date_created), ${now})`
          : waitingSince(now),
      }),
    )
    .execute()

/** A closed ticket waits for nobody; a reopened one, for the side that did not write last. */
export const setWaiting = (db: Db, ticket: string, isOpen: boolean) =>
  ofTicket(db, ticket)
    .set({
      isOpen,
      ...turn({ waitingFor: isOpen ? lastSide : sql`null`, since: waitingSince(now) }),
      dateSnoozed: null,
    })
    .execute()

/** What another priority sets in a query of `ticket_states`. */
export const dueWith = (priority: TicketPriority) =>
  dueAt(column('dateWaiting'), column('isAnswered'), sql`${priority}::text`)

const ofTicket = (db: Db, ticket: string) =>
  db.updateTable('ticketStates').where('ticketId', '=', ticket)

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
  const { waitingFor, dateWaiting, isAnswered, dateDue } = turn({
    waitingFor: sql`case when ticket_states.is_open or l.date_added > t.date_closed then case when l.is_staff then 'customer' else 'team' end end`,
    since: sql`coalesce((
      select min(m.date_added) from messages m
       where m.vendor_id = t.vendor_id and m.ticket_id = t.id and not m.is_staff and m.date_retracted is null
         and m.date_added > coalesce(a.date, '-infinity')), t.date_created)`,
    isAnswered: sql`a.date is not null`,
  })
  await sql`
    update ticket_states
       set date_last_message = l.date_added, last_message_is_staff = coalesce(l.is_staff, false),
           waiting_for = ${waitingFor}, date_waiting = ${dateWaiting}, is_answered = ${isAnswered}, date_due = ${dateDue}
      from tickets t
      left join lateral (
             select m.date_added, m.is_staff from messages m
              where m.vendor_id = t.vendor_id and m.ticket_id = t.id and m.date_retracted is null
              order by m.date_added desc, m.id desc limit 1) l on true
      cross join lateral (
             select max(m.date_added) as date from messages m
              where m.vendor_id = t.vendor_id and m.ticket_id = t.id and m.is_staff and m.date_retracted is null) a
     where t.vendor_id = ticket_states.vendor_id and t.id = ticket_states.ticket_id
       and ticket_states.vendor_id = app_vendor() and ticket_states.ticket_id = ${ticket}`.execute(
    db,
  )
}

/** Of tickets that were moved. */
export const copyCompany = (db: Db, tickets: string[], company: string) =>
  db
    .updateTable('ticketStates')
    .set({ companyId: company })
    .where('ticketId', 'in', tickets)
    .execute()

/** As a customer's message does, of a ticket that waits for the team. */
export const endSnoozeOfWaiting = (db: Db, ticket: string) =>
  ofTicket(db, ticket).set({ dateSnoozed: null }).where('waitingFor', '=', 'team').execute()

/** Of a duplicate that is merged into a ticket without one. */
export const takeCallBack = (db: Db, { from, to }: { from: string; to: string }) =>
  ofTicket(db, to)
    .set({
      callBack: sql<string>`(select d.call_back from ticket_states d where d.vendor_id = app_vendor() and d.ticket_id = ${from})`,
    })
    .where('callBack', '=', '')
    .execute()
