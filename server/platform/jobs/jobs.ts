import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { jobRetentionDays } from '#contract/retention.ts'
import type { Db } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import { serverRole } from '#platform/database/server-role.ts'
import { shareCall } from '#platform/share-call.ts'

const jobsRole = 'tezgah_jobs'

export const queueConnections = 3

const applicationName = 'tezgah queue '
export const runningInstances = `
  select count(distinct application_name) from pg_stat_activity where datname = current_database() and application_name like '${applicationName}%'`

// delays in seconds
export type RetryPolicy = { retryLimit: number; retryDelay: number; retryDelayMax: number }

/** Exponential backoff up to five minutes, for at least a day. */
const retriesForADay: RetryPolicy = { retryLimit: 300, retryDelay: 5, retryDelayMax: 300 }

/** An attempt may take longer than a mail server's timeouts;
 * one without a heartbeat is retried, as after a crash. */
const queueOptions = {
  retryBackoff: true,
  expireInSeconds: 900,
  heartbeatSeconds: 30,
  retentionSeconds: jobRetentionDays * 86_400,
  deleteAfterSeconds: jobRetentionDays * 86_400,
}

const statementTimeout = 20_000 // ms, in PostgreSQL
const responseTimeout = 22_000 // ms, in the client

/** `batch`: jobs fetched at once. They complete together, so only queues of short jobs have
 * more than one. `together` does the work of several; where it fails, each is run alone. */
type Workers = {
  count: number
  batch: number
  /** jobs of one vendor that are worked on at once, by all instances */
  ofVendor?: number
  together?: (jobs: JobData[]) => Promise<void>
}
const defaultWorkers: Workers = { count: 5, batch: 1 }

/** In ms: a queue that is worked on in batches collects jobs for this time. */
const collectTime = 100

const workerOptions = {
  pollingIntervalSeconds: 300, // `wakeDue` finds jobs within a second
  includeMetadata: true,
  perJobResults: true,
} as const

/** Secrets and texts by users are encrypted with `signing.encrypt`. */
export type JobData = { vendor: string } & Record<string, string>
/** `retryDelay`: longest delay until the next attempt in seconds;
 * null for the last one, which is repeated only after a crash. */
export type JobAttempt = { id: string; retryDelay: number | null }

export class PermanentFailure extends Error {
  override readonly name = 'PermanentFailure'
}

type Work = (data: JobData, attempt: JobAttempt) => Promise<void>

export type Jobs = Awaited<ReturnType<typeof openJobs>>
/** `oldest` is the longest delay of a job in seconds; `failed` jobs are not retried any more. */
export type QueueLoad = { queue: string; waiting: number; oldest: number; failed: number }

/** Opens the queues, after the migrations. `onError` gets a
 * job's first and last failure, and errors of the queue. */
