import { type CheckedRecord, mails } from '#contract/mail.ts'
import { conflict } from '#platform/errors.ts'
import { registerRoutes } from '#platform/http/http.ts'
import type { Resolver } from '#platform/mail/authentication.ts'
import { writeAudit } from '../audit/audit-log.ts'
import { publish } from '../events/notices.ts'
import { readSender, setSenderVerified } from '../vendors/sender.ts'
import { readMailCounts } from './mail-counts.ts'
import { discardMail, listMails, retryFailedMails, retryMail } from './mails.ts'
import { checkRecords, describeSender, type SenderContext, setSender } from './sender.ts'
import { sendTestMail } from './test-mail.ts'

export default registerRoutes<typeof mails, SenderContext & { resolver: Resolver }>(
  'mails',
  mails,
  {
    list: ({ db, query }) => listMails(db, query),
    counts: ({ db }) => readMailCounts(db),
    retry: async ({ db, params, auditSubject, t }) => {
      auditSubject(await retryMail(db, params.mail))
      return { message: t.mailRetried }
    },
    retryAll: async ({ db, t, auditSkip }) => {
      const retried = await retryFailedMails(db)
      if (retried === 0) auditSkip()
      return { message: t.mailsRetried(retried) }
    },
    discard: async ({ db, params, auditSubject, t }) => {
      auditSubject(await discardMail(db, params.mail))
      return { message: t.mailDiscarded }
    },
    test: async ({ inVendor, actor, platform, language, source }) => {
      await inVendor(db =>
        writeAudit(db, source, { action: 'mails.test', actor, subject: actor.email }),
      )
      return sendTestMail(inVendor, actor, platform.config, language)
    },
    sender: ({ db, platform, domain }) => describeSender(db, platform, domain),
    changeSender: async ({ db, platform, body, t, auditChanges }) => {
      auditChanges(await setSender(db, platform.config, body))
      return { message: t.updated }
    },
    checkSender: async ({ inVendor, vendorId, actor, platform, source }) => {
      const { senderAddress: address, dateSenderVerified } = await inVendor(readSender)
      if (address === null) throw conflict('noSenderAddress')
      const records = await checkRecords(platform, vendorId, address)
      const isKnown =
        !records.some(({ status }) => status === 'unavailable') || records.some(isWrong)
      const isVerified = isKnown ? !records.some(isWrong) : dateSenderVerified !== null
      await inVendor(async db => {
        if (isKnown) await setSenderVerified(db, address, isVerified)
        publish(db, { kind: 'change', companies: [] })
        await writeAudit(db, source, { action: 'mails.checkSender', actor, subject: address })
      })
      return { isVerified, records }
    },
  },
)

const isWrong = ({ status }: CheckedRecord) => status !== 'ok' && status !== 'unavailable'
