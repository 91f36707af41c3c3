import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/text/messages.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Db } from '#platform/database/database.ts'
import { headerAddress, oneLine } from '#platform/mail/mailer.ts'
import { headerValues, type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import { viewerOf } from '../../companies/viewer.ts'
import { companyIdsOf } from '../../companies/visible-companies.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { ticketsReferredTo } from '../../mail/message-ids.ts'
import { clearUndeliverable } from '../../mail/undeliverable.ts'
import { openTicket, reply } from '../../tickets/tickets.ts'
import { visibleTickets } from '../../tickets/visible-tickets.ts'
import { readFirstDomain } from '../../vendors/portal.ts'
import { storeAttachments } from '../content/attachments.ts'
import type { ReadMail } from '../content/mail-task.ts'
import { messageOf } from '../content/mail-text.ts'
import { readMail } from '../content/read-mail.ts'
import { readActor } from '../receiving/reply-target.ts'
import { type MailInContext, type ReceivedRow, settle } from '../receiving/settle.ts'
import { namedIn } from '../text/serial-numbers.ts'
import { plainSubject } from '../text/subject.ts'
import { answerOrHold } from './answers.ts'
import { auditMail } from './audit-mail.ts'
import { fileReply } from './file-reply.ts'
import { takeConfirmation } from './loops.ts'
import { findFiled, recordFiled } from './repeats.ts'
import { senderProblem } from './sender.ts'

/** Files a mail to the vendor's own address: a reply to a ticket that it refers to, else a new
 * ticket about the machine that it names, also where an earlier mail of its sender named none. */
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
  ).slice(0, 100)
  const found = await database.readVendor(vendor, async db => {
    const sender = await findSender(db, row, email)
    return sender && { ...sender, ...(await findReferred(db, sender.actor, referred)) }
  })
  if (!found || (found.actor.role !== 'customer' && found.ticketId === null))
    return database.inVendor(vendor, db =>
      settle(db, row.id, {
        state: 'held',
        reason: row.isAccepted ? 'notPermitted' : 'unknownSender',
      }),
    )
  const { actor, language, ticketId, asked } = found
  const reason = row.isAccepted ? null : await senderProblem(context, row, email, actor.email)
  if (reason)
    return database.inVendor(vendor, db =>
      settle(db, row.id, { state: 'held', reason, userId: actor.userId }),
    )

  if (ticketId) return fileReply(context, vendor, row, email, { actor, language, ticketId })

  const subject = email.subject ?? ''
  const { text, whole } = email.mailText
  // An answer quotes the question, which names machines.
  const named = asked ? text : `${subject}\n${whole}`
  const machine = await database.readVendor(vendor, db => findMachine(db, actor, named))
  if (!machine)
    return answerOrHold(context, vendor, row, found, {
      reason: 'machineUnknown',
      subject,
      userId: actor.userId,
      ...(asked && { about: asked.id }),
    })
  return openByMail(context, vendor, row, { found, asked, email, machine })
}

type AskedMail = { id: string; raw: Buffer; fingerprint: string }
type NewTicketMail = {
  found: { actor: Actor; language: Language }
  /** an earlier mail, whose machine this one names */
  asked: AskedMail | null
  email: ReadMail
  machine: { id: string; companyId: string }
}

/** Opens a ticket with the text of the mail; an answer to the question for the
 * machine is the second message, after that of the mail that it completes. */
async function openByMail(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  { found: { actor, language }, asked, email, machine }: NewTicketMail,
): Promise<unknown> {
  const { database, rateLimiter } = context
  const readMessage = async (mail: ReadMail) =>
    messageOf(mail.mailText, await storeAttachments(context, vendor, actor, language, mail))
  const first = asked ? await readMail(asked.raw) : email
  const message = await readMessage(first)
  const answer = asked && (await readMessage(email))
  if (!message)
    return database.inVendor(vendor, db =>
      settle(db, row.id, { state: 'held', reason: 'empty', userId: actor.userId }),
    )
  const subject = oneLine(plainSubject(first.subject ?? ''), limits.title)
  const title = isSeen(subject) ? subject : oneLine(message.contents, 80)
  const isConfirmed = await takeConfirmation(rateLimiter, vendor, actor.email)
  return database.inVendor(vendor, async db => {
    const { userId } = actor
    const filedIn = await findFiled(db, row, email, userId)
    if (filedIn)
      return settle(db, row.id, {
        state: 'discarded',
        reason: 'duplicate',
        userId,
        ticketId: filedIn,
      })
    if (!(await settle(db, row.id, { state: 'filed', userId }))) return false
    const links = { platform: context, domain: await readFirstDomain(db) }
    const { companyId: company } = machine
    const { contents, files, mail } = message
    const ticket = await openTicket(db, actor, company, links, {
      title,
      machine: machine.id,
      priority: 'normal',
      message: contents,
      files,
      mail,
    })
    const audited = { ids: { company }, subject: ticketName(ticket) }
    await auditMail(db, row, email, actor, { action: 'tickets.open', ...audited })
    if (answer) {
      await reply(db, actor, { as: 'account', company }, links, ticket._id, answer)
      const ids = { ticket: ticket._id }
      await auditMail(db, row, email, actor, { action: 'tickets.replyOfAccount', ids })
    }
    await clearUndeliverable(db, userId)
    await setTicket(db, ticket._id, [row.id, ...(asked ? [asked.id] : [])])
    await recordFiled(db, row, email, userId, ticket._id)
    if (asked) await recordFiled(db, asked, first, userId, ticket._id)
    if (isConfirmed)
      await queueMail(db, 'mail.filed', userId, {
        received: row.id,
        ticket: ticket._id,
        domain: links.domain,
      })
    return true
  })
}

const setTicket = (db: Db, ticketId: string, mails: string[]) =>
  db
    .updateTable('receivedMails')
    .set({ ticketId, state: 'filed', reason: null })
    .where('id', 'in', mails)
    .execute()

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

/** What the mail refers to of what its sender may see: a ticket, or a mail of
 * theirs of which the machine was asked, which may be in a ticket since. */
async function findReferred(
  db: Db,
  actor: Actor,
  referred: string[],
): Promise<{ ticketId: string | null; asked: AskedMail | null }> {
  if (referred.length === 0) return { ticketId: null, asked: null }
  const asked = await db
    .selectFrom('receivedMails')
    .select(['id', 'raw', 'fingerprint', 'ticketId', 'state'])
    .where('id', 'in', referred)
    .where('userId', '=', actor.userId)
    .where(eb =>
      eb.or([
        eb('state', '=', 'filed'),
        eb.and([eb('state', '=', 'answered'), eb('reason', '=', 'machineUnknown')]),
      ]),
    )
    .orderBy('id', 'desc')
    .executeTakeFirst()
  const tickets = [...referred, ...(asked?.ticketId ? [asked.ticketId] : [])]
  const ticket = await visibleTickets(db, viewerOf(actor))
    .select('tickets.id')
    .where('tickets.id', 'in', tickets)
    .limit(1)
    .executeTakeFirst()
  return {
    ticketId: ticket?.id ?? null,
    asked: asked?.state === 'answered' ? asked : null,
  }
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
  const serials = machines.map(({ serialNumber }) => serialNumber)
  const [named, ...others] = namedIn(text.slice(0, 50_000), [...new Set(serials)])
  const matching = machines.filter(({ serialNumber }) => serialNumber === named)
  return others.length === 0 && matching.length === 1 ? (matching[0] ?? null) : null
}
