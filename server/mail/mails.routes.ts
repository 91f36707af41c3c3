import { mails } from '#contract/mails.ts'
import { serve } from '#platform/http/http.ts'
import { writeAudit } from '../audit/audit-log.ts'
import { discardMail, listMails, retryFailedMails, retryMail } from './mails.ts'
import { sendTestMail } from './test-mail.ts'

export default serve('mails', mails, {
  list: ({ db, query }) => listMails(db, query),
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
    await inVendor(db => writeAudit(db, source, { action: 'mails.test', actor, subject: actor.email }))
    return sendTestMail(inVendor, actor, platform.config, language)
  },
})
