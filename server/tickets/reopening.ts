import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import type { HistoryStatus, Ticket, TicketChange, TicketPriority } from '#contract/tickets.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { lookUp } from '#platform/database/look-up.ts'
import { notFound } from '#platform/errors.ts'
import { fullNameOf } from './ticket-rows.ts'
import { setWaiting } from './ticket-states.ts'

const periodOf = (days: RawBuilder<unknown>) => sql`make_interval(days => nullif(${days}, 0))`

/** Until when customers may reopen a ticket `t` that is not archived; `v` is its vendor. */
export const reopenEndUnarchived = sql<
  string | null
>`case when t.status = 'closed' then t.date_closed + ${periodOf(sql`v.reopen_days`)} end`

/** Until when customers may reopen a closed ticket, or unarchive what
 * a member archived in that time; null: never, or it is open. */
export const reopenEnd = (tickets: 't' | 'tickets') => {
  const column = (name: string) => sql.ref<string>(`${tickets}.${name}`)
  const period = periodOf(sql`(select reopen_days from vendors where vendor_id = app_vendor())`)
  // A former colleague has the role of a customer, but no membership.
  const archivedByMember = sql`exists (
    select from memberships m join users u on u.vendor_id = m.vendor_id and u.id = m.user_id
     where m.vendor_id = app_vendor() and m.user_id = ${column('archivedBy')} and m.company_id = ${column('companyId')} and u.role = 'customer')`
  return sql<string | null>`case
    when ${column('status')} = 'closed' then ${column('dateClosed')} + ${period}
    when ${column('status')} = 'archived' and ${column('dateArchived')} <= ${column('dateClosed')} + ${period} and ${archivedByMember}
      then ${column('dateArchived')} + ${period}
  end`
}

/** Whether customers may reopen or unarchive a ticket now. */
export async function isReopenable(db: Db, id: string): Promise<boolean> {
  const ticket = db
    .selectFrom('tickets')
    .select(sql<boolean>`coalesce(${reopenEnd('tickets')} > clock_timestamp(), false)`.as('is'))
    .where('id', '=', id)
  return (await ticket.executeTakeFirstOrThrow(notFound)).is
}

/** The row has the last closing and archiving only: they become entries of the ticket's history. */
export async function reopen(db: Db, actor: Actor, id: string) {
  const changes = sql`insert into ticket_changes (id, ticket_id, status, user_id, date_changed)
    select change.id, tickets.id, change.status, change.user_id, change.date_changed
      from tickets join ticket_states on ticket_states.vendor_id = tickets.vendor_id and ticket_states.ticket_id = tickets.id, lateral (values
        (${uuidv7()}::uuid, 'closed', closed_by, date_closed),
        (${uuidv7()}::uuid, 'archived', archived_by, date_archived),
        (${uuidv7()}::uuid, 'open', ${actor.userId}::uuid, greatest(clock_timestamp(), ticket_states.date_last_message, date_closed, date_archived))
      ) as change(id, status, user_id, date_changed)
     where tickets.vendor_id = app_vendor() and tickets.id = ${id} and change.date_changed is not null`
  const open = { status: 'open', dateClosed: null, closedBy: null } as const
  await db.inOrder({
    changes: () => changes.execute(db),
    ticket: () =>
      db
        .updateTable('tickets')
        .set({ ...open, dateArchived: null, archivedBy: null })
        .where('id', '=', id)
        .execute(),
    state: () => setWaiting(db, id, true),
  })
}

const ofStatus = { assigneeName: null, priority: null, dateSnoozed: null, correction: null }

export function lastChangesOf(
  {
    dateClosed,
    closedByName,
    dateArchived,
  }: Pick<Ticket, 'dateClosed' | 'closedByName' | 'dateArchived'>,
  archivedByName: string | null,
): TicketChange[] {
  const changes: TicketChange[] = []
  if (dateClosed !== null)
    changes.push({
      status: 'closed',
      dateChanged: dateClosed,
      userName: closedByName,
      ...ofStatus,
    })
  if (dateArchived !== null)
    changes.push({
      status: 'archived',
      dateChanged: dateArchived,
      userName: archivedByName,
      ...ofStatus,
    })
  return changes
}

const maxChanges = 100

/** Whether a correction is of the present company's time: those before the last move name
 * machines and people of another one. */
const isSinceMove = sql`(ticket_changes.field is null or not exists (
  select from ticket_changes m
   where m.vendor_id = ticket_changes.vendor_id and m.ticket_id = ticket_changes.ticket_id and m.field = 'company'
     and m.id <> ticket_changes.id and m.date_changed >= ticket_changes.date_changed))`

/** Customers do not see who is assigned to a ticket, that it is snoozed, nor another company. */
export const earlierChangesOf = prepareQuery(
  (db, { id, isTeam }: Placeholders<{ id: string; isTeam: boolean }>) =>
    db
      .selectFrom(
        db
          .selectFrom('ticketChanges')
          .selectAll()
          .where('ticketChanges.ticketId', '=', id)
          .where(
            sql<boolean>`(${isTeam} or ticket_changes.status not in ('assigned', 'snoozed') and ${isSinceMove})`,
          )
          .orderBy('ticketChanges.dateChanged', 'desc')
          .orderBy('ticketChanges.id', 'desc')
          .limit(sql.lit(maxChanges))
          .as('ticketChanges'),
      )
      .select([
        sql<HistoryStatus>`case
        when ticket_changes.status = 'snoozed' and ticket_changes.date_snoozed is null then 'unsnoozed'
        when ticket_changes.status <> 'assigned' then ticket_changes.status
        when assignee_id is null then 'unassigned'
        when assignee_id = user_id then 'taken'
        else 'assigned' end`.as('status'),
        'ticketChanges.dateChanged',
        lookUp(db, 'users', 'ticketChanges.userId')
          .select(fullNameOf('users').as('name'))
          .as('userName'),
        lookUp(db, 'users', 'ticketChanges.assigneeId')
          .select(fullNameOf('users').as('name'))
          .as('assigneeName'),
        sql<TicketPriority | null>`ticket_changes.priority`.as('priority'),
        'ticketChanges.dateSnoozed',
        sql<
          TicketChange['correction']
        >`case when field is not null then json_build_object('field', field,
            'before', case when ${isTeam} or field <> 'company' then value_before end,
            'after', case when ${isTeam} or field <> 'company' then value_after end) end`.as(
          'correction',
        ),
      ])
      .orderBy('ticketChanges.dateChanged')
      .orderBy('ticketChanges.id'),
)
