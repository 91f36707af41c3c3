import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { fold, isSeen } from '#contract/text/turkish.ts'
import type { Db } from '#platform/database/database.ts'
import { headerAddress, oneLine } from '#platform/mail/mailer.ts'
import { headerValues, type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import { viewerOf } from '../../companies/viewer.ts'
import { companyIdsOf } from '../../companies/visible-companies.ts'
import { ticketsReferredTo } from '../../mail/message-ids.ts'
import { clearUndeliverable } from '../../mail/undeliverable.ts'
import { openTicket } from '../../tickets/tickets.ts'
import { visibleTickets } from '../../tickets/visible-tickets.ts'
import { readFirstDomain } from '../../vendors/portal.ts'
import { storeAttachments } from '../content/attachments.ts'
import type { ReadMail } from '../content/mail-task.ts'
import { messageOf } from '../content/mail-text.ts'
import { readActor } from '../receiving/reply-target.ts'
import { type MailInContext, type ReceivedRow, settle } from '../receiving/settle.ts'
import { answerOrHold } from './answers.ts'
import { auditMail } from './audit-mail.ts'
import { fileReply } from './file-reply.ts'
import { findFiled, recordFiled } from './repeats.ts'
import { senderProblem } from './sender.ts'

/** Files a mail to the vendor's own address: a reply to a ticket that
 * it refers to, else a new ticket about the machine that it names. */
export async function fileTicket(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: ReadMail,
): Promise<unknown> {
  const { database, signing } = context
  const referred = ticketsReferredTo(
    signing,
    vendor,
    [...headerValues(email, 'in-reply-to'), ...headerValues(email, 'references')].join(' '),
  )
  const found = await database.readVendor(vendor, async db => {
    const sender = await findSender(db, row, email)
    return sender && { ...sender, ticketId: await findVisible(db, sender.actor, referred) }
  })
  if (!found || (found.actor.role !== 'customer' && found.ticketId === null))
    return database.inVendor(vendor, db =>
      settle(db, row.id, {
        state: 'held',
        reason: row.isAccepted ? 'notPermitted' : 'unknownSender',
      }),
    )
  const { actor, language, ticketId } = found
  const reason = row.isAccepted ? null : await senderProblem(context, row, email, actor.email)
  if (reason)
    return database.inVendor(vendor, db =>
      settle(db, row.id, { state: 'held', reason, userId: actor.userId }),
    )

  if (ticketId) return fileReply(context, vendor, row, email, { actor, language, ticketId })

  const { text, whole } = email.mailText
  const machine = await database.readVendor(vendor, db =>
    findMachine(db, actor, `${email.subject ?? ''}\n${whole}`),
  )
  if (!machine)
    return answerOrHold(context, vendor, row, found, {
      reason: 'machineUnknown',
      subject: email.subject ?? '',
      userId: actor.userId,
    })
  const stored = await storeAttachments(context, vendor, actor, language, email)
  const message = messageOf({ text, whole }, stored)
  if (!message)
    return database.inVendor(vendor, db =>
      settle(db, row.id, { state: 'held', reason: 'empty', userId: actor.userId }),
    )
  const subject = oneLine(email.subject ?? '', limits.title)
  const title = isSeen(subject) ? subject : oneLine(message.contents, 80)
  return database.inVendor(vendor, async db => {
    const filedIn = await findFiled(db, row, email, actor.userId)
    if (filedIn)
      return settle(db, row.id, {
        state: 'discarded',
        reason: 'duplicate',
        userId: actor.userId,
        ticketId: filedIn,
      })
    if (!(await settle(db, row.id, { state: 'filed', userId: actor.userId }))) return false
    const links = { platform: context, domain: await readFirstDomain(db) }
    const { contents, files, mail } = message
    const ticket = await openTicket(db, actor, machine.companyId, links, {
      title,
      machine: machine.id,
      message: contents,
      files,
      mail,
    })
    await auditMail(db, row, email, actor, {
      action: 'tickets.open',
      ids: { company: machine.companyId },
      subject: ticketName(ticket),
    })
    await clearUndeliverable(db, actor.userId)
    await db
      .updateTable('receivedMails')
      .set({ ticketId: ticket._id })
      .where('id', '=', row.id)
      .execute()
    await recordFiled(db, row, email, actor.userId, ticket._id)
    return true
  })
}

/** A customer with a company, or one of the vendor's team, which
 * opens no tickets; once accepted, the user that the team chose. */
async function findSender(db: Db, { isAccepted, userId }: ReceivedRow, email: MailHeaders) {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(eb =>
      isAccepted && userId
        ? eb('id', '=', userId)
        : eb('email', '=', headerAddress(onlySender(email)?.address ?? '')),
    )
    .where(eb =>
      eb.or([
        eb('role', 'in', ['staff', 'admin']),
        eb('id', 'in', db.selectFrom('memberships').select('memberships.userId')),
      ]),
    )
    .executeTakeFirst()
  return user ? readActor(db, user.id) : null
}

async function findVisible(db: Db, actor: Actor, tickets: string[]): Promise<string | null> {
  if (tickets.length === 0) return null
  const found = await visibleTickets(db, viewerOf(actor))
    .select('tickets.id')
    .where('tickets.id', 'in', tickets.slice(0, 100))
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

const maxMachines = 2_000

/** The only machine of the user's companies whose serial number
 * the text has, or their only machine; null otherwise. */
async function findMachine(
  db: Db,
  { userId }: Actor,
  text: string,
): Promise<{ id: string; companyId: string } | null> {
  const machines = await db
    .selectFrom('companyMachines')
    .select(['id', 'companyId', 'serialNumber'])
    .where('companyId', 'in', companyIdsOf(db, userId))
    .where('dateRemoved', 'is', null)
    .limit(maxMachines)
    .execute()
  const [only] = machines
  if (only && machines.length === 1) return only
  const words = fold(text.slice(0, 50_000))
  const named = machines.filter(({ serialNumber }) => isNamed(words, fold(serialNumber)))
  return named.length === 1 ? (named[0] ?? null) : null
}

function isNamed(text: string, serial: string): boolean {
  if (serial.length < 3) return false
  for (let at = text.indexOf(serial); at >= 0; at = text.indexOf(serial, at + 1)) {
    const [before = '', after = ''] = [text[at - 1], text[at + serial.length]]
    if (!/[\p{L}\p{N}]/u.test(before) && !/[\p{L}\p{N}]/u.test(after)) return true
  }
  return false
}
