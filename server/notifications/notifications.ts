import { type Kysely, sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import {
  bellSize,
  type Following,
  isOfTeamOnly,
  maxNotifications,
  type Notification,
  type NotificationKind,
  notificationKinds,
} from '#contract/notifications.ts'
import {
  type Db,
  type Placeholders,
  prepareQuery,
  type Value,
} from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { notFound } from '#platform/errors.ts'
import { prepareForViewer, type ViewerOfQuery, viewerOf } from '../companies/viewer.ts'
import { publish } from '../events/notices.ts'
import { fullNameOf, isUnreadBy } from '../tickets/ticket-rows.ts'
import { findTicket } from '../tickets/ticket-scope.ts'
import { stateOf, visibleTickets } from '../tickets/visible-tickets.ts'
import { storeFollowing } from './preferences.ts'
import { preferenceOf } from './recipients.ts'

/** Notifications of tickets that the caller may still open, unread ones first, each
 * newest first; `unread` are the tickets with unread ones, counted up to `maxNotifications`. */
export async function listNotifications(
  db: Db,
  actor: Actor,
  size = bellSize,
): Promise<{ notifications: Notification[]; unread: number }> {
  const { userId } = actor
  const viewer = viewerOf(actor)
  const [rows, [counted], preferences] = await Promise.all([
    unreadFirst(db, viewer, { userId, size }),
    unreadOf(db, viewer, { userId }),
    preferencesOf(db, { userId }),
  ])
  const preferred = new Map(preferences.map(preference => [preference.kind, preference]))
  const notifications = rows.map(row => {
    const kind = row.kind as NotificationKind
    return {
      ...row,
      kind,
      browser: preferenceOf(kind, preferred.get(kind) ?? { mail: null, browser: null }).browser,
    }
  })
  return { notifications, unread: counted?.unread ?? 0 }
}

const notifiedTicket = (db: Kysely<Schema>, viewer: ViewerOfQuery) =>
  visibleTickets(db, viewer)
    .where('tickets.id', '=', sql.ref<string>('n.ticketId'))
    .limit(sql.lit(1))

type Newest = { userId: string; size: number }
const unreadFirst = prepareForViewer((db, viewer, { userId, size }: Placeholders<Newest>) =>
  db
    .with(
      cte => cte('unread').materialized(),
      () => newestOf(db, viewer, userId, 'is').limit(size),
    )
    .selectFrom(eb =>
      eb
        .selectFrom('unread')
        .selectAll()
        .unionAll(
          eb
            .selectFrom(
              newestOf(db, viewer, userId, 'is not').limit(freeOf('unread', size)).as('read'),
            )
            .selectAll(),
        )
        .as('both'),
    )
    .selectAll()
    .orderBy('isRead')
    .orderBy('_id', 'desc'),
)

/** How many read ones follow the unread ones; none of them is looked for where it is 0. */
const freeOf = (unread: string, size: Value<number>) =>
  sql<number>`${size}::int - (select count(*) from ${sql.table(unread)})`

const kindsOfTeam = notificationKinds.filter(isOfTeamOnly)

/** Not what a user was told of who was of the team then. */
const isForCustomers = (notification: string) =>
  sql<boolean>`(${sql.ref(`${notification}.noteId`)} is null
    and ${sql.ref(`${notification}.kind`)} <> all(${sql.lit(`{${kindsOfTeam.join()}}`)}))`

/** Whose date of reading `isOrNot` null: each kind is found by its index. */
const newestOf = (
  db: Kysely<Schema>,
  viewer: ViewerOfQuery,
  userId: Value<string>,
  isOrNot: 'is' | 'is not',
) =>
  db
    .selectFrom('notifications as n')
    .innerJoinLateral(
      notifiedTicket(db, viewer)
        .select(['tickets.vendorId', 'tickets.number', 'tickets.title', 'tickets.companyId'])
        .as('t'),
      onTrue,
    )
    .innerJoinLateral(
      lookUp(db, 'companies', 't.companyId').select('companies.name').as('c'),
      onTrue,
    )
    .leftJoinLateral(
      lookUp(db, 'users', 'n.actorId').select(fullNameOf('users').as('name')).as('a'),
      onTrue,
    )
    .where('n.vendorId', '=', sql<string>`app_vendor()`)
    .where('n.userId', '=', userId)
    .where('n.dateRead', isOrNot, null)
    .$if(viewer.of !== 'team', query => query.where(isForCustomers('n')))
    .select([
      'n.id as _id',
      'n.kind',
      'n.ticketId as ticket',
      't.number',
      't.title',
      't.companyId as company',
      'c.name as companyName',
      'a.name as actorName',
      'n.messageId as message',
      'n.noteId as note',
      'n.dateCreated',
      sql<boolean>`n.date_read is not null`.as('isRead'),
    ])
    .orderBy('n.id', 'desc')

/** Tickets, as the bell folds their notifications. */
const unreadOf = prepareForViewer((db, viewer, { userId }: Placeholders<{ userId: string }>) =>
  db
    .selectFrom(
      db
        .selectFrom(
          db
            .selectFrom('notifications')
            .where('vendorId', '=', sql<string>`app_vendor()`)
            .where('userId', '=', userId)
            .where('dateRead', 'is', null)
            .$if(viewer.of !== 'team', query => query.where(isForCustomers('notifications')))
            .select('ticketId')
            .groupBy('ticketId')
            .as('n'),
        )
        .innerJoinLateral(notifiedTicket(db, viewer).select('tickets.id').as('t'), onTrue)
        .select('n.ticketId')
        .limit(sql.lit(maxNotifications))
        .as('unread'),
    )
    .select(eb => eb.fn.countAll<number>().as('unread')),
)

const preferencesOf = prepareQuery((db, { userId }: Placeholders<{ userId: string }>) =>
  db.selectFrom('preferences').where('userId', '=', userId).select(['kind', 'mail', 'browser']),
)

/** Marks the given notifications, a ticket's, which then counts as seen,
 * or all. Returns how many tickets have unread ones afterwards. */
export async function markRead(
  db: Db,
  actor: Actor,
  { ticket, notifications }: { ticket?: string | undefined; notifications?: string[] | undefined },
) {
  if (ticket !== undefined) {
    const { company, isUnread } = await findUnread(db, actor, ticket)
    await saveRead(db, actor.userId, ticket)
    if (isUnread) publish(db, { kind: 'ownTicket', ticket, company, user: actor.userId })
  }
  // locked in one order, as a digest takes over a user's notifications meanwhile
  const unread = db
    .selectFrom('notifications')
    .select('id')
    .where('userId', '=', actor.userId)
    .where('dateRead', 'is', null)
    .$if(ticket !== undefined, query => query.where('ticketId', '=', ticket as string))
    .$if(notifications !== undefined, query =>
      query.where('id', 'in', notifications?.length ? notifications : [null as never]),
    )
    .orderBy('id')
    .forUpdate()
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ dateRead: sql<string>`now()` })
    .where('userId', '=', actor.userId)
    .where('id', 'in', unread)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows > 0n) publish(db, { kind: 'notification', user: actor.userId })
  const [counted] = await unreadOf(db, viewerOf(actor), { userId: actor.userId })
  return { unread: counted?.unread ?? 0 }
}

