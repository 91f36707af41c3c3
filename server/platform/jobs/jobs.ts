import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { jobRetentionDays } from '#contract/retention.ts'
import type { JobSender } from '#platform/database/database.ts'
import { serverRole } from '#platform/database/server-role.ts'

const jobsRole = 'tezgah_jobs'

export const queueConnections = 3

const applicationName = 'tezgah queue '
export const runningInstances = `
  select count(distinct application_name) from pg_stat_activity where datname = current_database() and application_name like '${applicationName}%'`

export type RetryPolicy = { retryLimit: number; retryDelay: number; retryDelayMax: number } // delays in seconds

/** Exponential backoff up to five minutes, for at least a day. */
const retriesForADay: RetryPolicy = { retryLimit: 300, retryDelay: 5, retryDelayMax: 300 }

/** An attempt may take longer than a mail server's timeouts; one without a heartbeat is retried, as after a crash. */
const queueOptions = {
  retryBackoff: true,
  expireInSeconds: 900,
  heartbeatSeconds: 30,
  retentionSeconds: jobRetentionDays * 86_400,
  deleteAfterSeconds: jobRetentionDays * 86_400,
}

const statementTimeout = 20_000 // ms, in PostgreSQL
const responseTimeout = 22_000 // ms, in the client

/** Each worker fetches one job, as a fetched batch completes with its slowest job. */
const workersPerQueue = 5

const workerOptions = { pollingIntervalSeconds: 30, batchSize: 1, includeMetadata: true, perJobResults: true } as const

/** Secrets and texts by users are encrypted with `signing.encrypt`. */
export type JobData = { vendor: string } & Record<string, string>

/** Not retried; the vendor's administrators may read the message. */
export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

/** Retried; the vendor's administrators may read the message. */
export class TransientFailure extends Error {
  override readonly name = 'TransientFailure'
}

export type Jobs = JobSender & {
  /** Runs `work` for each job, up to five concurrently; retries it unless it throws `PermanentFailure`. */
  work(queue: string, work: (data: JobData, jobId: string) => Promise<void>): Promise<void>
  /** Runs `work` on a cron schedule (UTC), on one instance at a time; it fails after `seconds`. */
  schedule(cron: string, queue: string, work: () => Promise<void>, seconds?: number): Promise<void>
  unschedule(queue: string): Promise<void>
  queueLoads(): Promise<QueueLoad[]>
  close(): Promise<void>
}
/** `oldest` is the longest delay of a job in seconds; `failed` jobs are not retried any more. */
export type QueueLoad = { queue: string; waiting: number; oldest: number; failed: number }

/** Opens the queues, after the migrations. `onError` gets a job's first and last failure, and errors of the queue. */
export async function openJobs(
  connection: pg.ClientConfig,
  queues: string[],
  onError: (error: Error) => void,
  retries = retriesForADay,
): Promise<Jobs> {
  const boss = new PgBoss({
    ...({ keepAlive: true, query_timeout: responseTimeout, ...connection } as object),
    schema: 'pgboss',
    createSchema: false,
    max: queueConnections,
    application_name: applicationName + randomUUID(),
    options: `-c role=${jobsRole} -c timezone=UTC -c statement_timeout=${statementTimeout}`,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15, // finds jobs of crashed instances
    reindex: { maxIndexBytes: 64 * 1024 ** 2 }, // rebuilding a larger index exceeds the statement timeout
  })
  boss.on('error', onError)
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue)
    await boss.updateQueue(queue, { ...retries, ...queueOptions }) // an older release may have created it with other options
  }
  await grantQueueAccessRetrying(connection)
  await importRestoredJobs(connection, boss, queues, onError)
  const timers: NodeJS.Timeout[] = []

  return {
    async send(db, queue, data) {
      await boss.send(queue, { vendor: db.vendorId, ...data }, { db: fromKysely(db) })
    },
    async work(queue, work) {
      const runJob = async (job: JobWithMetadata<JobData>): Promise<JobResult> => {
        try {
          await work(job.data, job.id)
          return { id: job.id, status: 'completed' }
        } catch (error) {
          return jobFailure(job, error, onError)
        }
      }
      const idleWorkers = new Set<string>()
      const notifyOne = () => {
        const [worker] = idleWorkers
        if (worker === undefined) return
        idleWorkers.delete(worker)
        idleWorkers.add(worker) // moves to the end, in case its fetch hangs
        boss.notifyWorker(worker)
      }
      for (let number = 0; number < workersPerQueue; number++) {
        const worker: string = await boss.work(queue, workerOptions, async (jobs: JobWithMetadata<JobData>[]) => {
          idleWorkers.delete(worker)
          notifyOne() // there may be further jobs
          const results = await Promise.all(jobs.map(runJob))
          idleWorkers.add(worker)
          boss.notifyWorker(worker)
          return results
        })
        idleWorkers.add(worker)
      }
      timers.push(setInterval(notifyOne, 1_000))
    },
    async schedule(cron, queue, work, seconds = 900) {
      await boss.createQueue(queue, { policy: 'singleton', retryLimit: 3, retryDelay: 60 })
      await boss.updateQueue(queue, { expireInSeconds: seconds })
      await boss.schedule(queue, cron)
      await boss.work(queue, { pollingIntervalSeconds: 30 }, async () => work())
    },
    async unschedule(queue) {
      await boss.unschedule(queue)
    },
    async queueLoads() {
      const { rows } = await boss.getDb().executeSql(loadQuery)
      return rows as QueueLoad[]
    },
    async close() {
      for (const timer of timers) clearInterval(timer)
      boss.off('error', onError).on('error', () => {}) // PostgreSQL may close connections first while it stops
      await boss.stop({ graceful: true, timeout: 5_000, close: true })
    },
  }
}

