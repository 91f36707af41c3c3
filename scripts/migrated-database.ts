import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '#platform/database/migrations.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'

/** Runs `work` with a client of a temporary, fully migrated database. */
export async function withMigratedDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-schema-'))
  const postgres = await startPostgres(dataDir, 'server')
  const client = new pg.Client(postgres.connection)
  try {
    await migrate(postgres.connection)
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}
