import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { maxTicketFilters, type SavedFilter, type TicketFilter } from '#contract/ticket-filters.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { publish } from '../../events/notices.ts'

type Change = {
  name?: string | undefined
  isOfTeam?: boolean | undefined
  query?: TicketFilter | undefined
}

/** Their own, and those of the team, which any of its members changes. */
const filtersOf = (db: Db, userId: string) =>
  db
    .selectFrom('ticketFilters')
    .where(eb => eb.or([eb('isOfTeam', '=', true), eb('userId', '=', userId)]))

export async function listTicketFilters(db: Db, userId: string) {
  const rows = await filtersOf(db, userId)
    .select(['id as _id', 'name', 'isOfTeam', 'query'])
    .orderBy(sql`name collate turkish`)
    .orderBy('id')
    .execute()
  return { filters: rows as SavedFilter[] }
}

/** @throws 409 for a name that another one has, or beyond the limit */
export async function saveTicketFilter(
  db: Db,
  userId: string,
  { name, isOfTeam, query }: Omit<SavedFilter, '_id'>,
): Promise<SavedFilter> {
  const _id = uuidv7()
  await requirePlace(db, userId, isOfTeam)
  await db
    .insertInto('ticketFilters')
    .values({ id: _id, userId, name, isOfTeam, query: JSON.stringify(query) as never })
    .execute()
    .catch(nameTaken)
  if (isOfTeam) publishToTeam(db)
  return { _id, name, isOfTeam, query }
}

/** Returns its name, and the one that it had, where it is or was the team's; else null.
 * @throws 404 for a filter of a colleague, 409 as `saveTicketFilter` does */
export async function changeTicketFilter(
  db: Db,
  userId: string,
  id: string,
  { name, isOfTeam, query }: Change,
): Promise<string | null> {
  const filter = await filtersOf(db, userId)
    .where('id', '=', id)
    .select(['isOfTeam', 'name'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  const isMoved = isOfTeam !== undefined && isOfTeam !== filter.isOfTeam
  if (isMoved) await requirePlace(db, userId, isOfTeam)
  await db
    .updateTable('ticketFilters')
    .set({
      ...(name !== undefined && { name }),
      ...(query !== undefined && { query: JSON.stringify(query) as never }),
      ...(isMoved && { isOfTeam, userId }),
    })
    .where('id', '=', id)
    .execute()
    .catch(nameTaken)
  if (!isOfTeam && !filter.isOfTeam) return null
  publishToTeam(db)
  return [...new Set([filter.name, name ?? filter.name])].join(' → ')
}

/** Returns the name of one of the team. @throws 404 for a filter of a colleague */
export async function removeTicketFilter(
  db: Db,
  userId: string,
  id: string,
): Promise<string | null> {
  const { isOfTeam, name } = await db
    .deleteFrom('ticketFilters')
    .where('id', '=', id)
    .where(eb => eb.or([eb('isOfTeam', '=', true), eb('userId', '=', userId)]))
    .returning(['isOfTeam', 'name'])
    .executeTakeFirstOrThrow(notFound)
  if (!isOfTeam) return null
  publishToTeam(db)
  return name
}

const publishToTeam = (db: Db) => publish(db, { kind: 'change', companies: [] })

async function requirePlace(db: Db, userId: string, isOfTeam: boolean) {
  const { count } = await db
    .selectFrom('ticketFilters')
    .where('isOfTeam', '=', isOfTeam)
    .$if(!isOfTeam, q => q.where('userId', '=', userId))
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= maxTicketFilters) throw conflict('tooManyTicketFilters')
}

function nameTaken(error: { code?: string }): never {
  throw error.code === '23505' ? conflict('ticketFilterNameTaken') : error
}