/** @throws 404 if the ticket is not visible to the caller */
const findUnread = (db: Db, actor: Actor, ticket: string) =>
  db
    .selectFrom(
      visibleTickets(db, viewerOf(actor))
        .selectAll('tickets')
        .where('tickets.id', '=', ticket)
        .as('t'),
    )
    .innerJoinLateral(stateOf(db, 't').as('s'), onTrue)
    .select([
      't.companyId as company',
      isUnreadBy({ userId: actor.userId, isTeam: actor.role !== 'customer' }).as('isUnread'),
    ])
    .executeTakeFirstOrThrow(notFound)

const saveRead = (db: Db, userId: string, ticketId: string) =>
  db
    .insertInto('ticketReads')
    .values({ userId, ticketId, dateRead: sql<string>`now()` })
    .onConflict(conflict =>
      conflict
        .columns(['vendorId', 'userId', 'ticketId'])
        .doUpdateSet({ dateRead: sql<string>`now()` }),
    )
    .execute()

/** @throws 404 if the ticket is not visible to the caller */
export async function followTicket(
  db: Db,
  actor: Actor,
  ticketId: string,
  following: Following,
): Promise<void> {
  const { company } = await findTicket(db, actor, ticketId)
  // others see who follows it; the team's followers are shown to the team only
  const kind = actor.role === 'customer' ? 'ticket' : 'note'
  publish(db, { kind, ticket: ticketId, company })
  await storeFollowing(db, actor.userId, ticketId, following)
}

/** Returns how many were deleted: at most a batch of those older than 90 days. */
export async function sweepNotifications(db: Db, batch = 10_000): Promise<number> {
  const old = db
    .selectFrom('notifications as n')
    .select(['n.userId', 'n.id'])
    .where('n.vendorId', '=', sql<string>`app_vendor()`)
    .where(sql<boolean>`n.date_created < now() - interval '90 days'`)
    .orderBy('n.dateCreated')
    .limit(batch)
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .using(old.as('old'))
    .whereRef('notifications.userId', '=', 'old.userId')
    .whereRef('notifications.id', '=', 'old.id')
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
