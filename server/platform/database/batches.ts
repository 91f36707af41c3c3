import type { FastifyReply } from 'fastify'
import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { tooManyLists } from '#platform/errors.ts'
import { fairMutex } from '#platform/semaphore.ts'

/** How many rows a portion of a list has. */
export const batchSize = 500

/** Where a portion of a list ends: the row that it ends with, its time to the microsecond. */
export type BatchCursor = { date: string; id: string }

/** Which rows a list without pages is to give, the newest first: those after the last ones, `portionSize` at the most. */
export class Batch {
  readonly after: BatchCursor | undefined
  /** Where the next one begins, if there is one. */
  cursor: BatchCursor | undefined
  constructor(after?: BatchCursor) {
    this.after = after
  }

  /** Takes note of where it ends; `exact` and `_id` of a row are its time, as PostgreSQL writes it, and its id. */
  setCursor<R>(rows: R[]): R[] {
    const { exact, _id } = (rows.at(-1) ?? {}) as { exact?: string; _id?: string }
    this.cursor = rows.length === batchSize && exact && _id ? { date: exact, id: _id } : undefined
    return rows
  }

  /** The rows of a query that are its: `date` and `id` are what the query is ordered by, the last first. */
  async read<DB, T extends keyof DB, O>(
    query: SelectQueryBuilder<DB, T, O>,
    date: ReferenceExpression<DB, T>,
    id: ReferenceExpression<DB, T>,
  ): Promise<O[]> {
    const { after } = this
    const columns = { date: sql.ref(date as string), id: sql.ref(id as string) }
    const rows = await query
      .$if(after !== undefined, q =>
        q.where(sql<boolean>`(${columns.date}, ${columns.id}) < (${after?.date}::timestamptz, ${after?.id}::uuid)`),
      )
      .select(sql<string>`${columns.date}::text`.as('exact'))
      .limit(batchSize)
      .execute()
    return this.setCursor(rows as O[])
  }
}

/** Whose list it is, and what tells that they have it all or have hung up. */
export type ListClient = { session: string; disconnected: AbortSignal }

export function listClientOf(session: string, reply: FastifyReply): ListClient {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return { session, disconnected: gone.signal }
}

/**
 * Portions of long lists are read one at a time, so that they leave room for everybody else, however many are asked for. The sessions that
 * wait take turns: who asks for several lists waits for their own.
 */
const batchMutex = fairMutex()

/** How many long lists a session may have on their way at once, each until its reader has it all. */
const maxListsPerSession = 4
const openLists = new Map<string, number>()

/**
 * Reads a list portion by portion: the first at once, the others, where there are some, as they are asked for.
 * @throws 429 for the fifth long list at once
 */
export async function readBatches<T>(
  client: ListClient,
  read: (batch: Batch) => Promise<T>,
): Promise<{ first: T; others?: AsyncGenerator<T> }> {
  const portion = new Batch()
  const first = await read(portion)
  if (!portion.cursor) return { first }
  countList(client)
  return { first, others: readRemaining(portion.cursor, client, read) }
}

function countList({ session, disconnected }: ListClient) {
  if (disconnected.aborted) return
  const begun = openLists.get(session) ?? 0
  if (begun >= maxListsPerSession) throw tooManyLists()
  openLists.set(session, begun + 1)
  disconnected.addEventListener('abort', () => {
    const left = (openLists.get(session) ?? 1) - 1
    if (left > 0) openLists.set(session, left)
    else openLists.delete(session)
  })
}

async function* readRemaining<T>(
  cursor: BatchCursor,
  { session, disconnected }: ListClient,
  read: (batch: Batch) => Promise<T>,
): AsyncGenerator<T> {
  for (let after: BatchCursor | undefined = cursor; after; ) {
    const portion = new Batch(after)
    yield await batchMutex(session, disconnected, () => read(portion))
    after = portion.cursor
  }
}

/** The answers of a list's portions, each `{"rows":[…]}`, as one such answer. */
export async function* joinBatches(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first.slice(0, -2)
  for await (const answer of others) {
    const rows = answer.slice(answer.indexOf('[') + 1, -2)
    if (rows) yield `,${rows}`
  }
  yield ']}'
}
