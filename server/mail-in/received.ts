import { sql } from 'kysely'
import {
  acceptableStates,
  acceptanceProblem,
  type ReceivedQuery,
  type ReceivedReason,
  type ReceivedState,
  receivedMailDays,
} from '#contract/mail-in.ts'
import type { Db } from '#platform/database/database.ts'
import { readList } from '#platform/database/lists.ts'
import { byId } from '#platform/database/look-up.ts'
import { conflict, notFound } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { publish } from '../events/notices.ts'
import { fullNameOf } from '../tickets/ticket-rows.ts'

/** As the index `received_mails_open` has it. */
const isOpen = sql<boolean>`(r.state in ('held', 'failed', 'automatic') and r.date_seen is null
  and r.reason is distinct from 'ownMail'
  and (r.user_id is not null or r.recipient like 'reply+%'))`

export function listReceived(db: Db, query: ReceivedQuery) {
  const rows = db
    .selectFrom('receivedMails as r')
    .leftJoin('users as u', byId('u', 'r.userId'))
    .leftJoin('tickets as t', byId('t', 'r.ticketId'))
    .select([
      'r.id as _id',
      'r.dateReceived',
      'r.sender',
      'r.senderName',
      'r.subject',
      // whoever knows a reply address can write to it
      sql<string | null>`case when r.recipient not like 'reply+%' then r.recipient end`.as(
        'recipient',
      ),
      sql<ReceivedState>`r.state`.as('state'),
      sql<ReceivedReason | null>`r.reason`.as('reason'),
      'r.userId as user',
      fullNameOf('u').as('userName'),
      'u.email as userEmail',
      'r.ticketId as ticket',
      't.companyId as company',
      't.number as ticketNumber',
      't.title as ticketTitle',
      isOpen.as('isOpen'),
      'r.dateSeen',
    ])
    .$if(query.open !== undefined, q => q.where(isOpen))
    .$if(query.state !== undefined, q => q.where('r.state', '=', query.state as ReceivedState))
  return readList(db, rows, query, {
    name: 'received',
    id: 'r.id',
    search: ['r.search'],
    order: {
      dateReceived: 'r.dateReceived',
      dateCreated: 'r.dateReceived',
      sender: 'r.sender',
      subject: 'r.subject',
    },
  })
}

/** Files a mail as the user that `chooseUser` returns, without a check
 * of its sender. Returns its name. @throws 409 for one that cannot be accepted */
export async function acceptReceived(
  db: Db,
  id: string,
  chooseUser: (mail: HeldMail) => Promise<string>,
): Promise<string> {
  const mail = await lockMail(db, id)
  const problem = acceptanceProblem(mail)
  if (problem) throw conflict(problem)
  await queueAgain(db, id, { isAccepted: true, userId: await chooseUser(mail) })
  return nameOf(mail)
}

/** Of a mail to the vendor's own address `ticket` is null,
 * and `userId` when no user has its sender's address. */
export type HeldMail = {
  sender: string
  senderName: string
  userId: string | null
  ticket: string | null
}

export async function retryReceived(db: Db, id: string): Promise<string> {
  const mail = await lockMail(db, id, [...acceptableStates, 'failed'])
  await queueAgain(db, id, {})
  return nameOf(mail)
}

export async function seeReceived(db: Db, id: string): Promise<string> {
  const mail = await lockMail(db, id, ['held', 'failed', 'automatic'])
  await db
    .updateTable('receivedMails')
    .set({ dateSeen: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  publish(db, { kind: 'mail' })
  return nameOf(mail)
}

export async function discardReceived(db: Db, id: string): Promise<string> {
  const mail = await lockMail(db, id, ['held', 'failed'])
  await db
    .updateTable('receivedMails')
    .set({ state: 'discarded', reason: null, dateChanged: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  publish(db, { kind: 'mail' })
  return nameOf(mail)
}

async function queueAgain(db: Db, id: string, change: { isAccepted?: boolean; userId?: string }) {
  await db
    .updateTable('receivedMails')
    .set({
      ...change,
      state: 'waiting',
      reason: null,
      attempts: 0,
      dateAttempted: null,
      dateSeen: null,
      dateChanged: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute()
  publish(db, { kind: 'mail' })
  await recordEvent(db, 'mail.received', { mail: id })
}

async function lockMail(db: Db, id: string, states?: ReceivedState[]) {
  const mail = await db
    .selectFrom('receivedMails')
    .select(['sender', 'senderName', 'subject', 'userId', 'ticketId as ticket'])
    .select([
      sql<ReceivedState>`state`.as('state'),
      sql<ReceivedReason | null>`reason`.as('reason'),
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (states && !states.includes(mail.state)) throw conflict('mailNotHeld')
  return mail
}

/** In the audit. */
const nameOf = ({ subject, sender }: { subject: string; sender: string }) =>
  [subject, sender].filter(Boolean).join(' · ')

/** Deletes old mails, and requeues those that wait without a job, as after a restore. */
export async function sweepReceived(db: Db): Promise<void> {
  await db
    .deleteFrom('receivedMails')
    .where(sql<boolean>`date_received < now() - make_interval(days => ${receivedMailDays})`)
    .execute()
  const lost = await db
    .updateTable('receivedMails')
    .set({ dateChanged: sql<string>`now()` })
    .where('state', '=', 'waiting')
    .where(sql<boolean>`date_changed < now() - interval '2 hours'`)
    .returning('id')
    .execute()
  for (const { id } of lost) await recordEvent(db, 'mail.received', { mail: id })
}
