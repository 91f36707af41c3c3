import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type MailKind, mailKinds } from '#contract/mail.ts'
import type { ReceivedReason } from '#contract/mail-in.ts'
import { jobRetentionDays } from '#contract/retention.ts'
import { type Database, type Db, platformVendor } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import {
  type JobAttempt,
  type Jobs,
  PermanentFailure,
  type QueueLoad,
} from '#platform/jobs/jobs.ts'
import { type Mailer, MailRefused, MailUnavailable } from '#platform/mail/mailer.ts'
import { publish } from '../events/notices.ts'
import { countMail, sweepMailCounts } from './mail-counts.ts'
import { markUndeliverable, refusesRecipient } from './undeliverable.ts'
import type { MailContext } from './user-mail.ts'

export type MailData = {
  'user.invited': { activation: string; domain: string }
  'user.added': { company: string; domain: string }
  'password.forgotten': { activation: string; domain: string }
  'device.new': DeviceNotice & { left: string } // how many such mails can follow today
  'password.changed': DeviceNotice
  'secondFactor.changed': DeviceNotice & SecondFactorChange
  'signIn.unusual': { entry: string; domain: string } // an audit entry
  'ticket.news': TicketNews | Digest
  'mail.answered': { received: string; company: string; reason: AnswerReason; domain: string } & {
    continues?: string // a ticket
    again?: 'yes' // the machine has been asked for before
  }
  'mail.held': { received: string; reason: ReceivedReason; domain: string } & {
    doubtful?: 'yes' // it is not authentic
  }
  'mail.filed': { received: string; ticket: string; domain: string }
}
/** `ticketClosed`: of mails that an earlier version has queued. */
export type AnswerReason = 'ticketArchived' | 'ticketClosed' | 'ticketFull' | 'machineUnknown'
export type TicketNews = { ticket: string; domain: string }
/** News of several tickets, those of the notifications that the mail has. */
export type Digest = { domain: string }
export type DeviceNotice = { device: string; address: string; date: string; domain: string }
export type SecondFactorChange =
  | { change: 'on' | 'off' | 'codes' }
  | { change: 'used'; left: string }
  | { change: 'reset'; by: string }

export type QueuedMail<K extends MailKind> = {
  id: string
  vendor: string
  user: string
} & MailData[K]

export async function queueMail<K extends MailKind>(
  db: Db,
  kind: K,
  user: string,
  data: MailData[K],
): Promise<void> {
  publish(db, { kind: 'mail' })
  const job = uuidv7()
  const mail = { id: uuidv7(), userId: user, kind, data, job }
  await Promise.all([
    db.insertInto('mails').values(mail).execute(),
    db.jobs.send(db, kind, {}, [job]),
  ])
}

type Told = TicketNews & { userId: string }

/** Queues a mail to each user about each ticket, `delay` seconds later;
 * one that waits is sent for this event too. Returns the mails. */
export async function queueTicketMails(
  db: Db,
  told: Told[],
  delay: number,
): Promise<{ id: string; userId: string; ticket: string }[]> {
  if (told.length === 0) return []
  const once = [...new Map(told.map(each => [`${each.userId} ${each.ticket}`, each]))]
  // sorted: two events of a ticket lock in one order
  const added = once
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { userId, ...news }]) => ({ userId, news, id: uuidv7(), job: uuidv7() }))
  // The update locks a mail that waits: its first attempt begins after this transaction.
  const { rows: mails } = await sql<{ id: string; userId: string; ticket: string }>`
    insert into mails (id, user_id, kind, data, job, date_next)
    select m.id, m.user_id, 'ticket.news', m.data, m.job, now() + make_interval(secs => ${delay})
      from unnest(${added.map(({ id }) => id)}::uuid[], ${added.map(({ userId }) => userId)}::uuid[],
                  ${added.map(({ news }) => JSON.stringify(news))}::jsonb[], ${added.map(({ job }) => job)}::uuid[]) as m(id, user_id, data, job)
        on conflict (vendor_id, user_id, (data->>'ticket')) where kind = 'ticket.news' and state = 'waiting' and attempts = 0
        do update set date_next = mails.date_next
    returning id, user_id, data->>'ticket' as ticket`.execute(db)
  const isNew = new Set(mails.map(({ id }) => id))
  const jobs = added.flatMap(({ id, job }) => (isNew.has(id) ? [job] : []))
  if (jobs.length > 0) await db.jobs.send(db, 'ticket.news', {}, jobs, delay)
  return mails
}

