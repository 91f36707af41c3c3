import type pg from 'pg'
import { vi } from 'vitest'

/** A sum over each table, and how many jobs the queue has: equal where nothing was written. What is refused is counted, the audit has it, and administrators are told. */
export async function everyRow(owner: pg.Pool): Promise<Record<string, string>> {
  await requestsDone(owner)
  const tables = await owner.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in ('attempts', 'audit_entries')",
  )
  const sums = tables.rows.map(
    ({ name }) => `select '${name}' as name, md5(string_agg(t::text, '' order by t::text)) as sum from ${name} t`,
  )
  const jobs = "select 'jobs', count(*)::text from pgboss.job where data ? 'vendor' and name <> 'signIn.unusual'"
  const { rows } = await owner.query<{ name: string; sum: string }>(`${[...sums, jobs].join(' union all ')} order by name`)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** Waits until what was answered before it was done is done: a reset link that was asked for is made by a job. */
const requestsDone = (owner: pg.Pool) =>
  vi.waitFor(async () => {
    const { rowCount } = await owner.query("select from pgboss.job where name = 'password.requested' and state < 'completed'")
    if (rowCount !== 0) throw new Error(`${rowCount} reset links are still asked for`)
  }, 20_000)
