import { type MailHeaders, onlySender } from '#platform/mail/parse-mail.ts'
import { mayBeAnswered } from '../text/automatic.ts'
import { fieldsOf } from '../text/headers.ts'

/** Whether a mail may cause an automatic answer (RFC 3834, 2). */
export const isAnswerable = (email: MailHeaders) =>
  mayBeAnswered(fieldsOf(email), onlySender(email)?.address ?? '')
