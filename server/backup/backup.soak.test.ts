import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { applyMigrations, missingMigrations } from '#platform/database/migrations.ts'
import {
  backupFixturesIn,
  hashFiles,
  restoreBackup,
  startRestored,
} from '#testing/backups/backups.ts'
import { createEmptyInstallation, readAllRows } from '#testing/backups/empty-installation.ts'
import { runQuery } from '#testing/database/databases.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { startBucket } from '#testing/servers/bucket.ts'
import { waitFor } from '#testing/wait-for.ts'
import { sweep } from '../app/sweep.ts'
import { RefusedBackup } from './archive.ts'
import { backUp } from './back-up.ts'

// No mail server listens here, so mails wait.
const portal = await openPortal({ SMTP_URL: 'smtp://127.0.0.1:9' })
const fixtures = fixturesIn(portal)
const { as, platform, connection, owner } = portal
const { folder, newFile, createBackup, createConversation } = await backupFixturesIn(portal)

test('after a restore every row, file and session is as it was, and users can sign in', async () => {
  const { member, staff, ticketId, visitor } = await createConversation()
  const before = await as(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
  const { path, contents } = await createBackup()
  const back = await restoreBackup(path)
  expect(back.contents).toEqual(contents)
  expect(await readAllRows(back.connection)).toEqual(await readAllRows(connection))
  expect(await hashFiles(back.storage)).toEqual(await hashFiles(platform.storage))

  const { as: inRestored } = await startRestored(back)
  const after = await inRestored(staff).call(routes.tickets.get, { params: { ticket: ticketId } })
  const plain = (ticket: object) =>
    JSON.stringify(ticket).replaceAll(/"(signed|preview)URL":"[^"]*"/g, '')
  expect(plain(after.body)).toBe(plain(before.body))
  const login = await inRestored(visitor).call(routes.sessions.login, {
    body: { email: member.email, password },
  })
  expect(login.status).toBe(200)
})

test('a restored installation protects its rows as before, and a ticket that is opened gets the next number', async () => {
  const { member, companyId, companyMachineId } = await createConversation()
  const back = await restoreBackup((await createBackup()).path)
  const protection = `select relname, relrowsecurity, relforcerowsecurity, relacl::text, array(select polname from pg_policy where polrelid = pg_class.oid order by 1) as policies,
                             array(select conname || pg_get_constraintdef(oid) from pg_constraint where conrelid = pg_class.oid order by 1) as constraints
                        from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`
  expect(await runQuery(back.connection, protection)).toEqual(
    await runQuery(connection, protection),
  )
  const opened = await (await startRestored(back)).as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Yeniden', machine: companyMachineId, message: 'Kaldığımız yerden.' },
  })
  const before = await runQuery(
    connection,
    `select max(number) as last from tickets where company_id = '${companyId}'`,
  )
  expect([opened.status, opened.body.number]).toEqual([200, Number(before[0]?.last) + 1])
})

test('files go from the disk into a bucket and back to a disk, byte for byte', async () => {
  await createConversation()
  const bucket = await startBucket()
  onTestFinished(bucket.stop)
  const inBucket = await restoreBackup((await createBackup()).path, { storageUrl: bucket.url })
  const files = await hashFiles(platform.storage)
  expect(await hashFiles(inBucket.storage)).toEqual(files)
  const onDisk = await restoreBackup(
    (await createBackup({ storage: inBucket.storage, from: inBucket.connection })).path,
  )
  expect(await hashFiles(onDisk.storage)).toEqual(files)
  expect(await readAllRows(onDisk.connection)).toEqual(await readAllRows(connection))
})

