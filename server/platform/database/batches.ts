import type { FastifyReply } from 'fastify'
import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { tooManyLists } from '#platform/errors.ts'
import { openTurn } from '#platform/semaphore.ts'

/** How many rows a portion of a list has. */
export const portionSize = 500

/** Where a portion of a list ends: the row that it ends with, its time to the microsecond. */
export type Last = { date: string; id: string }

/** Which rows a list without pages is to give, the newest first: those after the last ones, `portionSize` at the most. */
export class Portion {
  readonly after: Last | undefined
  /** Where the next one begins, if there is one. */
  last: Last | undefined
  constructor(after?: Last) {
    this.after = after
  }

  /** Takes note of where it ends; `exact` and `_id` of a row are its time, as PostgreSQL writes it, and its id. */
  endsWith<R>(rows: R[]): R[] {
    const { exact, _id } = (rows.at(-1) ?? {}) as { exact?: string; _id?: string }
    this.last = rows.length === portionSize && exact && _id ? { date: exact, id: _id } : undefined
    return rows
  }

  /** The rows of a query that are its: `date` and `id` are what the query is ordered by, the last first. */
  async of<DB, T extends keyof DB, O>(
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
      .limit(portionSize)
      .execute()
    return this.endsWith(rows as O[])
  }
}

/** Whose list it is, and what tells that they have it all or have hung up. */
export type Reader = { session: string; gone: AbortSignal }

export function readerOf(session: string, reply: FastifyReply): Reader {
  const gone = new AbortController()
  reply.raw.once('close', () => gone.abort())
  return { session, gone: gone.signal }
}

/**
 * Portions of long lists are read one at a time, so that they leave room for everybody else, however many are asked for. The sessions that
 * wait take turns: who asks for several lists waits for their own.
 */
const turn = openTurn()

/** How many long lists a session may have on their way at once, each until its reader has it all. */
const mostLists = 4
const lists = new Map<string, number>()

/**
 * Reads a list portion by portion: the first at once, the others, where there are some, as they are asked for.
 * @throws 429 for the fifth long list at once
 */
export async function inPortions<T>(
  reader: Reader,
  read: (portion: Portion) => Promise<T>,
): Promise<{ first: T; others?: AsyncGenerator<T> }> {
  const portion = new Portion()
  const first = await read(portion)
  if (!portion.last) return { first }
  begin(reader)
  return { first, others: readAfter(portion.last, reader, read) }
}

function begin({ session, gone }: Reader) {
  if (gone.aborted) return
  const begun = lists.get(session) ?? 0
  if (begun >= mostLists) throw tooManyLists()
  lists.set(session, begun + 1)
  gone.addEventListener('abort', () => {
    const left = (lists.get(session) ?? 1) - 1
    if (left > 0) lists.set(session, left)
    else lists.delete(session)
  })
}

async function* readAfter<T>(last: Last, { session, gone }: Reader, read: (portion: Portion) => Promise<T>): AsyncGenerator<T> {
  for (let after: Last | undefined = last; after; ) {
    const portion = new Portion(after)
    yield await turn(session, gone, () => read(portion))
    after = portion.last
  }
}

/** The answers of a list's portions, each `{"rows":[…]}`, as one such answer. */
export async function* joined(first: string, others: AsyncIterable<string>): AsyncGenerator<string> {
  yield first.slice(0, -2)
  for await (const answer of others) {
    const rows = answer.slice(answer.indexOf('[') + 1, -2)
    if (rows) yield `,${rows}`
  }
  yield ']}'
}
