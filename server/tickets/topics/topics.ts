import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { FieldChange } from '#contract/audit.ts'
import { maxTopics, type Topic } from '#contract/topics.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { changesOf } from '../../audit/changes.ts'

export async function listTopics(db: Db): Promise<{ topics: Topic[] }> {
  const topics = await db
    .selectFrom('topics')
    .select(['id as _id', 'name'])
    .orderBy(sql`name collate turkish`)
    .orderBy('id')
    .execute()
  return { topics }
}

export async function readTopic(db: Db, id: string) {
  const [topic, { tickets }] = await Promise.all([
    db
      .selectFrom('topics')
      .select(['id as _id', 'name'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(notFound),
    db
      .selectFrom('ticketTopics')
      .select(sql<number>`count(*)`.as('tickets'))
      .where('topicId', '=', id)
      .executeTakeFirstOrThrow(),
  ])
  return { ...topic, tickets }
}

/** @throws 409 for a name that another one has, or beyond the limit */
export async function createTopic(db: Db, name: string): Promise<Topic> {
  const { count } = await db
    .selectFrom('topics')
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxTopics) throw conflict('tooManyTopics')
  const _id = uuidv7()
  await db.insertInto('topics').values({ id: _id, name }).execute().catch(refuseName)
  return { _id, name }
}

/** @throws 404 for an unknown topic, 409 for a name that another one has */
export async function renameTopic(db: Db, id: string, name: string): Promise<FieldChange[]> {
  const { before } = await db
    .inOrder({
      before: () =>
        db
          .selectFrom('topics')
          .select('name')
          .where('id', '=', id)
          .forNoKeyUpdate()
          .executeTakeFirstOrThrow(notFound),
      update: () => db.updateTable('topics').set({ name }).where('id', '=', id).execute(),
    })
    .catch(refuseName)
  return changesOf(before, { name })
}

/** Locks the topic first, so that no ticket gets it meanwhile. Returns its
 * name. @throws 404 for an unknown topic */
export async function removeTopic(db: Db, id: string): Promise<string> {
  const {
    topic: { name },
  } = await db.inOrder({
    topic: () =>
      db
        .selectFrom('topics')
        .select('name')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow(notFound),
    ofTickets: () => db.deleteFrom('ticketTopics').where('topicId', '=', id).execute(),
    remove: () => db.deleteFrom('topics').where('id', '=', id).execute(),
  })
  return name
}

function refuseName(error: { code?: string }): never {
  throw error.code === '23505' ? conflict('topicNameTaken') : error
}
