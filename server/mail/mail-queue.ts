import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type MailKind, mailKinds } from '#contract/mail.ts'
import type { ReceivedReason } from '#contract/mail-in.ts'
import { jobRetentionDays } from '#contract/retention.ts'
import { semaphore } from '#platform/concurrency/semaphore.ts'
import {
  type Database,
  type Db,
  type Placeholders,
  platformVendor,
  prepareQuery,
} from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import {
  type JobAttempt,
  type Jobs,
  PermanentFailure,
  type QueueLoad,
} from '#platform/jobs/jobs.ts'
import { type Mailer, MailRefused, MailUnavailable } from '#platform/mail/mailer.ts'
import { publish } from '../events/notices.ts'
import { countMails, sweepMailCounts } from './mail-counts.ts'
import { markUndeliverable, refusesRecipient } from './undeliverable.ts'
import type { MailContext } from './user-mail.ts'

export type MailData = {
  'user.invited': { activation: string; domain: string; by?: string } // the inviter's name
  'user.added': { company: string; domain: string }
  'password.forgotten': { activation: string; domain: string }
  'device.new': DeviceNotice & { left: string } // how many such mails can follow today
  'password.changed': DeviceNotice
  'email.confirmation': { activation: string; domain: string } & OtherAddress
  'email.changed': DeviceNotice & OtherAddress & EmailChange
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

/** Where a mail goes instead of to the account's address. */
type OtherAddress = { to: string }
/** To `email`; who asked is `by`, of themselves an empty text. */
export type EmailChange = { change: 'asked' | 'changed'; email: string; by: string }

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

/** Mails about one ticket that a job sends: what they tell is read at once. */
const mailsOfJob = 10

/** Adds a mail to each user about each ticket, to be sent `delay` seconds later; one that
 * waits is sent for this event too. Returns the mails, and the jobs that are to be queued. */
export async function addTicketMails(
  db: Db,
  told: Told[],
  delay: number,
): Promise<{ mails: { id: string; userId: string; ticket: string }[]; jobs: string[] }> {
  if (told.length === 0) return { mails: [], jobs: [] }
  const lastJobs = new Map<string, { id: string; mails: number }>() // by ticket
  const jobFor = (ticket: string) => {
    const last = lastJobs.get(ticket)
    const job = last && last.mails < mailsOfJob ? last : { id: uuidv7(), mails: 0 }
    lastJobs.set(ticket, job)
    job.mails++
    return job.id
  }
  const once = [...new Map(told.map(each => [`${each.userId} ${each.ticket}`, each]))]
  // sorted: two events of a ticket lock in one order
  const added = once
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { userId, ...news }]) => ({ userId, news, id: uuidv7(), job: jobFor(news.ticket) }))
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
  const jobs = new Set(added.flatMap(({ id, job }) => (isNew.has(id) ? [job] : [])))
  return { mails, jobs: [...jobs] }
}

/** A user for whom mails about more tickets wait gets one mail about all of them. */
export const maxTicketMails = 10

type MoveNotifications = (db: Db, mail: string, others: string[]) => Promise<void>
/** Sends a mail, unless its reader knows already what it would tell. */
type Send<C> = (context: C) => Promise<void>
type Prepare<C> = (context: C, db: Db, mails: never[]) => Promise<Map<string, Send<C>>>
type MailSender<C> = {
  /** Reads what the mails of a job tell, in the transaction that begins their
   * attempts. Returns how each is sent, by its id. */
  prepare: Prepare<C>
  /** Lets `mail` tell of what the others would have told. */
  moveNotifications: MoveNotifications
}
/** Mails whose sender reads itself what each tells. */
export const prepareEach =
  <C>(send: (context: C, mail: never) => Promise<void>): Prepare<C> =>
  async (_context, _db, mails: { id: string }[]) =>
    new Map(mails.map(mail => [mail.id, context => send(context, mail as never)]))

type StartedMail = {
  id: string
  user: string
  kind: string
  data: Record<string, string>
  attempts: number
}

/** Mails of a kind that an instance sends at once; a scanning mail server may be slow. */
const maxSending = 5

/** In ms. What a mail tells is of the begin of its attempt: one that waits longer begins again. */
const longestWait = 60_000

/** Returns what sends the mails of a job, and deletes or updates their rows.
 * It throws for the queue, which retries or logs. */
