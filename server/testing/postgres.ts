import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/database/migrations.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { type ConnectionParameters, startPostgres } from '#platform/postgres/postgres.ts'
import { queueNames } from '../app/reactions.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: {
      connection: ConnectionParameters
      superuser: ConnectionParameters
      /** Exists until the run ends. */
      folder: string
    }
  }
}

/** Starts PostgreSQL for a test run, with a migrated
 * template database: each test file gets a copy. */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
  await chmod(dataDir, 0o711) // access for the pooler's user
  const postgres = await startPostgres(dataDir, 'server', {
    max_connections: '300',
    fsync: 'off',
    full_page_writes: 'off', // each copy of the template begins with a checkpoint
  })
  await migrate(postgres.connection)
  const jobs = await openJobs(postgres.connection, queueNames, console.error)
  await jobs.close()
  const { connection, superuser } = postgres
  project.provide('postgres', { connection, superuser, folder: dataDir })
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