export async function openJobs(
  connection: pg.ClientConfig,
  queues: string[],
  onError: (error: Error) => void,
  retries = retriesForADay,
) {
  const boss = new PgBoss({
    ...({ keepAlive: true, query_timeout: responseTimeout, ...connection } as object),
    schema: 'pgboss',
    createSchema: false,
    max: queueConnections,
    application_name: applicationName + randomUUID(),
    options: `-c role=${jobsRole} -c timezone=UTC -c statement_timeout=${statementTimeout}`,
    superviseIntervalSeconds: 15,
    monitorIntervalSeconds: 15, // finds jobs of crashed instances
    // rebuilding a larger index exceeds the statement timeout
    reindex: { maxIndexBytes: 64 * 1024 ** 2 },
  })
  boss.on('error', onError)
  await boss.start()
  await prepareQueues(boss, queues, retries)
  const wakers = new Map<string, () => void>()
  const waking = new Map<string, NodeJS.Timeout>()
  const wakeDue = shareCall(async () => {
    const { rows } = await boss.getDb().executeSql(dueQuery, [[...wakers.keys()]])
    for (const { name } of rows as { name: string }[]) wakers.get(name)?.()
  })
  const timer = setInterval(() => wakeDue().catch(error => boss.emit('error', error)), 1_000)

  return {
    /** Adds jobs in the transaction of `db`, to be run after
     * the commit, or `delay` seconds later. */
    send: (
      db: Db,
      queue: string,
      data: Record<string, string>,
      ids = [randomUUID() as string],
      delay = 0,
    ) => insertJobs(db, queue, delay, new Map(ids.map(id => [id, data]))),
    async sendEach(db: Db, queue: string, data: Record<string, string>[], delay = 0) {
      if (data.length > 0)
        await insertJobs(db, queue, delay, new Map(data.map(each => [randomUUID(), each])))
    },
    /** Runs `work` for each job, a worker's batch together or one after
     * the other; retries it unless it throws `PermanentFailure`. */
    async work(queue: string, work: Work, workers = defaultWorkers) {
      const runOne = (job: JobWithMetadata<JobData>) => runJob(job, work, onError)
      const notifyOne = await startWorkers(boss, queue, workers, jobs =>
        runBatch(jobs, runOne, workers.together),
      )
      wakers.set(queue, notifyOne)
    },
    /** Lets an idle worker of this instance look for jobs of the
     * queue after the time that collects them, and not within a second. */
    wake(queue: string) {
      if (waking.has(queue)) return
      const timer = setTimeout(() => {
        waking.delete(queue)
        wakers.get(queue)?.()
      }, collectTime)
      waking.set(queue, timer)
    },
    /** Runs `work` on a cron schedule (UTC), on one instance
     * at a time; it fails after `seconds`. */
    async schedule(cron: string, queue: string, work: () => Promise<void>, seconds = 900) {
      await boss.createQueue(queue, { policy: 'singleton', retryLimit: 3, retryDelay: 60 })
      await boss.updateQueue(queue, { expireInSeconds: seconds })
      await boss.schedule(queue, cron)
      await boss.work(queue, { pollingIntervalSeconds: 30 }, async () => work())
    },
    async deleteQueue(queue: string) {
      await boss.deleteQueue(queue).catch(async error => {
        // else another instance has deleted it meanwhile
        if (await boss.getQueue(queue)) throw error
      })
    },
    async queueLoads() {
      const { rows } = await boss.getDb().executeSql(loadQuery)
      return rows as QueueLoad[]
    },
    async close() {
      clearInterval(timer)
      for (const wake of waking.values()) clearTimeout(wake)
      // PostgreSQL may close connections first while it stops
      boss.off('error', onError).on('error', () => {})
      await boss.stop({ graceful: true, timeout: 5_000, close: true })
    },
  }
}

// pg-boss's own insert reads any kind of job from JSON and awaits its cache first (record 0013).
const insertStatement = statement(`
  insert into pgboss.job_common (id, name, data, group_id, start_after, keep_until, expire_seconds, deletion_seconds, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select j.id, q.name, j.data, $5, now() + make_interval(secs => $4), now() + make_interval(secs => $4 + q.retention_seconds), q.expire_seconds,
      q.deletion_seconds, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    from unnest($2::uuid[], $3::jsonb[]) as j(id, data), pgboss.queue q
   where q.name = $1
      on conflict do nothing`)

async function insertJobs(
  db: Db,
  queue: string,
  delay: number,
  dataById: Map<string, Record<string, string>>,
): Promise<void> {
  const data = Array.from(dataById.values(), each =>
    JSON.stringify({ vendor: db.vendorId, ...each }),
  )
  await db.run({
    ...insertStatement,
    values: [queue, [...dataById.keys()], data, delay, db.vendorId],
  })
}

async function prepareQueues(boss: PgBoss, queues: string[], retries: RetryPolicy) {
  const options = { ...retries, ...queueOptions }
  const names = Object.keys(options) as (keyof typeof options)[]
  const known = new Map((await boss.getQueues()).map(queue => [queue.name, queue]))
  for (const queue of queues) {
    // an older release may have created it with other options
    if (names.every(name => known.get(queue)?.[name] === options[name])) continue
    await boss.createQueue(queue)
    await boss.updateQueue(queue, options)
  }
  const grant = () => boss.getDb().executeSql(grantQueueAccess)
  await grant().catch(error => {
    if (error.code !== '40P01') throw error
    return grant() // a deadlock: pg-boss's maintenance locks the same tables in another order
  })
}

/** Starts workers, of which a busy one sends the next.
 * Returns what lets an idle one look for a job. */
