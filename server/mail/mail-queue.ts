import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type MailKind, mailKinds } from '#contract/mails.ts'
import { jobRetentionDays } from '#contract/retention.ts'
import { type Database, type Db, platformVendor } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import { type JobAttempt, type Jobs, PermanentFailure, type QueueLoad } from '#platform/jobs/jobs.ts'
import { MailRefused, MailUnavailable } from '#platform/mail/mailer.ts'
import type { MailContext } from './user-mail.ts'

/** What a mail of each kind says that may have changed or ended before it is sent. */
export type MailData = {
  'user.invited': { activation: string; domain: string }
  'user.added': { company: string; domain: string }
  'password.forgotten': { activation: string; domain: string }
  'device.new': DeviceNotice & { left: string } // how many such mails can follow today
  'password.changed': DeviceNotice
  'secondFactor.changed': DeviceNotice & SecondFactorChange
  'signIn.unusual': { entry: string; domain: string } // an audit entry
}
export type DeviceNotice = { device: string; address: string; date: string; domain: string }
export type SecondFactorChange = { change: 'on' | 'off' | 'codes' } | { change: 'used'; left: string } | { change: 'reset'; by: string }

export type QueuedMail<K extends MailKind> = { id: string; vendor: string; user: string } & MailData[K]

/** Queues a mail to a user of the vendor in the transaction of the change that causes it. */
export async function queueMail<K extends MailKind>(db: Db, kind: K, user: string, data: MailData[K]): Promise<void> {
  const job = uuidv7()
  const mail = { id: uuidv7(), userId: user, kind, data, job }
  await Promise.all([db.insertInto('mails').values(mail).execute(), db.jobs.send(db, kind, {}, [job])])
}

/** Sends the mail of a job, and deletes or updates its row. @throws for the queue, which retries or logs */
export async function sendQueuedMail(
  context: MailContext,
  send: (context: MailContext, mail: never) => Promise<void>,
  vendor: string,
  { id: job, retryDelay }: JobAttempt,
): Promise<void> {
  const { database } = context
  const started = await database.inVendor(vendor, db => startAttempt(db, job))
  if (!started) return // sent or discarded, or another job sends it
  const { id, user, data, attempts } = started
  try {
    await send(context, { ...data, id, vendor, user } as never) // queued as `MailData` has it
  } catch (error) {
    const nextDelay = error instanceof MailRefused ? null : retryDelay
    await database.inVendor(vendor, db => recordFailure(db, { job, attempts }, error, nextDelay))
    throw nextDelay === null ? new PermanentFailure((error as Error).message, { cause: error }) : error
  }
  // Also when another attempt has begun meanwhile: the mail is delivered.
  await database.inVendor(vendor, db => db.deleteFrom('mails').where('id', '=', id).execute())
}

const startAttempt = (db: Db, job: string) =>
  db
    .updateTable('mails')
    .set({ state: 'sending', attempts: sql<number>`attempts + 1`, dateTried: sql<string>`now()`, dateNext: null })
    .where('job', '=', job)
    .returning(['id', 'userId as user', 'data', 'attempts'])
    .executeTakeFirst()

/** Administrators read what the mail server answered; other errors are for the log only. A later attempt's state stays. */
const recordFailure = (db: Db, { job, attempts }: { job: string; attempts: number }, error: unknown, retryDelay: number | null) =>
  db
    .updateTable('mails')
    .set({
      state: retryDelay === null ? 'failed' : 'waiting',
      answer: error instanceof MailRefused || error instanceof MailUnavailable ? error.message : null,
      dateNext: retryDelay === null ? null : sql<string>`now() + make_interval(secs => ${retryDelay})`,
    })
    .where('job', '=', job)
    .where('attempts', '=', attempts)
    .execute()

/** Sends the mails of a condition now, each by another job. Returns their number. */
export async function requeueMails(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const mails = await db
    .updateTable('mails')
    .set({ state: 'waiting', job: sql<string>`gen_random_uuid()`, dateNext: sql<string>`now()` })
    .where('kind', 'in', mailKinds) // a restored backup may name other queues
    .where(condition)
    .returning(['kind', 'job'])
    .execute()
  await sendJobs(db, mails)
  return mails.length
}

async function sendJobs(db: Db, mails: { kind: string; job: string }[]) {
  for (const [kind, ofKind] of Map.groupBy(mails, mail => mail.kind)) {
    const jobs = ofKind.map(({ job }) => job)
    await db.jobs.send(db, kind, {}, jobs)
  }
}

/** Queues the jobs of a restored backup, which has the mails and not their jobs. */
export async function queueRestoredMails(db: Db): Promise<void> {
  await deleteExpired(db)
  await sendJobs(
    db,
    await db.selectFrom('mails').select(['kind', 'job']).where('kind', 'in', mailKinds).where('state', '<>', 'failed').execute(),
  )
}

const deleteExpired = (db: Db) =>
  db.deleteFrom('mails').where(sql<boolean>`date_created < now() - make_interval(days => ${jobRetentionDays})`).execute()

/** Deletes expired mails, and queues a new job for each mail that has lost its own. */
export async function sweepMails(db: Db): Promise<void> {
  await deleteExpired(db)
  const isOverdue = sql<boolean>`state <> 'failed' and coalesce(date_next, date_tried) < now() - interval '20 minutes'` // an attempt takes 15 at most
  await requeueMails(db, isOverdue)
}

/** The loads of all queues; of mails the failed ones that neither were retried nor discarded since. */
export async function readQueueLoads(jobs: Pick<Jobs, 'queueLoads'>, database: Database): Promise<QueueLoad[]> {
  const [loads, failed] = await Promise.all([jobs.queueLoads(), database.runAtVendor(platformVendor, countFailed)])
  const counts = new Map(failed.map(({ kind, count }) => [kind, count as number]))
  return loads.map(load => (isMailKind(load.queue) ? { ...load, failed: counts.get(load.queue) ?? 0 } : load))
}

const countFailed = statement('select kind, count from count_failed_mails()')
const isMailKind = (queue: string) => mailKinds.some(kind => kind === queue)
