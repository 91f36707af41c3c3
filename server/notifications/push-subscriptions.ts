import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Actor } from '#contract/actor.ts'
import { maxPushBrowsers, type PushSubscription } from '#contract/push.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { Push } from '#platform/push/push.ts'
import { storeScope } from './preferences.ts'

/** A page that is open marks what it shows as read within
 * this time, in seconds, so that it is not pushed. */
const delay = 5

/** How many browsers of the caller receive pushes, and when
 * the caller last ended those of all browsers. */
export async function readPushStatus(
  db: Db,
  { userId }: Actor,
): Promise<{ browsers: number; ended: string | null }> {
  const [{ browsers }, scope] = await Promise.all([
    db
      .selectFrom('pushSubscriptions')
      .select(eb => eb.fn.countAll<number>().as('browsers'))
      .where('userId', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('notificationScopes')
      .select('pushEnded')
      .where('userId', '=', userId)
      .executeTakeFirst(),
  ])
  return { browsers, ended: scope?.pushEnded ?? null }
}

/** Stores the subscription of a browser, also where that was
 * another user's; it ends with the caller's session. @throws 400 */
export async function subscribe(
  db: Db,
  push: Push,
  { userId, sessionId }: Actor,
  subscription: PushSubscription,
): Promise<void> {
  if (!push.accepts(subscription)) throw invalid('pushSubscriptionInvalid')
  const { endpoint, ...keys } = subscription
  const current = { ...keys, userId, sessionId, dateUsed: sql<string>`now()` }
  await db
    .insertInto('pushSubscriptions')
    .values({ id: uuidv7(), endpoint, ...current })
    .onConflict(conflict => conflict.columns(['vendorId', 'endpoint']).doUpdateSet(current))
    .execute()
  const newest = db
    .selectFrom('pushSubscriptions')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('dateUsed', 'desc')
    .orderBy('id', 'desc')
    .limit(maxPushBrowsers)
  await db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where('id', 'not in', newest)
    .execute()
}

/** Ends the subscription of one browser of the caller, or of
 * all of them, which then do not renew it. */
export async function endPush(
  db: Db,
  { userId }: Actor,
  endpoint: string | undefined,
): Promise<void> {
  await db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .$if(endpoint !== undefined, query => query.where('endpoint', '=', endpoint as string))
    .execute()
  if (endpoint === undefined) await storeScope(db, userId, { pushEnded: new Date().toISOString() })
}

type Subscription = { id: string; userId: string }

export const readSubscriptions = async (db: Db, users: string[]): Promise<Subscription[]> =>
  users.length > 0 ? subscriptionsOf(db, { users }) : []

const subscriptionsOf = prepareQuery((db, { users }: Placeholders<{ users: string[] }>) =>
  db
    .selectFrom('pushSubscriptions')
    .select(['id', 'userId'])
    .where(sql<boolean>`user_id = any(${users}::uuid[])`),
)

export async function queuePushes(
  db: Db,
  subscriptions: Subscription[],
  told: { userId: string; event: string }[],
  notifyDelay: number,
): Promise<void> {
  const eventsOf = Map.groupBy(told, ({ userId }) => userId)
  await db.jobs.sendEach(
    db,
    'push.queued',
    subscriptions.flatMap(({ id, userId }) =>
      (eventsOf.get(userId) ?? []).map(({ event }) => ({ subscription: id, event })),
    ),
    Math.min(delay, notifyDelay),
  )
}

/** Lets subscriptions outlive an expired session; deletes those
 * of browsers in which the portal was not opened for 90 days. */
export async function sweepPush(db: Db): Promise<void> {
  const expired = db
    .selectFrom('sessions')
    .select('id')
    .where('dateExpires', '<', sql<string>`now()`)
  await db
    .updateTable('pushSubscriptions')
    .set({ sessionId: null })
    .where('sessionId', 'in', expired)
    .execute()
  await db
    .deleteFrom('pushSubscriptions')
    .where(sql<boolean>`date_used < now() - interval '90 days'`)
    .execute()
}