test('a backup made during writes has all that was acknowledged before it began, and every message has its ticket', async () => {
  const conversations = await Promise.all([
    createConversation(),
    createConversation(),
    createConversation(),
  ])
  const acknowledged = new Map<string, string>()
  let writing = true
  const writers = conversations.map(async ({ member, companyId, companyMachineId }) => {
    while (writing) {
      const title = randomBytes(8).toString('hex')
      const params = { company: companyId }
      const { body } = await as(member).call(routes.tickets.open, {
        params,
        body: { title, machine: companyMachineId, message: title },
      })
      await as(member).call(routes.tickets.replyOfAccount, {
        params: { ...params, ticket: body._id },
        body: { contents: title },
      })
      const file = await fixtures.upload(member, { bytes: randomBytes(2_000) })
      await as(member).call(routes.tickets.replyOfAccount, {
        params: { ...params, ticket: body._id },
        body: { contents: 'Ekte', files: [file] },
      })
      acknowledged.set(body._id, title)
    }
  })
  await pause(500)
  const before = [...acknowledged.keys()]
  const { path } = await createBackup()
  writing = false
  await Promise.all(writers)
  expect(acknowledged.size).toBeGreaterThan(before.length)

  const back = await restoreBackup(path)
  const ids = (await runQuery(back.connection, 'select id from tickets')).map(({ id }) => id)
  expect(before.filter(id => !ids.includes(id))).toEqual([])
  const torn = `select s.ticket_id from ticket_states s left join messages m using (vendor_id, ticket_id)
                 group by s.vendor_id, s.ticket_id having abs(extract(epoch from max(m.date_added) - s.date_last_message)) > 0.001`
  expect(await runQuery(back.connection, torn)).toEqual([])
  const stored = await runQuery(
    back.connection,
    "select vendor_id || '/' || coalesce(stored_as, id) as key from files where date_stored is not null order by 1",
  )
  expect(Object.keys(await hashFiles(back.storage)).sort()).toEqual(stored.map(({ key }) => key))
})

test('a file that is removed during a backup is not in it, and no row refers to it', async () => {
  const { admin, machineId } = await createConversation()
  const id = await fixtures.upload(admin, { bytes: randomBytes(1_000) })
  const added = await as(admin).call(routes.files.addToMachine, {
    params: { machine: machineId },
    body: { file: id },
  })
  expect(added.status).toBe(200)
  const key = await fixtures.keyOf(id)
  let removed = false
  const storage = {
    ...platform.storage,
    async get(current: string) {
      if (!removed)
        await as(admin).call(routes.files.removeFromMachine, {
          params: { machine: machineId, file: id },
        })
      removed = true
      await waitFor(async () =>
        expect(Object.keys(await hashFiles(platform.storage))).not.toContain(key),
      )
      return platform.storage.get(current)
    },
  }
  const { path, contents } = await createBackup({ storage })
  expect(contents).toMatchObject({ removed: 1, lost: [] })
  const back = await restoreBackup(path)
  expect(
    await runQuery(
      back.connection,
      `select from files where id = '${id}' union all select from machine_files where file_id = '${id}'`,
    ),
  ).toEqual([])
  expect(Object.keys(await hashFiles(back.storage))).not.toContain(key)
  const use = 'select vendor_id, bytes from file_usage where bytes > 0 order by vendor_id'
  expect(await runQuery(back.connection, use)).toEqual(
    await runQuery(
      back.connection,
      'select vendor_id, sum(file_size)::int8 as bytes from files group by vendor_id order by vendor_id',
    ),
  )
})

test('a file whose bytes are lost is named, and everything else is backed up', async () => {
  const { key, file } = await createConversation()
  await platform.storage.remove(key)
  const { path, contents } = await createBackup()
  expect(contents.lost).toEqual([key])
  const back = await restoreBackup(path)
  expect(
    await runQuery(back.connection, `select file_id from message_files where file_id = '${file}'`),
  ).toHaveLength(1)
  await owner.query('delete from message_files where file_id = $1', [file])
  await owner.query('delete from files where id = $1', [file])
})