export function mailWorker<C extends MailContext>(sender: MailSender<C>) {
  const turns = semaphore(maxSending, Number.POSITIVE_INFINITY)
  return async (context: C, vendor: string, attempt: JobAttempt): Promise<void> => {
    const { database, log } = context
    // without mails that are sent or discarded, wait for earlier ones, or that another job sends
    const mails = await startAttempts(context, sender, vendor, attempt.id).catch(async error => {
      if (await splitJob(database, vendor, attempt.id)) {
        log.error({ err: error }, 'mails of a job could not be read, each is tried alone')
        return []
      }
      const prepare = prepareEach(() => Promise.reject(error))
      return startAttempts(context, { ...sender, prepare }, vendor, attempt.id)
    })
    const started = performance.now()
    const ended = endMails(database, vendor)
    const postponed: StartedMail[] = []
    const errors: unknown[] = []
    const sendInTurn = async ({ send, ...mail }: (typeof mails)[number]) => {
      try {
        if (performance.now() - started > longestWait) throw new MailPostponed()
        ended.add(mail, await isSent(context, send, mail))
      } catch (error) {
        if (error instanceof MailPostponed) postponed.push(mail)
        else errors.push(await failAttempt(database, vendor, mail, attempt, error).catch(of => of))
      }
    }
    await Promise.all(mails.map(mail => turns(() => sendInTurn(mail))))
    if (postponed.length > 0)
      await database.inVendor(vendor, db => postpone(db, attempt.id, postponed))
    await ended.all()
    // the job is repeated for those that have not failed for good
    const error = errors.find(each => !(each instanceof PermanentFailure)) ?? errors[0]
    for (const err of errors) if (err !== error) log.error({ err }, 'a mail failed')
    if (error) throw error
  }
}

/** Sends a mail; whether its reader did not know already what it tells. */
async function isSent<C extends MailContext>(
  context: C,
  send: Send<C>,
  { id, user, kind }: StartedMail,
): Promise<boolean> {
  let hasSent = false
  const mailer: Mailer = {
    ...context.mailer,
    async send(mail) {
      if (mail.to.address === '') return '' // a contact whose address was removed meanwhile
      const answer = await context.mailer.send(mail)
      hasSent = true
      return answer
    },
  }
  await send({ ...context, mailer })
  if (!hasSent) context.log.info({ mail: id, user, kind }, 'mail not needed')
  return hasSent
}

type Prepared<C> = StartedMail & { send: Send<C> }

async function startAttempts<C extends MailContext>(
  context: C,
  sender: MailSender<C>,
  vendor: string,
  job: string,
): Promise<Prepared<C>[]> {
  const { database } = context
  const { mails, crowded } = await database.inVendor(vendor, async db => {
    const { started, left } = await db.inOrder({
      started: () => setSending(db, { job, users: null }),
      left: () => readLeft(db, { job }),
    })
    const mails = await prepareMails(context, sender, db, started)
    return { mails, crowded: left.map(({ userId }) => userId) }
  })
  if (crowded.length === 0) return mails
  // apart, as it locks the mails of other jobs
  const digests = await database.inVendor(vendor, async db => {
    await makeDigests(db, sender.moveNotifications, job, crowded)
    return prepareMails(context, sender, db, await setSending(db, { job, users: crowded }))
  })
  return [...mails, ...digests]
}

async function prepareMails<C extends MailContext>(
  context: C,
  { prepare }: MailSender<C>,
  db: Db,
  started: StartedMail[],
): Promise<Prepared<C>[]> {
  if (started.length > 0) publish(db, { kind: 'mail' })
  // queued as `MailData` has it
  const queued = started.map(
    ({ id, user, data }) => ({ ...data, id, vendor: db.vendorId, user }) as never,
  )
  const sends = await prepare(context, db, queued)
  return started.map(mail => ({ ...mail, send: sends.get(mail.id) as Send<C> }))
}

/** Gives each mail of a job one of its own, as one of them may not be readable. */
const splitJob = (database: Database, vendor: string, job: string) =>
  database.inVendor(vendor, db =>
    requeueMails(
      db,
      sql`job = ${job} and state <> 'failed' and exists (select from mails other where other.job = mails.job and other.id <> mails.id)`,
    ),
  )

/** Deletes mails in the background, those that end during a transaction in the next one. */
function endMails(database: Database, vendor: string) {
  let waiting: { mail: StartedMail; isSent: boolean }[] = []
  let running: Promise<void> | undefined
  async function run() {
    while (waiting.length > 0) {
      const ended = waiting
      waiting = []
      await database
        .inVendor(vendor, db => deleteEnded(db, ended))
        .catch(error => {
          waiting.unshift(...ended)
          throw error
        })
    }
  }
  const start = () => {
    running = run().finally(() => {
      running = undefined
    })
    return running
  }
  return {
    add(mail: StartedMail, isSent: boolean) {
      waiting.push({ mail, isSent })
      if (!running) start().catch(() => {}) // tried again with the next one
    },
    /** @throws where some could not be deleted */
    async all() {
      await running?.catch(() => {})
      await start()
    },
  }
}

