import { sql } from 'kysely'
import {
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

/** The states from which a mail can be filed: it may have
 * been taken for a program's, or for a delivery report. */
const fileable: ReceivedState[] = ['held', 'automatic', 'bounced']

/** Files a mail as the user that `chooseUser` returns, without a check
 * of its sender. Returns its subject. @throws 409 in other states */
export async function acceptReceived(
  db: Db,
  id: string,
  chooseUser: (mail: HeldMail) => Promise<string>,
): Promise<string> {
  const mail = await lockHeld(db, id, fileable)
  await queueAgain(db, id, { isAccepted: true, userId: await chooseUser(mail) })
  return mail.subject
}
/** Of a mail to the vendor's own address `ticketId` is null,
 * and `userId` when no user has its sender's address. */
export type HeldMail = {
  sender: string
  senderName: string
  userId: string | null
  ticketId: string | null
}

export async function retryReceived(db: Db, id: string): Promise<string> {
  const { subject } = await lockHeld(db, id, [...fileable, 'failed'])
  await queueAgain(db, id, {})
  return subject
}

export async function seeReceived(db: Db, id: string): Promise<string> {
  const { subject } = await lockHeld(db, id, ['held', 'failed', 'automatic'])
  await db
    .updateTable('receivedMails')
    .set({ dateSeen: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  publish(db, { kind: 'mail' })
  return subject
}

export async function discardReceived(db: Db, id: string): Promise<string> {
  const { subject } = await lockHeld(db, id, ['held', 'failed'])
  await db
    .updateTable('receivedMails')
    .set({ state: 'discarded', reason: null, dateChanged: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  publish(db, { kind: 'mail' })
  return subject
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

async function lockHeld(db: Db, id: string, states: ReceivedState[]) {
  const mail = await db
    .selectFrom('receivedMails')
    .select(['sender', 'senderName', 'subject', 'userId', 'ticketId', 'state'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)
  if (!states.some(state => state === mail.state)) throw conflict('mailNotHeld')
  return mail
}

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