test('a waiting mail is sent by the restored server, and a failed one is still marked as failed', async () => {
  const { admin, companyId } = await fixtures.company()
  for (const email of ['bekleyen@musteri.test', 'birakilan@musteri.test']) {
    const body = { email, name: 'Ayşe', surname: 'Işık' }
    expect(
      (await as(admin).call(routes.users.invite, { params: { company: companyId }, body })).status,
    ).toBe(200)
  }
  await owner.query(
    "update mails set date_next = now() - interval '1 hour' where state = 'waiting'",
  ) // the age of the backup when it is restored
  await owner.query(
    `update mails set state = 'failed', date_next = null, answer = '550 no such user'
       from users where users.id = user_id and email = 'birakilan@musteri.test'`,
  )

  const back = await restoreBackup((await createBackup()).path)
  const server = await startRestored(back)
  await sweep(server.platform.database, server.platform.config)
  const mails = async () => {
    const names = await readdir(`${back.dataDir}/mail`).catch(() => [])
    return Promise.all(
      names
        .filter(name => name.endsWith('.eml'))
        .map(name => readFile(`${back.dataDir}/mail/${name}`, 'utf8')),
    )
  }
  await waitFor(async () =>
    expect((await mails()).filter(mail => mail.includes('bekleyen@musteri.test'))).toHaveLength(1),
  )
  expect((await mails()).filter(mail => mail.includes('birakilan@musteri.test'))).toEqual([])
  const failed =
    "select state, answer from mails join users on users.id = user_id where email = 'birakilan@musteri.test'"
  expect(await runQuery(back.connection, failed)).toEqual([
    { state: 'failed', answer: '550 no such user' },
  ])
  await server.stop()
  await startRestored(back)
  expect((await mails()).filter(mail => mail.includes('bekleyen@musteri.test'))).toHaveLength(1)
})

test('a backup of an older version is restored and migrated to this one', async () => {
  const old = await createEmptyInstallation()
  const client = new pg.Client(old.connection)
  await client.connect()
  await applyMigrations(client, (await missingMigrations(client)).slice(0, 2))
  const vendor = '01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0b'
  await client.query(`insert into vendors (vendor_id, name) values ('${vendor}', 'Eski Makine')`)
  await client.query(
    `insert into companies (vendor_id, id, name) values ('${vendor}', '${vendor}', 'İlk Müşteri')`,
  )
  await client.end()
  const { path } = await createBackup({ from: old.connection })

  const back = await restoreBackup(path)
  expect(await runQuery(back.connection, 'select name, search from companies')).toEqual([
    { name: 'İlk Müşteri', search: 'ilk musteri' },
  ])
  const columns =
    "select table_name, column_name, data_type from information_schema.columns where table_schema = 'public' order by 1, 2"
  expect(await runQuery(back.connection, columns)).toEqual(await runQuery(connection, columns))
  expect(
    await runQuery(back.connection, 'select name from platform.migrations order by name'),
  ).toEqual(await runQuery(connection, 'select name from platform.migrations order by name'))
  await startRestored(back)
})

test('a database that is not Tezgah’s is not backed up', async () => {
  const { connection: from } = await createEmptyInstallation()
  await expect(createBackup({ from })).rejects.toThrow('There is nothing to back up')
})

test('no table uses a sequence, which a restore would start at 1 again', async () => {
  expect(
    await runQuery(connection, "select sequencename from pg_sequences where schemaname = 'public'"),
  ).toEqual([])
})

test('only its owner may read a backup, and nothing else is left beside it', async () => {
  const before = await readdir(folder)
  const { path } = await createBackup()
  expect(((await stat(path)).mode & 0o777).toString(8)).toBe('600')
  expect((await readdir(folder)).filter(name => !before.includes(name))).toEqual([
    path.slice(folder.length + 1),
  ])
})

test('a backup into an existing file is refused, and the file stays as it is', async () => {
  const path = newFile()
  await writeFile(path, 'mine')
  await expect(
    backUp(path, { connection, storage: platform.storage, tokenSecret: 'secret' }),
  ).rejects.toThrow('exists already')
  expect(await readFile(path, 'utf8')).toBe('mine')
})

test.each([
  ['a folder that is not there', '/there/is/no/such.backup', 'there is no folder /there/is/no'],
  ['a file instead of a folder', `${import.meta.filename}/all.backup`, 'is no folder'],
])('a backup into %s is refused with the reason', async (_, path, reason) => {
  const trying = backUp(path, { connection, storage: platform.storage, tokenSecret: 'secret' })
  await expect(trying).rejects.toThrow(RefusedBackup)
  await expect(trying).rejects.toThrow(reason)
})

test('a backup that is stopped in the middle leaves nothing', async () => {
  await createConversation()
  const stop = new AbortController()
  const storage = { ...platform.storage, get: async () => Promise.reject(stop.abort()) }
  const path = newFile()
  const before = await readdir(folder)
  await expect(
    backUp(path, { connection, storage, tokenSecret: 'secret' }, stop.signal),
  ).rejects.toThrow()
  expect(await readdir(folder)).toEqual(before)
})
