import { limits } from '#contract/limits.ts'
import { isSeen } from '#contract/text/turkish.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import { headerValues } from '#platform/mail/parse-mail.ts'
import { ticketsReferredTo } from '../../mail/message-ids.ts'
import { plainSubject } from '../text/subject.ts'
import type { StoredAttachments } from './attachments.ts'
import type { ReadMail } from './mail-task.ts'

/** The text with the answers `inside` its quote, a forwarded mail, the subject of an invitation, or
 * the names of the files; null for an empty mail. A longer text is cut, as the mail is kept.
 * `isReply`: it came to a reply address; a mail that replies to none keeps what it quotes. */
export function messageOf(
  email: ReadMail,
  { files, notice }: StoredAttachments,
  {
    signing,
    vendor,
    inside = '',
    isReply = false,
  }: { signing: Signing; vendor: string; inside?: string; isReply?: boolean },
) {
  const { text, forwarded, unanswered, whole } = email.mailText
  // a quote of the portal's own mail is no forward, whatever its headers look like
  const isReference = ticketsReferredTo(signing, vendor, referencesOf(email)).length > 0
  const isFirst = !isReference && !isReply
  const written = [isFirst && isSeen(text) ? unanswered : text, inside].filter(isSeen).join('\n\n')
  const left = isFirst && !isSeen(forwarded) ? unanswered : forwarded
  const own = isSeen(written) || isReference ? written : left
  const isInvitation = email.attachments.some(({ mimeType }) => mimeType === 'text/calendar')
  const [subject] = isInvitation ? [plainSubject(email.subject ?? '')].filter(isSeen) : []
  const contents = isSeen(own) ? own : (subject ?? files.map(({ fileName }) => fileName).join(', '))
  if (contents === '') return null
  return {
    contents: withinLimit(contents),
    files: files.map(({ id }) => id),
    mail: [whole, notice].filter(Boolean).join('\n\n') || contents,
  }
}

export type MailMessage = NonNullable<ReturnType<typeof messageOf>>

export const withinLimit = (text: string) =>
  text.length > limits.message ? `${text.slice(0, limits.message - 1).toWellFormed()}…` : text

export const referencesOf = (email: ReadMail) =>
  [...headerValues(email, 'in-reply-to'), ...headerValues(email, 'references')].join(' ')
