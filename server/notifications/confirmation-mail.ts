import { messages } from '#contract/text/messages.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { Db } from '#platform/database/database.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { viewerOf } from '../companies/viewer.ts'
import { fullDate } from '../mail/dates.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import { messageIdOf } from '../mail/message-ids.ts'
import { composeMail, findRecipient, type MailContext } from '../mail/user-mail.ts'
import { ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { portalUrl } from '../vendors/portal.ts'
import { openTicketLabel, ticketLines, ticketPath } from './mail-events.ts'
import { bounceAddressOf, replyAddressOf } from './reply-address.ts'

const texts = messages({
  opened: {
    tr: (name: string) => `E-postanız talep olarak açıldı: ${name}`,
    en: (name: string) => `Your mail has opened a ticket: ${name}`,
  },
  answersBy: {
    tr: (date: string) => `En geç ${date} zamanına kadar yanıtlarız.`,
    en: (date: string) => `We answer by ${date} at the latest.`,
  },
  answersByMail: {
    tr: 'Yanıtımız size e-postayla gelir.',
    en: 'Our answer comes to you by mail.',
  },
  note: {
    tr: 'Eklemek istedikleriniz için bu e-postayı yanıtlayın.',
    en: 'To add something, reply to this mail.',
  },
})

/** Tells the author of a mail that it has opened a ticket, where they still may open that. */
export async function mailConfirmation(
  context: MailContext & { storage: Storage },
  { id, vendor, user, received, ticket, domain }: QueuedMail<'mail.filed'>,
): Promise<void> {
  const { config, database, mailer, signing } = context
  const found = await database.inVendor(vendor, async db => {
    const opened = await readOpened(db, { user, received, ticket })
    return opened && { ...opened, replyTo: await replyAddressOf(db, config, { ticket, user }) }
  })
  if (!found) return
  const { recipient, row, answered, replyTo } = found
  const t = texts(recipient.language)
  const name = ticketName(row)
  const composed = composeMail(config, id, recipient, `[${recipient.vendorName}] ${name}`, {
    paragraphs: [
      t.opened(name),
      ticketLines(recipient.language, row),
      [
        ...(row.dateDue ? [t.answersBy(fullDate(row.dateDue, recipient))] : []),
        t.answersByMail,
      ].join(' '),
    ],
    note: replyTo && t.note,
    button: recipient.isContact
      ? undefined
      : {
          label: openTicketLabel(recipient.language),
          url: portalUrl(config, domain) + ticketPath(recipient.role, row.company, ticket),
        },
    footer: [],
  })
  await mailer.send({
    ...composed,
    replyTo,
    bounceTo: replyTo && bounceAddressOf(config, replyTo),
    id: messageIdOf(signing, vendor, ticket, id),
    thread: messageIdOf(signing, vendor, ticket, ticket),
    answered,
  })
}

async function readOpened(
  db: Db,
  { user, received, ticket }: { user: string; received: string; ticket: string },
) {
  const recipient = await findRecipient(db, user)
  const [row, mail] = await Promise.all([
    ticketRows(
      db,
      visibleTickets(db, viewerOf({ userId: user, role: recipient.role }))
        .selectAll('tickets')
        .where('tickets.id', '=', ticket),
    ).executeTakeFirst(),
    db
      .selectFrom('receivedMails')
      .select('mailReference')
      .where('id', '=', received)
      .executeTakeFirst(),
  ])
  if (!row) return null
  return {
    recipient,
    row,
    answered: mail?.mailReference ? [mail.mailReference] : [],
  }
}
