import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { fromKysely, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { jobRetentionDays } from '#contract/retention.ts'
import type { JobSender } from '#platform/database/database.ts'
import { serverRole } from '#platform/database/server-role.ts'

/** The role that owns the queue's tables and has no right to any other. */
const jobsRole = 'tezgah_jobs'

/** How many connections a copy of the server has for its queues. */
export const queueConnections = 3

/** Each copy's have a name of their own, by which those that run can be counted. */
const connectionsName = 'tezgah queue '
export const runningInstances = `
  select count(distinct application_name) from pg_stat_activity where datname = current_database() and application_name like '${connectionsName}%'`

/** How often a job is tried again, and how long, in seconds, is waited before it: the first time and at most. */
export type Retries = { retryLimit: number; retryDelay: number; retryDelayMax: number }

/** After 5 to 10 s, 10 to 20 s … up to five minutes apart, for at least a day. */
const retriesForADay: Retries = { retryLimit: 300, retryDelay: 5, retryDelayMax: 300 }

/**
 * A try that takes longer has failed: longer than a mail server is waited for. Who works a job says so every quarter of a minute; where nothing
 * was heard for half a minute, the server has died over it, and it is tried again. A job that waits for two weeks is forgotten, and
 * one that has ended, well or badly, so long after.
 */
const queueOptions = {
  retryBackoff: true,
  expireInSeconds: 900,
  heartbeatSeconds: 30,
  retentionSeconds: jobRetentionDays * 86_400,
  deleteAfterSeconds: jobRetentionDays * 86_400,
}

/** How long PostgreSQL may take for a statement of the queue's, and how long it is waited for when it says nothing at all, in ms. */
const statementTimeout = 20_000
const responseTimeout = 22_000

/**
 * How many jobs of a queue are worked at the same time at each copy. Each is taken by itself: of some taken together, none is known as done
 * before the slowest is.
 */
const workersPerQueue = 5

/** A worker looks for a job when it is woken, and now and then. */
const workerOptions = { pollingIntervalSeconds: 30, batchSize: 1, includeMetadata: true, perJobResults: true } as const

/**
 * What a job carries: whose it is, and ids; of what was done with an account also with which browser, from where, when and by whom. A secret, or
 * a text that a person wrote, only as `signing.hide` makes it.
 */
export type JobData = { vendor: string } & Record<string, string>

/** Thrown by a job when trying again would change nothing: it is given up at once. The vendor's people may read the reason. */
export class PermanentFailure extends Error {
  override readonly name = 'Hopeless'
}

/** Thrown by a job when somebody outside will not have it now: it is tried again. The vendor's people may read the reason. */
export class TransientFailure extends Error {
  override readonly name = 'Unwilling'
}

export type Jobs = JobSender & {
  /** Works a queue: `work` runs once for each job, and again when it throws anything but `Hopeless`. A few run at the same time, and none waits for another. */
  work(queue: string, work: (data: JobData, jobId: string) => Promise<void>): Promise<void>
  /** Runs `work` at the minutes of a cron line (UTC), at one of the copies and not again meanwhile; it has failed if it takes longer than `seconds`. */
  every(cron: string, queue: string, work: () => Promise<void>, seconds?: number): Promise<void>
  /** Has nothing run by the clock that once was. */
  never(queue: string): Promise<void>
  /** Of each queue: how many jobs wait, how long the one that should have begun first does, in seconds, and how many have failed for good. */
  load(): Promise<QueueLoad[]>
  close(): Promise<void>
}
export type QueueLoad = { queue: string; waiting: number; oldest: number; failed: number }

/** Opens the queue, after the migrations. `onError` is told of what goes wrong between jobs, and of a job's first failure and its last. */
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
    application_name: connectionsName + randomUUID(),
    options: `-c role=${jobsRole} -c timezone=UTC -c statement_timeout=${statementTimeout}`,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15, // what its server died over is looked for as often
    reindex: { maxIndexBytes: 64 * 1024 ** 2 }, // a larger index is not rebuilt within a statement's time
  })
  boss.on('error', onError)
  await boss.start()
  for (const queue of queues) {
    await boss.createQueue(queue)
    await boss.updateQueue(queue, { ...retries, ...queueOptions }) // which an older release may have made with other ones
  }
  await shareQueueRetrying(connection)
  await importRestoredJobs(connection, boss, queues, onError)
  const clocks: NodeJS.Timeout[] = []

  return {
    async send(db, queue, data) {
      await boss.send(queue, { vendor: db.vendorId, ...data }, { db: fromKysely(db) })
    },
    async work(queue, work) {
      const attempt = async (job: JobWithMetadata<JobData>): Promise<JobResult> => {
        try {
          await work(job.data, job.id)
          return { id: job.id, status: 'completed' }
        } catch (error) {
          return jobFailure(job, error, onError)
        }
      }
      const free = new Set<string>()
      const wakeOne = () => {
        const [worker] = free
        if (worker === undefined) return
        free.delete(worker)
        free.add(worker) // behind the others: who hangs over its looking is not asked again and again
        boss.notifyWorker(worker)
      }
      for (let number = 0; number < workersPerQueue; number++) {
        const worker: string = await boss.work(queue, workerOptions, async (jobs: JobWithMetadata<JobData>[]) => {
          free.delete(worker)
          wakeOne() // where there is one job, there may be another
          const results = await Promise.all(jobs.map(attempt))
          free.add(worker)
          boss.notifyWorker(worker)
          return results
        })
        free.add(worker)
      }
      clocks.push(setInterval(wakeOne, 1_000))
    },
    async every(cron, queue, work, seconds = 900) {
      await boss.createQueue(queue, { policy: 'singleton', retryLimit: 3, retryDelay: 60 })
      await boss.updateQueue(queue, { expireInSeconds: seconds })
      await boss.schedule(queue, cron)
      await boss.work(queue, { pollingIntervalSeconds: 30 }, async () => work())
    },
    async never(queue) {
      await boss.unschedule(queue)
    },
    async load() {
      const { rows } = await boss.getDb().executeSql(loadQuery)
      return rows as QueueLoad[]
    },
    async close() {
      for (const clock of clocks) clearInterval(clock)
      boss.off('error', onError).on('error', () => {}) // a connection that PostgreSQL ends a moment before we do is no error any more
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

/** What becomes of a job that threw; the reason is kept with it, and apart from it what the vendor's people may read. */
function jobFailure(
  { id, name, retryCount, retryLimit }: JobWithMetadata<JobData>,
  error: unknown,
  tell: (error: Error) => void,
): JobResult {
  const hopeless = error instanceof PermanentFailure
  if (hopeless || retryCount >= retryLimit) tell(new Error(`Job ${id} of ${name} has failed for good`, { cause: error }))
  else if (retryCount === 0) tell(new Error(`Job ${id} of ${name} failed, and is tried again`, { cause: error }))
  const told = hopeless || error instanceof TransientFailure
  return {
    id,
    status: hopeless ? 'deadletter' : 'failed',
    output: { reason: String(error), ...(told && { answer: (error as Error).message }) },
  }
}

/**
 * Takes over the jobs that a restored backup brought: those that waited wait again, those that had failed for good are kept as that. A backup
 * may be forged, so only jobs of the known queues are taken, and none of pg-boss's own or of the clock; the others are told to `onError`.
 */
async function importRestoredJobs(connection: pg.ClientConfig, boss: PgBoss, known: string[], onError: (error: Error) => void) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtext('tezgah restored jobs'))")
    const { rows: there } = await client.query("select from pg_tables where schemaname = 'platform' and tablename = 'restored_jobs'")
    if (there.length === 0) return
    const { rows: queues } = await client.query<{ name: string; jobs: { id: string; data: object }[] }>(
      "select name, json_agg(json_build_object('id', id, 'data', data) order by id) as jobs from platform.restored_jobs where name = any($1) group by name",
      [known],
    )
    const failed = await client.query('select name, id, output from platform.restored_jobs where failed and name = any($1)', [known])
    const left = await client.query('select from platform.restored_jobs where name <> all($1)', [known])
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
    if (left.rowCount) onError(new Error(`${left.rowCount} jobs of the backup are not restored: this version has no queues of their names`))
  } finally {
    await client.end()
  }
}

