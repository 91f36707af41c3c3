import { setTimeout as pause } from 'node:timers/promises'
import type { Portal } from './portal.ts'

/**
 * Holds the rows that `lock` selects until all calls wait for each other, each begun once the one before it waits; then lets them go.
 * Their answers.
 */
export async function queueBehind<T>(
  { owner }: Pick<Portal, 'owner'>,
  lock: string,
  values: unknown[],
  calls: (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await owner.connect()
  const answers: Promise<T>[] = []
  try {
    await holder.query('begin')
    await holder.query(lock, values)
    for (const call of calls) {
      answers.push(call())
      await waiting(owner, answers.length)
    }
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  return Promise.all(answers)
}

/** Until so many connections wait for a row. Asked outside of the holder's transaction, which would be told the same each time. */
async function waiting(owner: Portal['owner'], count: number) {
  for (const end = Date.now() + 10_000; Date.now() < end; await pause(5)) {
    const { rows } = await owner.query(
      "select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    if (rows[0].waiting === count) return
  }
  throw new Error(`${count} calls do not wait`)
}