/** Also where another attempt has begun meanwhile: the mail is delivered. */
async function deleteEnded(db: Db, ended: { mail: StartedMail; isSent: boolean }[]) {
  const mails = ended.map(({ mail }) => mail)
  const sent = ended.filter(({ isSent }) => isSent).length
  await db.inOrder({
    deleted: () => deleteMails(db, { ids: mails.map(({ id }) => id) }),
    next: () => requeueNext(db, mails),
    counted: async () => sent > 0 && (await countMails(db, 'sent', sent)),
  })
  publish(db, { kind: 'mail' })
}

const deleteMails = prepareQuery((db, { ids }: Placeholders<{ ids: string[] }>) =>
  db.deleteFrom('mails').where(sql<boolean>`id = any(${ids}::uuid[])`),
)

/** Returns what the queue is to be told. */
async function failAttempt(
  database: Database,
  vendor: string,
  mail: StartedMail,
  { id: job, retryDelay }: JobAttempt,
  error: unknown,
): Promise<unknown> {
  const isRefused = error instanceof MailRefused
  const nextDelay = isRefused ? null : retryDelay
  await database.inVendor(vendor, async db => {
    await recordFailure(db, { job, ...mail }, error, nextDelay)
    if (nextDelay === null) await requeueNext(db, [mail])
    if (isRefused && refusesRecipient(error.message) && !('to' in mail.data))
      await markUndeliverable(db, mail.user, error.message)
  })
  return nextDelay === null
    ? new PermanentFailure((error as Error).message, { cause: error })
    : error
}

const isFirst = sql<boolean>`kind = 'ticket.news' and state = 'waiting' and attempts = 0`

// No `exists`, of which PostgreSQL makes a join that reads all mails and notifications.

/** Whether an earlier mail about the ticket waits: they reach each recipient in order. */
const hasEarlier = (mail: 'mails' | 'other') => {
  const m = sql.table(mail)
  return sql<boolean>`((
    select true from mails earlier
     where ${m}.kind = 'ticket.news' and earlier.kind = 'ticket.news' and earlier.vendor_id = ${m}.vendor_id and earlier.user_id = ${m}.user_id
       and earlier.data->>'ticket' = ${m}.data->>'ticket' and earlier.state <> 'failed' and earlier.id < ${m}.id limit 1) is not null)`
}

/** Whether a first attempt has something to tell, and no earlier mail to wait for. */
const canBeFirst = (mail: 'mails' | 'other') => sql<boolean>`(not ${hasEarlier(mail)} and (
  select true from notifications n where n.vendor_id = ${sql.table(mail)}.vendor_id and n.mail_id = ${sql.table(mail)}.id and n.date_read is null limit 1) is not null)`

/** Whether it is for a user for whom mails about more tickets wait than are sent. */
const isOfDigest = sql<boolean>`(${isFirst} and (
  select count(*) from (
    select from mails other where other.user_id = mails.user_id and other.kind = 'ticket.news' and other.state = 'waiting' and other.attempts = 0
       and ${canBeFirst('other')} limit ${sql.lit(maxTicketMails + 1)}) waiting) > ${sql.lit(maxTicketMails)})`

/** The mails of a job, of digests those to `users` alone; locked as by `addTicketMails`. */
const setSending = prepareQuery(
  (db, { job, users }: Placeholders<{ job: string; users: string[] | null }>) =>
    db
      .updateTable('mails')
      .set({
        state: sql<'sending'>`'sending'`,
        attempts: sql<number>`attempts + 1`,
        dateTried: sql<string>`now()`,
        dateNext: sql`null`,
      })
      .where(
        sql<boolean>`id = any(array(${db
          .selectFrom('mails')
          .select('id')
          .where('job', '=', job)
          .where('state', '<>', sql.lit('failed')) // for good, while others of its job are repeated
          .where(sql<boolean>`(${users}::uuid[] is null or user_id = any(${users}::uuid[]))`)
          .orderBy('userId')
          .orderBy(sql`data->>'ticket' collate "C"`)
          .forUpdate()}))`,
      )
      .where(eb => eb.not(hasEarlier('mails')))
      .where(sql<boolean>`(${users}::uuid[] is not null or not ${isOfDigest})`)
      .returning(['id', 'userId as user', 'kind', 'data', 'attempts']),
)

/** The users of the mails of a job that are of digests. */
const readLeft = prepareQuery((db, { job }: Placeholders<{ job: string }>) =>
  db
    .selectFrom('mails')
    .select('userId')
    .where('job', '=', job)
    .where(isFirst)
    .where(eb => eb.not(hasEarlier('mails'))),
)