/** pg-boss's maintenance locks the same tables in another order: where PostgreSQL ends ours for that (deadlock, 40P01), it is done again. */
async function shareQueueRetrying(connection: pg.ClientConfig, tries = 3): Promise<void> {
  try {
    await shareQueue(connection)
  } catch (error) {
    if ((error as { code?: string }).code !== '40P01' || tries <= 1) throw error
    await shareQueueRetrying(connection, tries - 1)
  }
}

/**
 * Lets the server's role put its vendor's jobs into the queue, see how they fare, and try again or remove those that are not being worked:
 * its own vendor's and nobody else's, as row-level security has it.
 */
async function shareQueue(connection: pg.ClientConfig) {
  const client = new pg.Client({ ...connection, options: `-c role=${jobsRole}` })
  await client.connect()
  const isThere = async (what: string, values: string[]) => ((await client.query(`select from ${what}`, values)).rowCount ?? 0) > 0
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
      if (await isThere("pg_policies where schemaname = 'pgboss' and tablename = $1 and policyname = 'one_vendor'", [table])) continue
      await client.query(`alter table pgboss.${table} enable row level security, force row level security`)
      await client.query(`create policy one_vendor on pgboss.${table} to ${serverRole} using (${visible}) with check (${visible})`)
      await client.query(`create policy all_vendors on pgboss.${table} to ${jobsRole} using (true) with check (true)`)
    }
    if (!(await isThere("pg_indexes where schemaname = 'pgboss' and indexname = $1", ['jobs_of_vendor'])))
      await client.query("create index jobs_of_vendor on pgboss.job_common ((data->>'vendor'), name) where state <> 'completed'")
    await client.query('commit')
  } finally {
    await client.end()
  }
}

const visibleColumns =
  'id, name, data, state, output, retry_count, retry_limit, start_after, created_on, started_on, completed_on, keep_until'
const updatableColumns = 'state, retry_limit, start_after, completed_on, keep_until'
