import type { ReceivedReason } from '#contract/mail-in.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Db } from '#platform/database/database.ts'
import { AuthenticationUnavailable } from '#platform/mail/authentication.ts'
import { headerValues, MailUnreadable, onlySender, readHeaders } from '#platform/mail/parse-mail.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { isOwnMessageId } from '../../mail/message-ids.ts'
import type { ReadMail } from '../content/mail-task.ts'
import { referencesOf } from '../content/mail-text.ts'
import { readMail } from '../content/read-mail.ts'
import { canBeReport, hasNullSender, recordBounce } from '../receiving/bounces.ts'
import { findMember } from '../receiving/members.ts'
import { findReplyTarget, type ReplyTarget } from '../receiving/reply-target.ts'
import {
  beginAttempt,
  countFailedCheck,
  endAttempt,
  findWaiting,
  type MailInContext,
  type Outcome,
  type ReceivedRow,
  recordHeader,
  settle,
} from '../receiving/settle.ts'
import {
  headerReason,
  isNoticeSubject,
  isOldAbsence,
  isProgramAddress,
  namesTicket,
} from '../text/automatic.ts'
import { fieldsOf } from '../text/headers.ts'
import { isReaction } from '../text/reactions.ts'
import { fileReply } from './file-reply.ts'
import { fileTicket } from './file-ticket.ts'
import { fileLater, findNextMail, hasEarlierMail } from './filing-order.ts'
import { checksAfter, findSender, senderProblem } from './sender.ts'

const retriedFor = 3_600_000 // ms
/** Of a mail during which the server ended: it may be the reason. */
const maxAttempts = 3

/** Files a mail, once, and those that waited for it. @throws for
 * the queue, which retries; after an hour the mail has failed */
export async function fileMail(
  context: MailInContext,
  { vendor, mail }: { vendor: string; mail: string },
): Promise<void> {
  const { database, config } = context
  for (let next: string | undefined = mail; next !== undefined; ) {
    const row = await fileOne(context, vendor, next)
    next = row && (await database.readVendor(vendor, db => findNextMail(db, config, row)))
  }
}

async function fileOne(
  context: MailInContext,
  vendor: string,
  mail: string,
): Promise<ReceivedRow | undefined> {
  const { database, config } = context
  const waiting = await database.readVendor(vendor, db => findWaiting(db, mail))
  if (!waiting) return // it has been filed or deleted
  const isLater = await database.readVendor(vendor, db => hasEarlierMail(db, config, waiting))
  const attempt = isLater
    ? undefined
    : await database.inVendor(vendor, db => beginAttempt(db, mail))
  if (!attempt) return void (await database.inVendor(vendor, db => fileLater(db, mail)))
  const row = { ...waiting, raw: attempt.raw }
  try {
    if (attempt.attempts > maxAttempts)
      throw new MailUnreadable('the server ended while it was filed')
    const email = await readMail(row.raw, vendor)
    await database.inVendor(vendor, db => recordHeader(db, row.id, email))
    await fileReadable(context, vendor, row, email)
  } catch (error) {
    const reason = failureReason(error)
    if (reason === 'dnsUnavailable') {
      await database.inVendor(vendor, db => checkLater(db, row))
      return row
    }
    if (reason === 'unreadable' || Date.now() - Date.parse(row.dateChanged) >= retriedFor)
      await database.inVendor(vendor, db => giveUp(db, row, reason))
    // the database may be the reason
    else await database.inVendor(vendor, db => endAttempt(db, row.id)).catch(() => {})
    if (reason !== 'unreadable') throw error
  }
  return row
}

async function giveUp(db: Db, { id, raw }: ReceivedRow, reason: ReceivedReason) {
  const headers = await readHeaders(raw).catch(() => null)
  const userId = headers ? (await findMember(db, headers))?.id : undefined
  return settle(db, id, { state: 'failed', reason, userId })
}

async function checkLater(db: Db, { id, failedChecks }: ReceivedRow) {
  await countFailedCheck(db, id)
  await fileLater(db, id, checksAfter[failedChecks])
}

