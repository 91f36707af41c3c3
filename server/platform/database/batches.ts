import type { ServerResponse } from 'node:http'
import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { tooManyLists } from '#platform/errors.ts'

export const batchSize = 500

export type BatchCursor = { date: string; id: string } // of the last row, exact to the microsecond

/** A keyset batch of a list without pages: up to `batchSize`
 * rows after `after`, newest first (record 0023). */
export class Batch {
  readonly after: BatchCursor | undefined
  cursor: BatchCursor | undefined
  constructor(after?: BatchCursor) {
    this.after = after
  }

  get isPart() {
    return this.after !== undefined || this.cursor !== undefined
  }

  /** Sets the cursor from the last row, whose `exact` is its
   * time as PostgreSQL writes it; returns `rows`. */
  setCursor<R>(rows: R[]): R[] {
    const { exact, _id } = (rows.at(-1) ?? {}) as { exact?: string; _id?: string }
    this.cursor = rows.length === batchSize && exact && _id ? { date: exact, id: _id } : undefined
    return rows
  }

  async read<DB, T extends keyof DB, O>(
    query: SelectQueryBuilder<DB, T, O>,
    date: ReferenceExpression<DB, T>,
    id: ReferenceExpression<DB, T>,
  ): Promise<O[]> {
    const { after } = this
    const columns = { date: sql.ref(date as string), id: sql.ref(id as string) }
    const rows = await query
      .$if(after !== undefined, q =>
        q.where(
          sql<boolean>`(${columns.date}, ${columns.id}) < (${after?.date}::timestamptz, ${after?.id}::uuid)`,
        ),
      )
      .select(sql<string>`${columns.date}::text`.as('exact'))
      .limit(batchSize)
      .execute()
    return this.setCursor(rows as O[])
  }
}

/** The session that reads a list, empty without one: the limit
 * of open lists counts by it. And the response that sends it. */
export type ListClient = { session: string; response: ServerResponse }

const maxListsPerSession = 4
const openLists = new Map<string, number>()

/** Reads the first batch now and the others as the consumer pulls
 * them. @throws 429 for a session's fifth long list in progress */
export async function readBatches<T>(
  client: ListClient,
  read: (batch: Batch) => Promise<T>,
): Promise<{ first: T; others?: AsyncGenerator<T> }> {
  const batch = new Batch()
  const first = await read(batch)
  if (!batch.cursor) return { first }
  countList(client)
  return { first, others: readRemaining(batch.cursor, read) }
}

/** Until the response is sent, or its client has left. */
function countList({ session, response }: ListClient) {
  if (response.closed) return
  const count = openLists.get(session) ?? 0
  if (count >= maxListsPerSession) throw tooManyLists()
  openLists.set(session, count + 1)
  response.once('close', () => {
    const left = (openLists.get(session) ?? 1) - 1
    if (left > 0) openLists.set(session, left)
    else openLists.delete(session)
  })
}

async function* readRemaining<T>(
  cursor: BatchCursor,
  read: (batch: Batch) => Promise<T>,
): AsyncGenerator<T> {
  for (let after: BatchCursor | undefined = cursor; after; ) {
    const batch = new Batch(after)
    yield await read(batch)
    after = batch.cursor
  }
}
