import pg from 'pg'
import type { Database, Db } from '#platform/database/database.ts'
import { RoundTrip, statement } from '#platform/database/round-trip.ts'

/** The statements sent to PostgreSQL while `work` runs, without
 * those of the job queue and the probe of a slow database. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const statements = (await queriesDuring(work)).map(query =>
    typeof query === 'string' ? query : (query as { text: string }).text,
  )
  return statements.filter(text => !text.includes('pgboss') && text !== 'select 1')
}

/** The round trips to PostgreSQL while `work` runs, also those of jobs, with their statements. */
export async function roundTripsDuring(work: () => Promise<unknown>) {
  const queries = await queriesDuring(work)
  return queries.flatMap(query => (query instanceof RoundTrip ? [query.statements] : []))
}

async function queriesDuring(work: () => Promise<unknown>): Promise<unknown[]> {
  const sent: unknown[] = []
  const stop = onEveryQuery(query => sent.push(query))
  try {
    await work()
    return sent
  } finally {
    stop()
  }
}

/** Calls `record` with each query until the returned function is called. A spy
 * of Vitest would retain the arguments and results of all queries. */
export function onEveryQuery(record: (query: unknown) => void) {
  const { prototype } = pg.Client
  const query = prototype.query as (...args: unknown[]) => unknown
  prototype.query = function (this: pg.Client, ...args: unknown[]) {
    record(args[0])
    return query.apply(this, args)
  } as typeof prototype.query
  return () => {
    prototype.query = query as typeof prototype.query
  }
}

const rowsRead = statement(
  'select sum(seq_scan + seq_tup_read + coalesce(idx_scan, 0) + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables',
)

/** How many rows and index entries PostgreSQL visits in a transaction of this work. */
export const rowsReadBy = (
  database: Database,
  vendorId: string,
  work: (db: Db) => Promise<unknown>,
) =>
  database.inVendor(vendorId, async db => {
    const count = async () => (await db.run(rowsRead))[0]?.rows as number
    const before = await count() // of earlier transactions that the connection has not reported yet
    await work(db)
    return (await count()) - before
  })
