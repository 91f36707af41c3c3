import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { openDatabase, serverRole } from './database.ts'
import { openJobs } from './jobs.ts'
import { migrate } from './migrations.ts'
import { startPostgres } from './postgres.ts'

// Roles belong to a whole cluster, so what is done to them here is done in a cluster of its own.

const dataDir = await mkdtemp(join(tmpdir(), 'tezgah-test-'))
const postgres = await startPostgres(dataDir, 'guest')
await migrate(postgres.connection)
const jobs = await openJobs(postgres.connection, [], console.error)
const superuser = new pg.Client({ ...postgres.superuser, database: postgres.connection.database })
await superuser.connect()
afterAll(async () => {
  await superuser.end()
  await jobs.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('the database opens as a role that row-level security binds', async () => {
  const database = await openDatabase(postgres.connection, jobs)
  await expect(database.check()).resolves.toBeUndefined()
  await database.close()
})

test.each([
  ['a superuser', 'superuser', 'nosuperuser'],
  ['one that may bypass row-level security', 'bypassrls', 'nobypassrls'],
])('it does not open when its role is %s', async (_, make, undo) => {
  await superuser.query(`alter role ${serverRole} ${make}`)
  await expect(openDatabase(postgres.connection, jobs)).rejects.toThrow(/"tezgah_server" is a superuser, an owner of tables or may bypass/)
  await superuser.query(`alter role ${serverRole} ${undo}`)
})

test('it does not open when its role owns a table', async () => {
  await superuser.query(`create table owned (); alter table owned owner to ${serverRole}`)
  await expect(openDatabase(postgres.connection, jobs)).rejects.toThrow(/"tezgah_server" is a superuser, an owner of tables or may bypass/)
  await superuser.query('drop table owned')
})

test('what a transaction did is undone when its work fails', async () => {
  const database = await openDatabase(postgres.connection, jobs)
  const vendorId = '00000000-0000-0000-0000-000000000000'
  const companies = () => database.inVendor(vendorId, db => db.selectFrom('companies').select('name').execute())
  const failing = database.inVendor(vendorId, async db => {
    await db.insertInto('companies').values({ id: vendorId, name: 'Yarım' }).execute()
    throw new Error('changed our mind')
  })
  await expect(failing).rejects.toThrow('changed our mind')
  expect(await companies()).toEqual([])
  await database.close()
})