const loadQuery = `
  select q.name as queue,
         count(*) filter (where j.state < 'active')::int as waiting,
         coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after < now())), 0)::float8 as oldest,
         count(*) filter (where j.state = 'failed')::int as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name
   group by q.name`

/** `reason` is for operators, `answer` for the vendor's administrators. */
function jobFailure(
  { id, name, retryCount, retryLimit }: JobWithMetadata<JobData>,
  error: unknown,
  onError: (error: Error) => void,
): JobResult {
  const isPermanent = error instanceof PermanentFailure
  if (isPermanent || retryCount >= retryLimit) onError(new Error(`Job ${id} of ${name} failed permanently`, { cause: error }))
  else if (retryCount === 0) onError(new Error(`Job ${id} of ${name} failed and will be retried`, { cause: error }))
  const isReadable = isPermanent || error instanceof TransientFailure
  return {
    id,
    status: isPermanent ? 'deadletter' : 'failed',
    output: { reason: String(error), ...(isReadable && { answer: (error as Error).message }) },
  }
}

/** A backup may be forged, so jobs of other queues than `known` are only reported. */
async function importRestoredJobs(connection: pg.ClientConfig, boss: PgBoss, known: string[], onError: (error: Error) => void) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah restored jobs'))")
    const { rows: tables } = await client.query("select from pg_tables where schemaname = 'platform' and tablename = 'restored_jobs'")
    if (tables.length === 0) return
    const { rows: queues } = await client.query<{ name: string; jobs: { id: string; data: object }[] }>(
      "select name, json_agg(json_build_object('id', id, 'data', data) order by id) as jobs from platform.restored_jobs where name = any($1) group by name",
      [known],
    )
    const failed = await client.query('select name, id, output from platform.restored_jobs where failed and name = any($1)', [known])
    const skipped = await client.query('select from platform.restored_jobs where name <> all($1)', [known])
    await client.query('drop table platform.restored_jobs')
    await client.query(`set local role ${jobsRole}`)
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
    for (const { name, jobs } of queues) {
      await boss.createQueue(name)
      await boss.insert(name, jobs, { db })
    }
    for (const { name, id, output } of failed.rows)
      await client.query("update pgboss.job set state = 'failed', completed_on = now(), output = $3 where name = $1 and id = $2", [
        name,
        id,
        output,
      ])
    await client.query('commit')
    if (skipped.rowCount)
      onError(new Error(`${skipped.rowCount} jobs of the backup are not restored: this version has no queues of their names`))
  } finally {
    await client.end()
  }
}

/** Retries a deadlock (40P01): pg-boss's maintenance locks the same tables in another order. */
async function grantQueueAccessRetrying(connection: pg.ClientConfig, attempts = 3): Promise<void> {
  try {
    await grantQueueAccess(connection)
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01' || attempts <= 1) throw error
    await grantQueueAccessRetrying(connection, attempts - 1)
  }
}

/** Lets the server's role add, read, retry and remove its vendor's jobs, under row-level security (record 0013). */
async function grantQueueAccess(connection: pg.ClientConfig) {
  const client = new pg.Client({ ...connection, options: `-c role=${jobsRole}` })
  await client.connect()
  const hasRows = async (from: string, values: string[]) => ((await client.query(`select from ${from}`, values)).rowCount ?? 0) > 0
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah share queue'))")
    await client.query(`grant usage on schema pgboss to ${serverRole}`)
    for (const [table, rights, visible] of [
      ['queue', 'select', 'app_vendor() is not null'],
      ['job', `insert, delete, select (${visibleColumns}), update (${updatableColumns})`, "data->>'vendor' = app_vendor()::text"],
      ['job_common', 'insert, select (id)', "data->>'vendor' = app_vendor()::text"],
    ] as const) {
      await client.query(`grant ${rights} on pgboss.${table} to ${serverRole}`)
      if (await hasRows("pg_policies where schemaname = 'pgboss' and tablename = $1 and policyname = 'one_vendor'", [table])) continue
      await client.query(`alter table pgboss.${table} enable row level security, force row level security`)
      await client.query(`create policy one_vendor on pgboss.${table} to ${serverRole} using (${visible}) with check (${visible})`)
      await client.query(`create policy all_vendors on pgboss.${table} to ${jobsRole} using (true) with check (true)`)
    }
    if (!(await hasRows("pg_indexes where schemaname = 'pgboss' and indexname = $1", ['jobs_of_vendor'])))
      await client.query("create index jobs_of_vendor on pgboss.job_common ((data->>'vendor'), name) where state <> 'completed'")
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const visibleColumns =
  'id, name, data, state, output, retry_count, retry_limit, start_after, created_on, started_on, completed_on, keep_until'
const updatableColumns = 'state, retry_limit, start_after, completed_on, keep_until'
