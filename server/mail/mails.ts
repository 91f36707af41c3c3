import { sql } from 'kysely'
import { allMailKinds, type MailKind, type MailQuery, type MailStatus } from '#contract/mails.ts'
import { jobRetentionDays } from '#contract/retention.ts'
import type { Db } from '#platform/database/database.ts'
import { patternOf, readList } from '#platform/database/lists.ts'
import { conflict, notFound } from '#platform/errors.ts'

/** A row of the job queue. Row-level security limits it to the vendor's (docs/decisions/0013-failed-mails.md). */
type Job = {
  id: string
  name: MailKind
  data: { user: string }
  state: string
  retryCount: number
  retryLimit: number
  startAfter: string
  createdOn: string
  startedOn: string | null
  completedOn: string | null
  keepUntil: string
}
const queue = (db: Db) => db.withTables<{ 'pgboss.job': Job }>()

const ofVendor = sql<boolean>`job.data->>'vendor' = app_vendor()::text`
const attempts = sql<number>`case when job.started_on is null then 0 else job.retry_count + 1 end`

const undelivered = (db: Db) =>
  queue(db)
    .selectFrom('pgboss.job as job')
    .innerJoin('users', join =>
      join.on(sql<boolean>`users.vendor_id = app_vendor()`).on(sql<boolean>`users.id = (job.data->>'user')::uuid`),
    )
    .where(ofVendor)
    .where('job.name', 'in', allMailKinds)
    .where(sql<boolean>`job.state in ('created', 'retry', 'active', 'failed')`)

export async function listMails(db: Db, query: MailQuery) {
  const pattern = patternOf(query)
  const { status } = query
  const { rows, ...total } = await readList(
    db,
    undelivered(db)
      .select([
        'job.id as _id',
        'job.name as kind',
        'users.email as to',
        sql<string>`trim(users.name || ' ' || users.surname)`.as('name'),
        sql<MailStatus>`case job.state when 'failed' then 'failed' when 'active' then 'sending' else 'waiting' end`.as('status'),
        attempts.as('tries'),
        'job.createdOn as dateCreated',
        'job.startedOn as dateTried',
        sql<string | null>`case when job.state in ('created', 'retry') then job.start_after end`.as('dateNext'),
        sql<string | null>`job.output->>'answer'`.as('answer'),
      ])
      .$if(status === 'failed', q => q.where(sql<boolean>`job.state = 'failed'`))
      .$if(status === 'waiting', q => q.where(sql<boolean>`job.state in ('created', 'retry', 'active')`))
      .$if(pattern !== null, q => q.where('users.search', 'like', pattern as string)),
    query,
    { to: 'users.email', kind: 'job.name', tries: attempts, dateTried: 'job.startedOn', dateCreated: 'job.createdOn' },
    'job.id',
  )
  return { mails: rows, ...total }
}

/** Failed mails, counted up to 100. */
export async function countFailedMails(db: Db): Promise<number> {
  const failed = undelivered(db).where(sql<boolean>`job.state = 'failed'`).select(sql`1`.as('one')).limit(100)
  const { count } = await db
    .selectFrom(failed.as('failed'))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Retries a mail now; a failed one gets at least ten more attempts. Returns its address. */
export async function retryMail(db: Db, id: string): Promise<string> {
  const address = await lockMail(db, id)
  await updateForRetry(db).where('id', '=', id).where(sql<boolean>`state in ('created', 'retry', 'failed')`).execute()
  return address
}

/** Retries every failed mail. Returns their number. */
export async function retryFailedMails(db: Db): Promise<number> {
  const { numUpdatedRows } = await updateForRetry(db).where(sql<boolean>`state = 'failed'`).executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

const updateForRetry = (db: Db) =>
  queue(db)
    .updateTable('pgboss.job as job')
    .set({
      state: sql<string>`'retry'`,
      retryLimit: sql<number>`case state when 'failed' then greatest(retry_limit, retry_count + 10) else retry_limit end`,
      startAfter: sql<string>`now()`,
      completedOn: null,
      keepUntil: sql<string>`now() + make_interval(days => ${jobRetentionDays})`,
    })
    .where(ofVendor)
    .where('name', 'in', allMailKinds)

export async function discardMail(db: Db, id: string): Promise<string> {
  const address = await lockMail(db, id)
  await queue(db)
    .deleteFrom('pgboss.job as job')
    .where(ofVendor)
    .where('name', 'in', allMailKinds)
    .where('id', '=', id)
    .where(sql<boolean>`state in ('created', 'retry', 'failed')`)
    .execute()
  return address
}

/** Locks a mail; returns its address. @throws 409 when it is being sent */
async function lockMail(db: Db, id: string): Promise<string> {
  const mail = await undelivered(db)
    .where('job.id', '=', id)
    .select(['users.email', 'job.state'])
    .forUpdate('job')
    .executeTakeFirstOrThrow(notFound)
  if (mail.state === 'active') throw conflict('mailBeingSent')
  return mail.email
}
