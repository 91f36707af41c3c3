import pg from 'pg'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db } from './database.ts'
import { serverRole } from './database.ts'

/** The role that owns the queue's tables and has no right to any other. */
const jobsRole = 'tezgah_jobs'

/** Seconds: tried again after 5, 10, 20 … up to five minutes apart, for about a day. */
const retries = { retryLimit: 300, retryDelay: 5, retryBackoff: true, retryDelayMax: 300, retentionSeconds: 14 * 86_400 }

/** What a job carries: whose it is, and ids; never a text or a secret. */
export type JobData = { vendor: string } & Record<string, string>

export type Jobs = {
  /** Puts a job into the queue, in the transaction of what caused it. */
  send(db: Db, queue: string, data: Record<string, string>): Promise<void>
  /** Works a queue: `work` runs once for each job, again when it throws. Each queue's jobs of one process run one after another. */
  work(queue: string, work: (data: JobData, jobId: string) => Promise<void>): Promise<void>
  /** Runs `work` at the minutes of a cron line (UTC), at one of the copies. */
  every(cron: string, queue: string, work: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

/** Opens the queue, after the migrations. `onError` is told of what goes wrong between jobs. */
export async function openJobs(connection: pg.ClientConfig, queues: string[], onError: (error: Error) => void): Promise<Jobs> {
  const boss = new PgBoss({
    ...(connection as object),
    schema: 'pgboss',
    createSchema: false,
    max: 3,
    options: `-c role=${jobsRole} -c timezone=UTC`,
  })
  boss.on('error', onError)
  await boss.start()
  for (const queue of queues) await boss.createQueue(queue, retries)
  await shareQueue(connection)

  return {
    async send(db, queue, data) {
      await boss.send(queue, { vendor: db.vendorId, ...data }, { db: fromKysely(db) })
    },
    async work(queue, work) {
      await boss.work<JobData>(queue, { pollingIntervalSeconds: 1 }, async jobs => {
        for (const job of jobs) await work(job.data, job.id)
      })
    },
    async every(cron, queue, work) {
      await boss.createQueue(queue, { retryLimit: 3, retryDelay: 60 })
      await boss.schedule(queue, cron)
      await boss.work(queue, { pollingIntervalSeconds: 30 }, async () => work())
    },
    close: () => boss.stop({ graceful: true, timeout: 5_000, close: true }),
  }
}

/** Lets the server's role put its vendor's jobs into the queue, and see no more of it than their ids. */
async function shareQueue(connection: pg.ClientConfig) {
  const client = new pg.Client({ ...connection, options: `-c role=${jobsRole}` })
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah share queue'))")
    await client.query(`grant usage on schema pgboss to ${serverRole}`)
    for (const [table, rights, visible] of [
      ['queue', 'select', 'app_vendor() is not null'],
      ['job', 'insert, select (id)', "data->>'vendor' = app_vendor()::text"],
      ['job_common', 'insert, select (id)', "data->>'vendor' = app_vendor()::text"],
    ]) {
      const { rows } = await client.query("select from pg_policies where schemaname = 'pgboss' and tablename = $1 and policyname = 'one_vendor'", [table])
      if (rows.length > 0) continue
      await client.query(`alter table pgboss.${table} enable row level security, force row level security`)
      await client.query(`create policy one_vendor on pgboss.${table} to ${serverRole} using (${visible}) with check (${visible})`)
      await client.query(`create policy all_vendors on pgboss.${table} to ${jobsRole} using (true) with check (true)`)
      await client.query(`grant ${rights} on pgboss.${table} to ${serverRole}`)
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}
