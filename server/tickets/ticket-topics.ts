import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import { maxTopicsOfTicket, type Topic } from '#contract/topics.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { cachedTotal } from '#platform/database/lists.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changeOf } from '../audit/changes.ts'
import { publish } from '../events/notices.ts'
import { lockTicket } from './ticket-scope.ts'

/** A ticket's topics by name, for the team only; the caller checks that the ticket is visible. */
export const readTopics = (db: Db, ticketId: string): Promise<Topic[]> => topicsOf(db, { ticketId })

const topicsOf = prepareQuery((db, { ticketId }: Placeholders<{ ticketId: string }>) =>
  db
    .selectFrom('ticketTopics')
    .where('ticketTopics.vendorId', '=', sql<string>`app_vendor()`)
    .where('ticketTopics.ticketId', '=', ticketId)
    .innerJoinLateral(
      lookUp(db, 'topics', 'ticketTopics.topicId')
        .select(['topics.id as _id', 'topics.name'])
        .as('t'),
      onTrue,
    )
    .select(['t._id', 't.name'])
    .orderBy(sql`t.name collate turkish`)
    .orderBy('t._id'),
)

type Change = { addTopics?: string[] | undefined; removeTopics?: string[] | undefined }

/** @throws 404 for an unknown ticket or topic, 409 with too many topics */
export async function changeTopics(
  db: Db,
  actor: Actor,
  id: string,
  { addTopics = [], removeTopics = [] }: Change,
): Promise<FieldChange[]> {
  const asked = [...new Set([...addTopics, ...removeTopics])]
  const {
    ticket: { companyId },
    before,
    removed,
    added,
    after,
  } = await db.inOrder({
    lockTopics: () => lockTopics(db, asked),
    ticket: () => lockTicket(db, actor, { as: 'team' }, id),
    before: () => readTopics(db, id),
    removed: () =>
      db
        .deleteFrom('ticketTopics')
        .where('ticketId', '=', id)
        .where(sql<boolean>`topic_id = any(${removeTopics})`)
        .returning('topicId')
        .execute(),
    added: () => insertTopics(db, id, addTopics),
    after: () => readTopics(db, id),
  })
  if (removed.length + added.length === 0) return []
  if (added.length > 0 && after.length > maxTopicsOfTicket) throw conflict('tooManyTopicsOfTicket')
  publish(db, { kind: 'note', ticket: id, company: companyId })
  return [changeOf('topics', names(before), names(after))]
}

const names = (topics: Topic[]) => topics.map(({ name }) => name)

/** Keeps topics until the transaction ends. */
async function lockTopics(db: Db, ids: string[]) {
  const topics = await db
    .selectFrom('topics')
    .select('topics.id')
    .where('topics.id', 'in', ids)
    .orderBy('topics.id')
    .forKeyShare()
    .execute()
  if (topics.length < ids.length) throw notFound()
}

const insertTopics = (db: Db, ticketId: string, topics: string[]) =>
  db
    .insertInto('ticketTopics')
    .columns(['ticketId', 'topicId'])
    .expression(
      db
        .selectFrom('topics')
        .select([sql<string>`${ticketId}::uuid`.as('ticketId'), 'topics.id'])
        .where(sql<boolean>`topics.id = any(${topics})`),
    )
    .onConflict(conflict => conflict.doNothing())
    .returning('topicId')
    .execute()

/** A list reads the tickets of a topic that has no more. */
const fewTickets = 1_000

export async function isOfMany(db: Db, topic: string): Promise<boolean> {
  const count = await cachedTotal(db, `topic ${topic}`, async () => {
    const [row] = await countTickets(db, { topic, most: fewTickets + 1 })
    return row?.count ?? 0
  })
  return count > fewTickets
}

const countTickets = prepareQuery(
  (db, { topic, most }: Placeholders<{ topic: string; most: number }>) =>
    db
      .selectFrom(
        db
          .selectFrom('ticketTopics')
          .select('ticketTopics.ticketId')
          .where('ticketTopics.vendorId', '=', sql<string>`app_vendor()`)
          .where('ticketTopics.topicId', '=', topic)
          .limit(most)
          .as('counted'),
      )
      .select(sql<number>`count(*)`.as('count')),
)
