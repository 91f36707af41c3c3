import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { inject, vi } from 'vitest'
import type { Portal } from './portal.ts'

/**
 * Holds the rows that `lock` selects until all calls wait for each other, each begun once the one before it waits; then lets them go.
 * Their answers.
 */
export async function queueBehind<T>(
  { owner, connection }: Pick<Portal, 'owner' | 'connection'>,
  lock: string,
  values: unknown[],
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await owner.connect()
  const watcher = new pg.Client({ ...inject('postgres').superuser, database: connection.database })
  await watcher.connect()
  const answers: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    for (const call of calls) {
      answers.push(call())
      await waiting(watcher, answers.length)
    }
  } finally {
    await holder.query('rollback')
    holder.release()
    await watcher.end()
  }
  return Promise.all(answers)
}

/**
 * Until so many connections wait for a row. Asked outside of the holder's transaction, which would be told the same each time, and by the
 * superuser, as the owner does not see what the login of the requests waits for.
 */
async function waiting(watcher: pg.Client, count: number) {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(5)) {
    const { rows } = await watcher.query(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows[0].waiting === count) return
  }
  throw new Error(`${count} calls do not wait`)
}

/** Waits until every reset link that was asked for is made: that is a job's, after the answer. */
export const resetsDone = (owner: Portal['owner']) =>
  vi.waitFor(async () => {
    const { rowCount } = await owner.query("select from pgboss.job where name = 'password.requested' and state < 'completed'")
    if (rowCount !== 0) throw new Error(`${rowCount} reset links are still to be made`)
  }, 20_000)
