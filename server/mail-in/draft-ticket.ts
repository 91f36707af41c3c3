import { maxAttachments } from '#contract/files.ts'
import { limits } from '#contract/limits.ts'
import type { routes } from '#contract/routes.ts'
import { notFound } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/calls.ts'
import { oneLine } from '#platform/mail/mailer.ts'
import { requireCompany } from '../companies/companies.ts'
import { fileRecordOf, type LinkServices } from '../files/links.ts'
import type { StoreContext } from '../files/store-bytes.ts'
import { storeAttachments } from './content/attachments.ts'
import { type MailMessage, messageOf, withinLimit } from './content/mail-text.ts'
import { readMail } from './content/read-mail.ts'
import { askedMails } from './filing/asked-mails.ts'
import { readKnown, readOwnText } from './filing/own-text.ts'
import { readRaw } from './receiving/settle.ts'
import { plainSubject } from './text/subject.ts'

export type MailInServices = StoreContext & LinkServices

/** The attachments are stored as uploads of the caller,
 * which are deleted unless they are attached. */
export async function draftTicket({
  inVendor,
  vendorId,
  actor,
  params,
  platform,
  domain,
  language,
}: DetachedCall<typeof routes.mailIn.draft, MailInServices>) {
  const mails = await inVendor(async db => {
    await requireCompany(db, actor, params.company, 'account')
    return askedMails(db, actor.userId, params.received)
  })
  const [first] = mails
  if (first?.id !== params.received) throw notFound()
  const titles: string[] = []
  const messages: MailMessage[] = []
  const ids: string[] = []
  for (const { id, ticketId } of mails) {
    const raw = await inVendor(db => readRaw(db, id))
    const email = await readMail(raw, vendorId)
    const room = maxAttachments - ids.length // of a message
    const stored = await storeAttachments(platform, vendorId, actor, language, email, room)
    const context = { ...platform, vendor: vendorId }
    let message: MailMessage | null
    if (ticketId === null) message = messageOf(email, stored, context)
    else {
      // a reply to a ticket that takes none any more
      const known = await inVendor(db => readKnown(db, platform.config, ticketId))
      const answered = { ...known, keepsDoubtful: true }
      const { mailText, inside } = await readOwnText(vendorId, raw, email, answered)
      message = messageOf({ ...email, mailText }, stored, { ...context, inside, isReply: true })
    }
    titles.push(oneLine(plainSubject(email.subject ?? ''), limits.title))
    if (message) messages.push(message)
    ids.push(...(message?.files ?? []))
  }
  const rows =
    ids.length === 0
      ? []
      : await inVendor(db =>
          db.selectFrom('files').selectAll().where('id', 'in', ids).orderBy('id').execute(),
        )
  return {
    title: titles[0] ?? '',
    message: withinLimit(messages.map(({ contents }) => contents).join('\n\n')),
    files: rows.map(file => fileRecordOf({ platform, domain }, vendorId, file)),
  }
}
