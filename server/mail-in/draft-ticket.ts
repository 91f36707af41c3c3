import { limits } from '#contract/limits.ts'
import type { routes } from '#contract/routes.ts'
import { notFound } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/calls.ts'
import { oneLine } from '#platform/mail/mailer.ts'
import { requireCompany } from '../companies/companies.ts'
import { fileRecordOf, type LinkServices } from '../files/links.ts'
import type { StoreContext } from '../files/store-bytes.ts'
import { storeAttachments } from './content/attachments.ts'
import { messageOf } from './content/mail-text.ts'
import { readMail } from './content/read-mail.ts'
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
  const { raw } = await inVendor(async db => {
    await requireCompany(db, actor, params.company, 'account')
    return db
      .selectFrom('receivedMails')
      .select('raw')
      .where('id', '=', params.received)
      .where('userId', '=', actor.userId)
      .where('state', '=', 'answered')
      .executeTakeFirstOrThrow(notFound)
  })
  const email = await readMail(raw)
  const stored = await storeAttachments(platform, vendorId, actor, language, email)
  const ids = stored.files.map(({ id }) => id)
  const rows =
    ids.length === 0
      ? []
      : await inVendor(db =>
          db.selectFrom('files').selectAll().where('id', 'in', ids).orderBy('id').execute(),
        )
  return {
    title: oneLine(plainSubject(email.subject ?? ''), limits.title),
    message: messageOf(email.mailText, stored)?.contents ?? '',
    files: rows.map(file => fileRecordOf({ platform, domain }, vendorId, file)),
  }
}
