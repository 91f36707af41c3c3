import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { retractMinutes } from '#contract/tickets.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, forbidden, notFound } from '#platform/errors.ts'
import { recordEvent } from '../events/events.ts'
import { publish } from '../events/notices.ts'
import { removeUnusedFiles } from '../files/remove-unused-files.ts'
import { lockTicket, type TicketScope } from './ticket-scope.ts'
import { restoreState } from './ticket-states.ts'

/** Takes back a message that the actor wrote or recorded, with its files and notifications; false
 * where it was already. @throws 404 for an unknown message, 403 for that of another sender, 409
 * for one that came by mail, is too old or is in a mail, and on an archived ticket */
export async function retractMessage(
  db: Db,
  actor: Actor,
  scope: TicketScope,
  ticketId: string,
  id: string,
): Promise<boolean> {
  const { ticket, message, reasons } = await db.inOrder({
    ticket: () => lockTicket(db, actor, scope, ticketId),
    message: () => lockMessage(db, ticketId, id),
    reasons: () => readReasons(db, id), // once the lock is held
  })
  if ((message.recordedBy ?? message.userId) !== actor.userId) throw forbidden()
  if (message.dateRetracted !== null) return false
  if (ticket.status === 'archived') throw conflict('ticketArchived')
  if (reasons.cameByMail) throw conflict('retractOfMail')
  if (message.isTooOld) throw conflict('retractTooLate', retractMinutes)
  if (reasons.isMailed) throw conflict('retractMailed')
  const files = await db
    .deleteFrom('messageFiles')
    .where('messageId', '=', id)
    .returning('fileId')
    .execute()
  await removeUnusedFiles(
    db,
    files.map(({ fileId }) => fileId),
  )
  await db
    .updateTable('messages')
    .set({ contents: '', dateRetracted: sql<string>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
  await restoreState(db, ticketId, id)
  await recordEvent(db, 'message.retracted', { message: id })
  publish(db, { kind: 'ticket', ticket: ticketId, company: ticket.companyId })
  return true
}

const lockMessage = (db: Db, ticketId: string, id: string) =>
  db
    .selectFrom('messages')
    .select([
      'userId',
      'recordedBy',
      'dateRetracted',
      sql<boolean>`date_added < clock_timestamp() - make_interval(mins => ${sql.lit(retractMinutes)})`.as(
        'isTooOld',
      ),
    ])
    .where('ticketId', '=', ticketId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

const readReasons = (db: Db, id: string) =>
  db
    .selectNoFrom([
      sql<boolean>`exists (select from message_mails where vendor_id = app_vendor() and message_id = ${id})`.as(
        'cameByMail',
      ),
      sql<boolean>`exists (select from mailed_messages where vendor_id = app_vendor() and message_id = ${id})`.as(
        'isMailed',
      ),
    ])
    .executeTakeFirstOrThrow()
