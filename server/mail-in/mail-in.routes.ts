import { mailIn } from '#contract/mail-in.ts'
import { registerRoutes } from '#platform/http/http.ts'
import { readMail } from './content/read-mail.ts'
import { draftTicket, type MailInServices } from './draft-ticket.ts'
import { chooseUser } from './invite-sender.ts'
import {
  acceptReceived,
  discardReceived,
  listReceived,
  retryReceived,
  seeReceived,
} from './received.ts'
import { readRaw } from './receiving/settle.ts'

export default registerRoutes<typeof mailIn, MailInServices>('mailIn', mailIn, {
  list: ({ db, query }) => listReceived(db, query),
  text: async ({ inVendor, vendorId, params }) => {
    const raw = await inVendor(db => readRaw(db, params.received))
    return {
      text: await readMail(raw, vendorId).then(
        ({ mailText }) => mailText.whole,
        () => raw.toString('latin1', 0, 10_000),
      ),
    }
  },
  accept: async call => {
    const { db, params, body, auditSubject, t } = call
    auditSubject(await acceptReceived(db, params.received, mail => chooseUser(call, mail, body)))
    return { message: t.mailAccepted }
  },
  discard: async ({ db, params, auditSubject, t }) => {
    auditSubject(await discardReceived(db, params.received))
    return { message: t.receivedMailDiscarded }
  },
  see: async ({ db, params, auditSubject, t }) => {
    auditSubject(await seeReceived(db, params.received))
    return { message: t.receivedMailSeen }
  },
  retry: async ({ db, params, auditSubject, t }) => {
    auditSubject(await retryReceived(db, params.received))
    return { message: t.mailAccepted }
  },
  draft: draftTicket,
})
