import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/text/messages.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import { oneLine } from '#platform/mail/mailer.ts'
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
import { type MailMessage, messageOf, referencesOf } from '../content/mail-text.ts'
import { readMail } from '../content/read-mail.ts'
import { type MailInContext, type ReceivedRow, readRaw, settle } from '../receiving/settle.ts'
import { onlyNamed } from '../text/machine-names.ts'
import { namedIn } from '../text/serial-numbers.ts'
import { plainSubject } from '../text/subject.ts'
import { isAnswerable } from './answerable.ts'
import { answerOrHold } from './answers.ts'
import { type AskedMail, askedMails } from './asked-mails.ts'
import { auditMail } from './audit-mail.ts'
import { fileReply } from './file-reply.ts'
import { holdMail } from './hold.ts'
import { takeConfirmation } from './loops.ts'
import { findFiled, recordFiled } from './repeats.ts'
import { findSender, senderProblem } from './sender.ts'

/** Files a mail to the vendor's own address: a reply to a ticket that it refers to, else a new
 * ticket about the machine that it names, also where an earlier mail of its sender named none. */
export async function fileTicket(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: ReadMail,
): Promise<unknown> {
  const { database, signing } = context
  const referred = ticketsReferredTo(signing, vendor, referencesOf(email)).slice(0, 100)
  const found = await database.readVendor(vendor, async db => {
    const sender = await findSender(db, row, email)
    return sender && { ...sender, ...(await findReferred(db, sender.actor, referred)) }
  })
  if (!found || (found.actor.role !== 'customer' && found.ticketId === null))
    return holdMail(context, vendor, row, email, {
      reason: found ? 'ofTeam' : row.isAccepted ? 'notPermitted' : 'unknownSender',
      userId: found?.actor.userId,
    })
  const { actor, language, isContact, ticketId, asked } = found
  const reason = row.isAccepted ? null : await senderProblem(context, row, email, actor.email)
  if (reason) return holdMail(context, vendor, row, email, { reason, userId: actor.userId })

  if (ticketId)
    return fileReply(context, vendor, row, email, { actor, language, isContact, ticketId })

  const subject = email.subject ?? ''
  const { text, whole } = email.mailText
  // An answer quotes the question, which names machines.
  const machine = await database.readVendor(vendor, db =>
    asked ? findMachine(db, actor, text, 'answer') : findMachine(db, actor, `${subject}\n${whole}`),
  )
  if (!machine)
    return answerOrHold(context, vendor, row, email, found, {
      reason: 'machineUnknown',
      subject,
      userId: actor.userId,
      asked: asked ?? undefined,
    })
  return openByMail(context, vendor, row, { found, asked, email, machine })
}

type NewTicketMail = {
  found: { actor: Actor; language: Language }
  /** the id of an earlier mail, whose machine this one names */
  asked: string | null
  email: ReadMail
  machine: { id: string; companyId: string }
}

/** Opens a ticket with the text of the mail, after that of the mail that it completes. */
async function openByMail(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  { found: { actor, language }, asked, email, machine }: NewTicketMail,
): Promise<unknown> {
  const { database, rateLimiter } = context
  const { userId } = actor
  const earlier = asked
    ? await database.readVendor(vendor, db => askedMails(db, userId, asked))
    : []
  const filed: { mail: AskedMail; email: ReadMail }[] = []
  for (const mail of earlier) {
    const raw = await database.readVendor(vendor, db => readRaw(db, mail.id))
    filed.push({ mail, email: await readMail(raw, vendor) })
  }
  filed.push({ mail: row, email })
  const messages: MailMessage[] = []
  for (const { email } of filed) {
    const stored = await storeAttachments(context, vendor, actor, language, email)
    const message = messageOf(email, stored, { ...context, vendor })
    if (message) messages.push(message)
  }
  const [message, ...answers] = messages
  const subject = oneLine(plainSubject(filed[0]?.email.subject ?? ''), limits.title)
  const title = isSeen(subject) ? subject : oneLine(message?.contents ?? '', 80)
  if (!message && !(row.isAccepted && title))
    return holdMail(context, vendor, row, email, { reason: 'empty', userId })
  const isConfirmed =
    isAnswerable(email) && (await takeConfirmation(rateLimiter, vendor, actor.email))
  return database.inVendor(vendor, async db => {
    const filedIn = await findFiled(db, row, email, userId)
    if (filedIn)
      return settle(db, row.id, {
        state: 'discarded',
        reason: 'duplicate',
        userId,
        ticketId: filedIn,
      })
    if (asked && !(await askedMails(db, userId, asked)).some(({ id }) => id === asked))
      throw new Error('the mail that this one completes was filed meanwhile') // and is retried
    if (!(await settle(db, row.id, { state: 'filed', userId }))) return false
    const links = { platform: context, domain: await readFirstDomain(db) }
    const { companyId: company } = machine
    const { contents, files = [], mail } = message ?? {}
    const ticket = await openTicket(db, actor, company, links, {
      title,
      machine: machine.id,
      priority: 'normal',
      ...(contents !== undefined && { message: contents }),
      files,
      ...(mail !== undefined && { mail }),
    })
    const audited = { ids: { company }, subject: ticketName(ticket) }
    await auditMail(db, row, email, actor, { action: 'tickets.open', ...audited })
    for (const answer of answers) {
      await reply(db, actor, { as: 'account', company }, links, ticket._id, answer)
      const ids = { ticket: ticket._id }
      await auditMail(db, row, email, actor, { action: 'tickets.replyOfAccount', ids })
    }
    await clearUndeliverable(db, userId)
    await setTicket(
      db,
      ticket._id,
      filed.map(({ mail }) => mail.id),
    )
    for (const { mail, email } of filed) await recordFiled(db, mail, email, userId, ticket._id)
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

/** What the mail refers to of what its sender may see: a ticket, or a mail of
 * theirs of which the machine was asked, which may be in a ticket since. */
async function findReferred(
  db: Db,
  actor: Actor,
  referred: string[],
): Promise<{ ticketId: string | null; asked: string | null }> {
  if (referred.length === 0) return { ticketId: null, asked: null }
  const asked = await db
    .selectFrom('receivedMails')
    .select(['id', 'asked', 'ticketId', 'state'])
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
    asked: asked?.state === 'answered' ? (asked.asked ?? asked.id) : null,
  }
}

const maxMachines = 2_000

/** The user's only machine, or the only one whose serial number, in an answer also name, it has. */
async function findMachine(
  db: Db,
  { userId }: Actor,
  text: string,
  kind?: 'answer',
): Promise<{ id: string; companyId: string } | null> {
  const machines = await db
    .selectFrom('companyMachines as cm')
    .innerJoin('machines as m', byId('m', 'cm.machineId'))
    .select(['cm.id', 'cm.companyId', 'cm.serialNumber', 'm.name'])
    .where('cm.companyId', 'in', companyIdsOf(db, userId))
    .where('cm.dateRemoved', 'is', null)
    .limit(maxMachines)
    .execute()
  const [only] = machines
  if (only && machines.length === 1) return only
  const read = text.slice(0, 50_000)
  const serials = machines.map(({ serialNumber }) => serialNumber)
  const [named, ...others] = namedIn(read, [...new Set(serials)])
  if (named === undefined && kind === 'answer')
    return (
      machines[
        onlyNamed(
          read,
          machines.map(({ name }) => name),
        ) ?? -1
      ] ?? null
    )
  const matching = machines.filter(({ serialNumber }) => serialNumber === named)
  return others.length === 0 && matching.length === 1 ? (matching[0] ?? null) : null
}