/** Lets the mail of each user tell of what others would have told, whose jobs then find none. */
async function makeDigests(
  db: Db,
  moveNotifications: MoveNotifications,
  job: string,
  users: string[],
): Promise<void> {
  const waiting = await lockWaiting(db, { users })
  for (const ofUser of Map.groupBy(waiting, ({ userId }) => userId).values()) {
    const own = ofUser.find(mail => mail.job === job)
    if (!own || ofUser.length <= maxTicketMails) continue
    const others = ofUser.flatMap(({ id }) => (id === own.id ? [] : id))
    await moveNotifications(db, own.id, others)
    await db
      .updateTable('mails')
      .set({ data: sql`data - 'ticket'` })
      .where('id', '=', own.id)
      .execute()
    await db.deleteFrom('mails').where(sql<boolean>`id = any(${others}::uuid[])`).execute()
  }
}

/** In the order of `addTicketMails`. */
const lockWaiting = prepareQuery((db, { users }: Placeholders<{ users: string[] }>) =>
  db
    .selectFrom('mails')
    .select(['id', 'job', 'userId'])
    .where(sql<boolean>`user_id = any(${users}::uuid[])`)
    .where(isFirst)
    .where(canBeFirst('mails'))
    .orderBy('userId')
    .orderBy(sql`data->>'ticket' collate "C"`)
    .forUpdate(),
)

/** Queues the mails of threads that earlier ones have held back:
 * their own jobs have ended, or end during this transaction. */
export async function requeueNext(
  db: Db,
  ended: { user: string; data: Record<string, string> }[],
): Promise<void> {
  const threads = ended.flatMap(({ user, data: { ticket } }) => (ticket ? { user, ticket } : []))
  if (threads.length === 0) return
  const mails = await requeueThreads(db, {
    users: threads.map(({ user }) => user),
    tickets: threads.map(({ ticket }) => ticket),
  })
  if (mails.length > 0) publish(db, { kind: 'mail' })
  await sendJobs(db, mails)
}

const requeued = {
  state: sql<'waiting'>`'waiting'`,
  job: sql<string>`gen_random_uuid()`,
  dateNext: sql<string>`now()`,
}

/** Locks in the order of `addTicketMails`; also those of other pairs of a user and a ticket. */
const requeueThreads = prepareQuery(
  (db, { users, tickets }: Placeholders<{ users: string[]; tickets: string[] }>) =>
    db
      .updateTable('mails')
      .set(requeued)
      .where(
        sql<boolean>`id = any(array(${db
          .selectFrom('mails')
          .select('id')
          .where(isFirst)
          .where(
            sql<boolean>`user_id = any(${users}::uuid[]) and data->>'ticket' = any(${tickets}::text[])`,
          )
          .where(sql<boolean>`date_next <= clock_timestamp() + interval '2 seconds'`)
          .orderBy('userId')
          .orderBy(sql`data->>'ticket' collate "C"`)
          .forUpdate()}))`,
      )
      .returning(['kind', 'job']),
)

/** Administrators read what the mail server answered; other
 * errors are for the log only. A later attempt's state stays. */
async function recordFailure(
  db: Db,
  { id, job, attempts }: { id: string; job: string; attempts: number },
  error: unknown,
  retryDelay: number | null,
) {
  await countMails(db, retryDelay === null ? 'failed' : 'delayed')
  await db
    .updateTable('mails')
    .set({
      state: retryDelay === null ? 'failed' : 'waiting',
      answer:
        error instanceof MailRefused || error instanceof MailUnavailable ? error.message : null,
      dateNext:
        retryDelay === null ? null : sql<string>`now() + make_interval(secs => ${retryDelay})`,
    })
    .where('id', '=', id)
    .where('job', '=', job)
    .where('attempts', '=', attempts)
    .execute()
}

/** Thrown by a mail that waits for something else: it is tried again in a second. */
export class MailPostponed extends Error {
  override readonly name = 'MailPostponed'
}

/** Together: they get a job of their own. */
async function postpone(db: Db, attempt: string, mails: StartedMail[]) {
  const job = uuidv7()
  const { rows } = await sql<{ kind: string }>`
    update mails set state = 'waiting', job = ${job}, date_next = now() + interval '1 second'
      from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ attempts }) => attempts)}::int[]) as p(mail, attempted)
     where id = mail and attempts = attempted and job = ${attempt}
    returning kind`.execute(db)
  const [postponed] = rows
  if (postponed) await db.jobs.send(db, postponed.kind, {}, [job], 1)
}

export async function requeueMails(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  const mails = await db
    .updateTable('mails')
    .set(requeued)
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
    const jobs = new Set(ofKind.map(({ job }) => job))
    await db.jobs.send(db, kind, {}, [...jobs])
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
