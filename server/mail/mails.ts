import { sql } from 'kysely'
import { type MailKind, type MailQuery, mailKinds } from '#contract/mails.ts'
import type { Db } from '#platform/database/database.ts'
import { readList } from '#platform/database/lists.ts'
import { byId } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { requeueMails } from './mail-queue.ts'

const undelivered = (db: Db) =>
  db.selectFrom('mails').innerJoin('users', byId('users', 'mails.userId')).where('mails.kind', 'in', mailKinds)

export function listMails(db: Db, query: MailQuery) {
  const rows = undelivered(db)
    .select([
      'mails.id as _id',
      sql<MailKind>`mails.kind`.as('kind'),
      'users.email as to',
      sql<string>`trim(users.name || ' ' || users.surname)`.as('name'),
      'mails.state as status',
      'mails.attempts as tries',
      'mails.dateCreated',
      'mails.dateTried',
      'mails.dateNext',
      'mails.answer',
    ])
    .$if(query.status !== undefined, q => q.where('mails.state', query.status === 'failed' ? '=' : '<>', 'failed'))
  return readList(db, rows, query, {
    name: 'mails',
    id: 'mails.id',
    search: ['users.search'],
    order: {
      to: 'users.email',
      kind: 'mails.kind',
      tries: 'mails.attempts',
      dateTried: 'mails.dateTried',
      dateCreated: 'mails.dateCreated',
    },
  })
}

/** Failed mails, counted up to 100. */
export async function countFailedMails(db: Db): Promise<number> {
  const failed = undelivered(db).where('mails.state', '=', 'failed').select(sql`1`.as('one')).limit(100)
  const { count } = await db
    .selectFrom(failed.as('failed'))
    .select(eb => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Retries a mail now. Returns its address. */
export async function retryMail(db: Db, id: string): Promise<string> {
  const address = await lockMail(db, id)
  await requeueMails(db, sql`id = ${id}`)
  return address
}

/** Retries every failed mail. Returns their number. */
export const retryFailedMails = (db: Db) => requeueMails(db, sql`state = 'failed'`)

export async function discardMail(db: Db, id: string): Promise<string> {
  const address = await lockMail(db, id)
  await db.deleteFrom('mails').where('id', '=', id).execute()
  return address
}

/** Locks a mail; returns its address. @throws 409 when it is being sent */
async function lockMail(db: Db, id: string): Promise<string> {
  const mail = await undelivered(db)
    .where('mails.id', '=', id)
    .select(['users.email', 'mails.state'])
    .forUpdate('mails')
    .executeTakeFirstOrThrow(notFound)
  if (mail.state === 'sending') throw conflict('mailBeingSent')
  return mail.email
}