async function startWorkers(
  boss: PgBoss,
  queue: string,
  workers: Workers,
  run: (jobs: JobWithMetadata<JobData>[]) => Promise<JobResult[]>,
) {
  const idleWorkers = new Set<string>()
  const notifyOne = () => {
    const [worker] = idleWorkers
    if (worker === undefined) return
    idleWorkers.delete(worker)
    idleWorkers.add(worker) // moves to the end, in case its fetch hangs
    boss.notifyWorker(worker)
  }
  const options = {
    ...workerOptions,
    batchSize: workers.batch,
    ...(workers.ofVendor && { groupConcurrency: workers.ofVendor }),
  }
  for (let number = 0; number < workers.count; number++) {
    const worker: string = await boss.work(
      queue,
      options,
      async (jobs: JobWithMetadata<JobData>[]) => {
        idleWorkers.delete(worker)
        notifyOne() // there may be further jobs
        const results = await run(jobs)
        idleWorkers.add(worker)
        if (jobs.length === workers.batch) boss.notifyWorker(worker)
        else setTimeout(() => boss.notifyWorker(worker), collectTime)
        return results
      },
    )
    idleWorkers.add(worker)
  }
  return notifyOne
}

async function runBatch(
  jobs: JobWithMetadata<JobData>[],
  runOne: (job: JobWithMetadata<JobData>) => Promise<JobResult>,
  together: Workers['together'],
): Promise<JobResult[]> {
  if (together && jobs.length > 1)
    try {
      await together(jobs.map(({ data }) => data))
      return jobs.map(({ id }) => ({ id, status: 'completed' }))
    } catch {
      // each alone has an error of its own
    }
  const results: JobResult[] = []
  for (const job of jobs) results.push(await runOne(job))
  return results
}

async function runJob(
  job: JobWithMetadata<JobData>,
  work: Work,
  onError: (error: Error) => void,
): Promise<JobResult> {
  try {
    await work(job.data, { id: job.id, retryDelay: maxRetryDelay(job) })
    return { id: job.id, status: 'completed' }
  } catch (error) {
    return jobFailure(job, error, onError)
  }
}

const dueQuery = `
  select name from unnest($1::text[]) as queue(name)
   where exists (select from pgboss.job_common j where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

const loadQuery = `
  select q.name as queue,
         count(*) filter (where j.state < 'active')::int as waiting,
         coalesce(extract(epoch from now() - min(j.start_after) filter (where j.state < 'active' and j.start_after < now())), 0)::float8 as oldest,
         count(*) filter (where j.state = 'failed')::int as failed
    from pgboss.queue q left join pgboss.job j on j.name = q.name
   group by q.name`

function maxRetryDelay({
  retryCount,
  retryLimit,
  retryDelay,
  retryDelayMax,
}: JobWithMetadata): number | null {
  if (retryCount >= retryLimit - 1) return null
  // pg-boss waits between half of it and all
  return Math.min(retryDelayMax ?? Number.POSITIVE_INFINITY, retryDelay * 2 ** (retryCount + 1))
}

function jobFailure(
  job: JobWithMetadata<JobData>,
  error: unknown,
  onError: (error: Error) => void,
): JobResult {
  const { id, name, retryCount, retryLimit } = job
  const isPermanent = error instanceof PermanentFailure
  if (isPermanent || retryCount >= retryLimit)
    onError(new Error(`Job ${id} of ${name} failed permanently`, { cause: error }))
  else if (retryCount === 0)
    onError(new Error(`Job ${id} of ${name} failed and will be retried`, { cause: error }))
  // The message is in the log only: a mail server's may have an address.
  return {
    id,
    status: isPermanent ? 'deadletter' : 'failed',
    output: { reason: (error as Error).name },
  }
}

/** Lets the server's role add jobs of its vendor, and no more: functions of pg-boss run
 * any text. It owns the tables, and row-level security does not bind it. */
const grantQueueAccess = `
  do $$ begin
    perform pg_advisory_xact_lock(hashtext('tezgah share queue'));
    if exists (select from pg_proc where pronamespace = 'pgboss'::regnamespace and has_function_privilege('${serverRole}', oid, 'execute')) then
      revoke execute on all routines in schema pgboss from public;
    end if;
    if exists (select from pg_policies where schemaname = 'pgboss' and policyname = 'one_vendor') then return; end if;
    grant usage on schema pgboss to ${serverRole};
    grant select on pgboss.queue to ${serverRole};
    grant insert on pgboss.job_common to ${serverRole};
    alter table pgboss.queue enable row level security;
    alter table pgboss.job_common enable row level security;
    create policy one_vendor on pgboss.queue for select to ${serverRole} using (app_vendor() is not null);
    create policy one_vendor on pgboss.job_common for insert to ${serverRole} with check (data->>'vendor' = app_vendor()::text);
  end $$`
