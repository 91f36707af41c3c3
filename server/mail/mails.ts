import { type RawBuilder, sql } from 'kysely'
import { type MailKind, type MailQuery, mailKinds } from '#contract/mail.ts'
import type { Db } from '#platform/database/database.ts'
import { readList } from '#platform/database/lists.ts'
import { byId } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { publish } from '../events/notices.ts'
import { requeueMails, requeueNext } from './mail-queue.ts'
import { clearUndeliverableOf } from './undeliverable.ts'

/** Without mails about tickets that still wait for further events before their first attempt. */
const undelivered = (db: Db) =>
  db
    .selectFrom('mails')
    .innerJoin('users', byId('users', 'mails.userId'))
    .where('mails.kind', 'in', mailKinds)
    .where(
      sql<boolean>`not (mails.kind = 'ticket.news' and mails.attempts = 0 and mails.date_next > now())`,
    )

/** Some go to another address than the account's. */
const recipient = sql<string>`coalesce(mails.data->>'to', users.email)`

export function listMails(db: Db, query: MailQuery) {
  const rows = undelivered(db)
    .select([
      'mails.id as _id',
      sql<MailKind>`mails.kind`.as('kind'),
      recipient.as('to'),
      sql<string>`trim(users.name || ' ' || users.surname)`.as('name'),
      'mails.state as status',
      'mails.attempts as tries',
      'mails.dateCreated',
      'mails.dateTried',
      'mails.dateNext',
      'mails.answer',
    ])
    .$if(query.status !== undefined, q =>
      q.where('mails.state', query.status === 'failed' ? '=' : '<>', 'failed'),
    )
  return readList(db, rows, query, {
    name: 'mails',
    id: 'mails.id',
    search: ['users.search'],
    filters: [query.status],
    order: {
      to: recipient,
      kind: 'mails.kind',
      tries: 'mails.attempts',
      dateTried: 'mails.dateTried',
      dateCreated: 'mails.dateCreated',
    },
  })
}

export async function countFailedMails(db: Db): Promise<number> {
  const failed = undelivered(db)
    .where('mails.state', '=', 'failed')
    .select(sql`1`.as('one'))
    .limit(100)
  const { count } = await db
    .selectFrom(failed.as('failed'))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function retryMail(db: Db, id: string): Promise<string> {
  const address = await lockMail(db, id)
  await retryMails(db, sql`id = ${id}`)
  return address
}

export const retryFailedMails = (db: Db) => retryMails(db, sql`state = 'failed'`)

/** Also to addresses that refused them: the administrator may have had the mailbox opened. */
async function retryMails(db: Db, condition: RawBuilder<boolean>): Promise<number> {
  await clearUndeliverableOf(db, condition)
  return requeueMails(db, condition)
}

export async function discardMail(db: Db, id: string): Promise<string> {
  const address = await lockMail(db, id)
  const { userId, data } = await db
    .deleteFrom('mails')
    .where('id', '=', id)
    .returning(['userId', 'data'])
    .executeTakeFirstOrThrow()
  await requeueNext(db, [{ user: userId, data }])
  publish(db, { kind: 'mail' })
  return address
}

/** Locks a mail; returns its address. @throws 409 when it is being sent */
async function lockMail(db: Db, id: string): Promise<string> {
  const mail = await undelivered(db)
    .where('mails.id', '=', id)
    .select([recipient.as('email'), 'mails.state'])
    .forUpdate('mails')
    .executeTakeFirstOrThrow(notFound)
  if (mail.state === 'sending') throw conflict('mailBeingSent')
  return mail.email
}
