import { type ReferenceExpression, type SelectQueryBuilder, sql } from 'kysely'
import { openTurns } from './turns.ts'

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

/** Portions of long lists are read one at a time, so that they leave room for everybody else, however many are asked for. */
const turn = openTurns(1, Number.POSITIVE_INFINITY) // of each answer one waits; to refuse it would cut the answer off

/** Reads a list portion by portion: the first at once, the others, where there are some, as they are asked for. */
export async function inPortions<T>(read: (portion: Portion) => Promise<T>): Promise<{ first: T; others?: AsyncGenerator<T> }> {
  const portion = new Portion()
  const first = await read(portion)
  return portion.last ? { first, others: readAfter(portion.last, read) } : { first }
}

async function* readAfter<T>(last: Last, read: (portion: Portion) => Promise<T>): AsyncGenerator<T> {
  for (let after: Last | undefined = last; after; ) {
    const portion = new Portion(after)
    yield await turn(() => read(portion))
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
