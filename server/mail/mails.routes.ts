import { mails } from '#contract/mails.ts'
import { serve } from '#platform/http/http.ts'
import { writeAudit } from '../audit/audit-log.ts'
import { discardMail, listMails, retryFailedMails, retryMail } from './mails.ts'
import { sendTestMail } from './test-mail.ts'

export default serve('mails', mails, {
  list: ({ db, query }) => listMails(db, query),
  retry: async ({ db, params, named, say }) => {
    named(await retryMail(db, params.mail))
    return { message: say.mailRetried }
  },
  retryAll: async ({ db, say, unchanged }) => {
    const retried = await retryFailedMails(db)
    if (retried === 0) unchanged()
    return { message: say.mailsRetried(retried) }
  },
  discard: async ({ db, params, named, say }) => {
    named(await discardMail(db, params.mail))
    return { message: say.mailDiscarded }
  },
  test: async ({ inVendor, actor, platform, language, source }) => {
    await inVendor(db => writeAudit(db, source, { action: 'mails.test', actor, subject: actor.email }))
    return sendTestMail(inVendor, actor, platform.config, language)
  },
})