function failureReason(error: unknown): ReceivedReason {
  if (error instanceof MailUnreadable) return 'unreadable'
  if (error instanceof AuthenticationUnavailable) return 'dnsUnavailable'
  return error instanceof StorageUnavailable ? 'storageUnavailable' : 'error'
}

async function fileReadable(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: ReadMail,
) {
  const { database, config } = context
  const target = await database.readVendor(vendor, db => findReplyTarget(db, config, row))
  const end = (outcome: Pick<Outcome, 'state' | 'reason'>) => (db: Db) =>
    settle(db, row.id, { ...outcome, userId: target?.actor.userId, ticketId: target?.ticketId })
  if (!row.isAccepted && canBeReport(email, envelopeOf(row))) {
    const isBounce = await database.inVendor(
      vendor,
      async db => (await recordBounce(db, email, target)) && end({ state: 'bounced' })(db),
    )
    if (isBounce) return
  }
  const reason = row.isAccepted ? null : await programReason(context, vendor, row, email, target)
  if (reason)
    return database.inVendor(vendor, async db =>
      settle(db, row.id, {
        state: 'automatic',
        reason,
        userId: target?.actor.userId ?? (await findMember(db, email))?.id,
        ticketId: target?.ticketId,
      }),
    )
  return target
    ? fileReply(context, vendor, row, email, target)
    : fileTicket(context, vendor, row, email)
}

const envelopeOf = ({ envelopeFrom, clientAddress }: ReceivedRow) => ({
  from: envelopeFrom,
  clientAddress,
})

/** Why a mail is one that a program wrote, also this one, or null: it would answer an answer to
 * it, or get its own mails back. A person's sender and subject can look like a program's. */
async function programReason(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: ReadMail,
  target: ReplyTarget | null,
): Promise<ReceivedReason | null> {
  const { config, signing } = context
  const isOwn = (id: string) => isOwnMessageId(signing, config, vendor, id)
  if (headerValues(email, 'message-id').some(isOwn)) return 'ownMail'
  if (hasNullSender(email, envelopeOf(row))) return 'nullSender'
  const fields = fieldsOf(email)
  const reason = headerReason(fields) ?? wordlessReason(email)
  if (reason) return reason
  const subject = email.subject ?? ''
  if (isNoticeSubject(subject)) {
    const answersUs = (referencesOf(email).match(/<[^<>\s]+>/g) ?? []).slice(0, 100).some(isOwn)
    const ticket = target && (await readTicket(context, vendor, target.ticketId))
    if (answersUs || namesTicket(subject, ticket) || isOldAbsence(fields, subject))
      return 'automaticSubject'
  }
  const isProgram = isProgramAddress(onlySender(email)?.address ?? '')
  return isProgram && !(await isOfMember(context, vendor, row, email, target))
    ? 'automaticSender'
    : null
}

const readTicket = ({ database }: MailInContext, vendor: string, id: string) =>
  database.readVendor(vendor, db =>
    db
      .selectFrom('tickets')
      .select(['number', 'title'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  )

async function isOfMember(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: ReadMail,
  target: ReplyTarget | null,
): Promise<boolean> {
  const member =
    target ?? (await context.database.readVendor(vendor, db => findSender(db, row, email)))
  return member !== null && (await senderProblem(context, row, email, member.actor.email)) === null
}

/** What one tap sends: a reaction, or the response to an invitation without a text. */
function wordlessReason({ attachments, mailText }: ReadMail): ReceivedReason | null {
  const isOfType = (type: string) => attachments.some(({ mimeType }) => mimeType === type)
  if (isOfType('text/vnd.google.email-reaction+json') || isReaction(mailText.text))
    return 'reaction'
  const isResponse = attachments.some(
    ({ mimeType, method }) => mimeType === 'text/calendar' && method === 'REPLY',
  )
  return isResponse && !isSeen(mailText.text) ? 'calendarResponse' : null
}
