import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { serverRole } from '#platform/database/server-role.ts'
import { openJobs } from '#platform/jobs/jobs.ts'
import { openStorage } from '#platform/storage/storage.ts'
import { type Restored, restoreBackup, startRestored } from '#testing/backups/backups.ts'
import { createEmptyInstallation } from '#testing/backups/empty-installation.ts'
import { runQuery } from '#testing/database/databases.ts'
import { createEarlierInstallation } from '#testing/database/earlier-version.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import type { TestPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'
import { sweep } from '../app/sweep.ts'
import { backUp } from '../backup/back-up.ts'

// Before migration 0026 a mail was a job of pg-boss, which
// the server's role could list, change and delete.

const [vendor, company, waiting, failed] = [1, 2, 3, 4].map(
  n => `01981f3c-8f5e-7c3a-9b1d-2f6a7e4d5c0${n}`,
) as [string, string, string, string]
const secret = 'x'.repeat(64)

async function createInstallationWithMails() {
  const { connection, dataDir, client } = await createEarlierInstallation()
  await (await openJobs(connection, ['user.added', 'password.requested'], console.error)).close()
  await client.query(`
    grant select, insert, update, delete on pgboss.job to ${serverRole};
    alter table pgboss.job enable row level security, force row level security;
    create policy one_vendor on pgboss.job to ${serverRole} using (data->>'vendor' = app_vendor()::text);
    create policy all_vendors on pgboss.job to tezgah_jobs using (true) with check (true);
    create index jobs_of_vendor on pgboss.job_common ((data->>'vendor'), name) where state <> 'completed';
    insert into vendors (vendor_id, name) values ('${vendor}', 'Eski Makine');
    insert into vendor_domains (vendor_id, domain) values ('${vendor}', 'eski.test');
    insert into companies (vendor_id, id, name) values ('${vendor}', '${company}', 'İlk Müşteri')`)
  for (const [id, email] of [
    [waiting, 'bekleyen@eski.test'],
    [failed, 'gitmeyen@eski.test'],
  ] as const) {
    await client.query(
      "insert into users (vendor_id, id, email, name, role) values ($1, $2, $3, 'Ayşe', 'customer')",
      [vendor, id, email],
    )
    await client.query(
      'insert into memberships (vendor_id, user_id, company_id) values ($1, $2, $3)',
      [vendor, id, company],
    )
  }
  const data = (user: string) => ({ vendor, user, company, domain: 'eski.test' })
  const insertJob = (job: object) => {
    const columns = Object.keys(job).join(', ')
    return client.query(
      `insert into pgboss.job (${columns}) select ${columns} from jsonb_populate_record(null::pgboss.job, $1)`,
      [job],
    )
  }
  const attempted = {
    retry_count: 4,
    retry_limit: 300,
    started_on: '2026-01-01T10:00:00Z',
    created_on: '2026-01-01T09:00:00Z',
  }
  await insertJob({
    id: waiting,
    name: 'user.added',
    state: 'retry',
    start_after: new Date(),
    data: data(waiting),
    output: { reason: 'x', answer: '452 full' },
    ...attempted,
    keep_until: '2100-01-01',
  })
  await insertJob({
    id: failed,
    name: 'user.added',
    state: 'failed',
    data: data(failed),
    output: { reason: 'x', answer: '550 no such user' },
    ...attempted,
    completed_on: new Date(),
  })
  await insertJob({
    id: company,
    name: 'user.added',
    state: 'completed',
    data: data(waiting),
    completed_on: new Date(),
  })
  return {
    connection,
    dataDir,
    secret,
    contents: {} as Restored['contents'],
    storage: await openStorage({ dataDir }),
  }
}

/** Starts this version, with an administrator who is signed in. */
async function startThisVersion(installation: Restored) {
  const running = await startRestored(installation)
  const owner = new pg.Pool(installation.connection)
  onTestFinished(() => owner.end())
  const admin = await fixturesIn({ ...running, owner } as unknown as TestPortal).person(
    { vendorId: vendor, domain: 'eski.test' },
    'admin',
  )
  const listMails = async () =>
    (await running.as(admin).call(routes.mails.list, { query: {} })).body.mails
  return { ...running, admin, listMails }
}

test('the mails of an earlier version are sent, listed and retried after the upgrade, each once', async () => {
  const installation = await createInstallationWithMails()
  const { as, admin, listMails } = await startThisVersion(installation)
  const { to } = mailsIn(installation)
  expect(await to('bekleyen@eski.test')).toHaveLength(1)
  await waitFor(async () => expect(await listMails()).toHaveLength(1))
  const [mail] = await listMails()
  expect(mail).toMatchObject({
    kind: 'user.added',
    to: 'gitmeyen@eski.test',
    status: 'failed',
    tries: 5,
    answer: '550 no such user',
  })
  expect([mail?.dateCreated, mail?.dateTried].map(date => Date.parse(date ?? ''))).toEqual(
    ['09', '10'].map(hour => Date.parse(`2026-01-01T${hour}:00Z`)),
  )
  await as(admin).call(routes.mails.retryAll)
  expect(await to('gitmeyen@eski.test')).toHaveLength(1)
  await waitFor(async () => expect(await listMails()).toEqual([]))
  expect((await mailsIn(installation).all()).length).toBe(2)
})

test('the queue holds nothing of these mails after the upgrade, and lets the server read and change nothing', async () => {
  const { connection, ...installation } = await createInstallationWithMails()
  await startThisVersion({ connection, ...installation })
  expect(
    await runQuery(connection, "select distinct data from pgboss.job where name = 'user.added'"),
  ).toEqual([{ data: { vendor } }])
  const rights = `select table_name as table, privilege_type as right from information_schema.table_privileges
                   where table_schema = 'pgboss' and grantee = '${serverRole}' order by 1`
  expect(await runQuery(connection, rights)).toEqual([
    { table: 'job_common', right: 'INSERT' },
    { table: 'queue', right: 'SELECT' },
  ])
  expect(
    await runQuery(
      connection,
      "select tablename as table from pg_policies where schemaname = 'pgboss' order by 1",
    ),
  ).toEqual([{ table: 'job_common' }, { table: 'queue' }])
})

test('a backup of an earlier database has its mails', async () => {
  const { connection, storage } = await createInstallationWithMails()
  const path = `${(await createEmptyInstallation()).dataDir}/earlier.backup`
  await backUp(path, { connection, storage, tokenSecret: secret })
  const back = await restoreBackup(path)
  const { platform, listMails } = await startThisVersion(back)
  expect((await listMails()).map(({ to, status, answer }) => [to, status, answer]).sort()).toEqual([
    ['bekleyen@eski.test', 'waiting', '452 full'],
    ['gitmeyen@eski.test', 'failed', '550 no such user'],
  ])
  await sweep(platform.database, platform.config)
  expect(await mailsIn(back).to('bekleyen@eski.test')).toHaveLength(1)
  await waitFor(async () => expect(await listMails()).toHaveLength(1))
})