/** A user for whom mails about more tickets wait gets one mail about all of them. */
export const maxTicketMails = 10

type MoveNotifications = (db: Db, mail: string, others: string[]) => Promise<void>
type MailSender<C> = {
  send: (context: C, mail: never) => Promise<void>
  /** Lets `mail` tell of what the others would have told. */
  moveNotifications: MoveNotifications
}

/** Sends the mail of a job, and deletes or updates its row.
 * @throws for the queue, which retries or logs */
export async function sendQueuedMail<C extends MailContext>(
  context: C,
  { send, moveNotifications }: MailSender<C>,
  vendor: string,
  { id: job, retryDelay }: JobAttempt,
): Promise<void> {
  const { database } = context
  const started = await database.inVendor(vendor, db => startAttempt(db, job, moveNotifications))
  // sent or discarded, behind an earlier mail of its thread, or another job sends it
  if (!started) return
  const { id, user, kind, data, attempts } = started
  let isSent = false // a mail about what its reader knows already is not sent
  const mailer: Mailer = {
    ...context.mailer,
    async send(mail) {
      const answer = await context.mailer.send(mail)
      isSent = true
      return answer
    },
  }
  try {
    // queued as `MailData` has it
    await send({ ...context, mailer }, { ...data, id, vendor, user } as never)
  } catch (error) {
    if (error instanceof MailPostponed)
      return database.inVendor(vendor, db => postpone(db, { job, attempts }))
    const nextDelay = error instanceof MailRefused ? null : retryDelay
    await database.inVendor(vendor, async db => {
      await recordFailure(db, { job, attempts }, error, nextDelay)
      if (nextDelay === null) await requeueNext(db, user, data)
      if (error instanceof MailRefused && refusesRecipient(error.message))
        await markUndeliverable(db, user, error.message)
    })
    throw nextDelay === null
      ? new PermanentFailure((error as Error).message, { cause: error })
      : error
  }
  if (!isSent) context.log.info({ mail: id, user, kind }, 'mail not needed')
  // Also when another attempt has begun meanwhile: the mail is delivered.
  await database.inVendor(vendor, async db => {
    await db.deleteFrom('mails').where('id', '=', id).execute()
    await requeueNext(db, user, data)
    if (isSent) await countMail(db, 'sent')
    else publish(db, { kind: 'mail' })
  })
}

async function startAttempt(db: Db, job: string, moveNotifications: MoveNotifications) {
  const waiting = await lockFirstAttempts(db, job)
  const own = waiting.find(mail => mail.job === job)
  if (own && waiting.length > maxTicketMails) {
    const others = waiting.flatMap(({ id }) => (id === own.id ? [] : id))
    await moveNotifications(db, own.id, others)
    await makeDigest(db, own.id, others)
  }
  const mail = await setSending(db, job)
  if (mail) publish(db, { kind: 'mail' })
  return mail
}

/** The mails about tickets that can be sent to the user of the job's mail for the first
 * time, if it is one of them; locked in the order of `queueTicketMails`. */
function lockFirstAttempts(db: Db, job: string) {
  const isFirst = sql<boolean>`kind = 'ticket.news' and state = 'waiting' and attempts = 0`
  const user = db.selectFrom('mails').select('userId').where('job', '=', job).where(isFirst)
  return db
    .selectFrom('mails')
    .select(['id', 'job'])
    .where('userId', '=', user)
    .where(isFirst)
    .where(eb => eb.not(hasEarlier))
    .where(hasNews)
    .orderBy(sql`data->>'ticket' collate "C"`)
    .forUpdate()
    .execute()
}

const hasNews = sql<boolean>`exists (
  select from notifications n where n.vendor_id = mails.vendor_id and n.mail_id = mails.id and n.date_read is null)`

/** The jobs of the others then find no mail. */
async function makeDigest(db: Db, id: string, others: string[]): Promise<void> {
  await db.updateTable('mails').set({ data: sql`data - 'ticket'` }).where('id', '=', id).execute()
  await db.deleteFrom('mails').where(sql<boolean>`id = any(${others}::uuid[])`).execute()
}

const setSending = (db: Db, job: string) =>
  db
    .updateTable('mails')
    .set({
      state: 'sending',
      attempts: sql<number>`attempts + 1`,
      dateTried: sql<string>`now()`,
      dateNext: null,
    })
    .where('job', '=', job)
    .where(eb => eb.not(hasEarlier))
    .returning(['id', 'userId as user', 'kind', 'data', 'attempts'])
    .executeTakeFirst()

