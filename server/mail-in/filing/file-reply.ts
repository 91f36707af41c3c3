import type { Actor } from '#contract/actor.ts'
import type { ReceivedReason } from '#contract/mail-in.ts'
import type { Db } from '#platform/database/database.ts'
import { HttpError } from '#platform/errors.ts'
import { viewerOf } from '../../companies/viewer.ts'
import { clearUndeliverable } from '../../mail/undeliverable.ts'
import { mergedInto } from '../../tickets/merged-tickets.ts'
import type { TicketScope } from '../../tickets/ticket-scope.ts'
import { changesOfReply, reply } from '../../tickets/tickets.ts'
import { visibleTickets } from '../../tickets/visible-tickets.ts'
import { readFirstDomain } from '../../vendors/portal.ts'
import { storeAttachments } from '../content/attachments.ts'
import type { ReadMail } from '../content/mail-task.ts'
import { messageOf } from '../content/mail-text.ts'
import { localPartOf, tokenOf } from '../receiving/addresses.ts'
import type { ReplyTarget } from '../receiving/reply-target.ts'
import { type MailInContext, type ReceivedRow, settle } from '../receiving/settle.ts'
import { isAddressedTo } from './addressed.ts'
import { answerOrHold } from './answers.ts'
import { auditMail } from './audit-mail.ts'
import { holdMail } from './hold.ts'
import { readKnown, readOwnText } from './own-text.ts'
import { findFiled, recordFiled } from './repeats.ts'
import { findSender, senderProblem } from './sender.ts'

export async function fileReply(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: ReadMail,
  target: ReplyTarget,
): Promise<unknown> {
  const { database, config } = context
  const { actor, language } = target
  const ticket = await database.readVendor(vendor, db => readVisible(db, actor, target.ticketId))
  const ticketId = ticket?.id ?? target.ticketId
  const about = { userId: actor.userId, ticketId }
  const hold = (reason: ReceivedReason) =>
    holdMail(context, vendor, row, email, { reason, ...about })

  const reason = row.isAccepted ? null : await senderProblem(context, row, email, actor.email)
  // a forwarding to the vendor's address leaves the address that its users know in To
  const isAddressed =
    row.isAccepted ||
    tokenOf(localPartOf(config, row.recipient) ?? '') === null ||
    isAddressedTo(email, row.recipient)
  const colleague =
    reason === 'otherSender' &&
    isAddressed &&
    (await database.readVendor(vendor, db => findColleague(db, row, email, target.ticketId)))
  if (colleague) return fileReply(context, vendor, row, email, colleague)
  if (reason || !isAddressed) return hold(reason ?? 'notAddressed')
  if (!ticket) return hold('notPermitted')
  const answer = (reason: RefusalReason) =>
    answerOrHold(context, vendor, row, email, target, {
      reason,
      subject: email.subject ?? '',
      ...about,
      company: ticket.company,
    })
  if (ticket.status === 'archived') return answer('ticketArchived')

  const stored = await storeAttachments(context, vendor, actor, language, email)
  const known = await database.readVendor(vendor, db => readKnown(db, config, ticketId))
  // What the team quotes could be for the team alone: only a customer's doubtful quote stays.
  const keepsDoubtful = actor.role === 'customer'
  const answered = { ...known, keepsDoubtful }
  const { mailText, inside } = await readOwnText(vendor, row.raw, email, answered)
  const message = messageOf({ ...email, mailText }, stored, {
    ...context,
    vendor,
    inside,
    isReply: true,
  })
  if (!message) return hold('empty')
  const scope: TicketScope =
    actor.role === 'customer' ? { as: 'account', company: ticket.company } : { as: 'team' }
  const refusal = await database
    .inVendor(vendor, async db => {
      const filedIn = await findFiled(db, row, email, actor.userId, ticketId)
      if (filedIn)
        return settle(db, row.id, {
          state: 'discarded',
          reason: 'duplicate',
          userId: actor.userId,
          ticketId: filedIn,
        })
      if (!(await settle(db, row.id, { state: 'filed', ...about }))) return false
      const written = await reply(
        db,
        actor,
        scope,
        { platform: context, domain: await readFirstDomain(db) },
        ticketId,
        { ...message, reopen: scope.as === 'account' },
      )
      const action = scope.as === 'team' ? 'tickets.reply' : 'tickets.replyOfAccount'
      await auditMail(db, row, email, actor, {
        action,
        ids: { ticket: ticketId },
        changes: changesOfReply(written),
      })
      await clearUndeliverable(db, actor.userId)
      await recordFiled(db, row, email, actor.userId, ticketId)
      return true
    })
    .then(() => null, refusalReason)
  return refusal && (refusal === 'notPermitted' ? hold(refusal) : answer(refusal))
}

const readVisible = (db: Db, actor: Actor, id: string) =>
  visibleTickets(db, viewerOf(actor))
    .select(['tickets.id', 'tickets.companyId as company', 'tickets.status'])
    .where('tickets.id', '=', mergedInto(id))
    .executeTakeFirst()

/** After "reply all": another customer who may see the ticket. */
async function findColleague(
  db: Db,
  row: ReceivedRow,
  email: ReadMail,
  ticketId: string,
): Promise<ReplyTarget | null> {
  const sender = await findSender(db, row, email)
  if (sender?.actor.role !== 'customer') return null
  return (await readVisible(db, sender.actor, ticketId)) ? { ...sender, ticketId } : null
}

type RefusalReason = (typeof refusalReasons)[number]
const refusalReasons = ['ticketArchived', 'ticketFull'] as const

/** Why the ticket takes no message. @throws any other error */
function refusalReason(error: unknown): RefusalReason | 'notPermitted' {
  const reason = error instanceof HttpError && refusalReasons.find(each => each === error.code)
  if (reason) return reason
  if (error instanceof HttpError && error.status === 404) return 'notPermitted'
  throw error
}
