import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { inject, onTestFinished } from 'vitest'
import { dropDatabase, runQuery } from '#testing/database/databases.ts'

/** An empty database and an empty data folder, removed by default when the test finishes. */
export async function createEmptyInstallation(
  registerCleanup: (cleanup: () => Promise<void>) => void = onTestFinished,
) {
  const { connection: template, superuser } = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-empty-'))
  await runQuery(superuser, `create database ${database} owner tezgah`)
  registerCleanup(async () => {
    await dropDatabase(superuser, database)
    await rm(dataDir, { recursive: true, force: true })
  })
  return { connection: { ...template, database }, dataDir }
}

/** Every row of the public schema as text, by table. */
export async function readAllRows(connection: pg.ClientConfig): Promise<Record<string, string[]>> {
  const tables = await runQuery(
    connection,
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  )
  const rows: Record<string, string[]> = {}
  for (const { tablename } of tables)
    rows[String(tablename)] = (
      await runQuery(connection, `select t::text as row from public.${tablename} t order by 1`)
    ).map(({ row }) => String(row))
  return rows
}