/** Whether an earlier mail about the ticket waits: they reach each recipient in order. */
const hasEarlier = sql<boolean>`exists (
  select from mails earlier
   where mails.kind = 'ticket.news' and earlier.kind = 'ticket.news' and earlier.vendor_id = mails.vendor_id and earlier.user_id = mails.user_id
     and earlier.data->>'ticket' = mails.data->>'ticket' and earlier.state <> 'failed' and earlier.id < mails.id)`

/** Queues the thread's mail that an earlier one has held back:
 * its own job has ended, or ends during this transaction. */
export async function requeueNext(
  db: Db,
  user: string,
  data: Record<string, string>,
): Promise<void> {
  if (data.ticket === undefined) return
  await requeueMails(
    db,
    sql`kind = 'ticket.news' and user_id = ${user} and data->>'ticket' = ${data.ticket} and state = 'waiting' and attempts = 0 and date_next <= clock_timestamp() + interval '2 seconds'`,
  )
}

/** Administrators read what the mail server answered; other
 * errors are for the log only. A later attempt's state stays. */
async function recordFailure(
  db: Db,
  { job, attempts }: { job: string; attempts: number },
  error: unknown,
  retryDelay: number | null,
) {
  await countMail(db, retryDelay === null ? 'failed' : 'delayed')
  await db
    .updateTable('mails')
    .set({
      state: retryDelay === null ? 'failed' : 'waiting',
      answer:
        error instanceof MailRefused || error instanceof MailUnavailable ? error.message : null,
      dateNext:
        retryDelay === null ? null : sql<string>`now() + make_interval(secs => ${retryDelay})`,
    })
    .where('job', '=', job)
    .where('attempts', '=', attempts)
    .execute()
}

/** Thrown by a mail that waits for something else: it is tried again in a second. */
export class MailPostponed extends Error {
  override readonly name = 'MailPostponed'
}

async function postpone(db: Db, { job, attempts }: { job: string; attempts: number }) {
  const postponed = await db
    .updateTable('mails')
    .set({
      state: 'waiting',
      job: sql<string>`gen_random_uuid()`,
      dateNext: sql<string>`now() + interval '1 second'`,
    })
    .where('job', '=', job)
    .where('attempts', '=', attempts)
    .returning(['kind', 'job'])
    .executeTakeFirst()
  if (postponed) await db.jobs.send(db, postponed.kind, {}, [postponed.job], 1)
}

export async function requeueMails(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const mails = await db
    .updateTable('mails')
    .set({ state: 'waiting', job: sql<string>`gen_random_uuid()`, dateNext: sql<string>`now()` })
    .where('kind', 'in', mailKinds) // a restored backup may name other queues
    .where(condition)
    .returning(['kind', 'job'])
    .execute()
  if (mails.length > 0) publish(db, { kind: 'mail' })
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
    await db
      .selectFrom('mails')
      .select(['kind', 'job'])
      .where('kind', 'in', mailKinds)
      .where('state', '<>', 'failed')
      .execute(),
  )
}

const deleteExpired = (db: Db) =>
  db
    .deleteFrom('mails')
    .where(sql<boolean>`date_created < now() - make_interval(days => ${jobRetentionDays})`)
    .execute()

export async function sweepMails(db: Db): Promise<void> {
  await Promise.all([deleteExpired(db), sweepMailCounts(db)])
  const isOverdue = sql<boolean>`state <> 'failed' and coalesce(date_next, date_tried) < now() - interval '20 minutes'` // an attempt takes 15 at most
  await requeueMails(db, isOverdue)
}

/** The loads of all queues; of mails the failed ones that
 * neither were retried nor discarded since. */
export async function readQueueLoads(
  jobs: Pick<Jobs, 'queueLoads'>,
  database: Database,
): Promise<QueueLoad[]> {
  const [loads, failed] = await Promise.all([
    jobs.queueLoads(),
    database.runAtVendor(platformVendor, countFailed),
  ])
  const counts = new Map(failed.map(({ kind, count }) => [kind, count as number]))
  return loads.map(load =>
    isMailKind(load.queue) ? { ...load, failed: counts.get(load.queue) ?? 0 } : load,
  )
}

const countFailed = statement('select kind, count from count_failed_mails()')
const isMailKind = (queue: string) => mailKinds.some(kind => kind === queue)
