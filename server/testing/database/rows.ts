import type pg from 'pg'
import { waitForReactions } from '#testing/queue.ts'

/** A hash of each table, a sum that needs no order of its rows, and the number of jobs,
 * without what a refused call may write: attempts, audit, notices. */
export async function hashTables(owner: pg.Pool): Promise<Record<string, string>> {
  await waitForReactions(owner)
  const text = hashQueries.get(owner) ?? (await hashQueryOf(owner))
  hashQueries.set(owner, text)
  // prepared, as PostgreSQL plans it longer than it runs
  const { rows } = await owner.query<{ name: string; sum: string }>({ name: 'hash tables', text })
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

const hashQueries = new WeakMap<pg.Pool, string>()

async function hashQueryOf(owner: pg.Pool): Promise<string> {
  const tables = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('attempts', 'audit_entries', 'mails', 'mail_counts')",
  )
  const sums = tables.rows.map(
    ({ name }) =>
      `select '${name}' as name, concat(count(*), ' ', sum(hashtextextended(t::text, 0))) as sum from ${name} t`,
  )
  const jobs =
    "select 'jobs', count(*)::text from pgboss.job where data ? 'vendor' and name <> 'signIn.unusual'"
  return `${[...sums, jobs].join(' union all ')} order by name`
}
