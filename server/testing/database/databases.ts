import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'

export async function runQuery(
  connection: pg.ClientConfig,
  query: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

/** With its logins. Waits until closed connections are gone: terminating
 * one would raise an error in its test. */
export async function dropDatabase(superuser: pg.ClientConfig, database: string) {
  for (const end = Date.now() + 5_000; Date.now() < end; await pause(10)) {
    const rows = await runQuery(
      superuser,
      `select from pg_stat_activity where datname = '${database}'`,
    )
    if (rows.length === 0) break
  }
  await runQuery(superuser, `drop database ${database} with (force)`)
  await runQuery(superuser, `drop role if exists tezgah_login_${database}, ${database}_pool`)
}
