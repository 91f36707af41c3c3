import type { ReceivedReason } from '#contract/mail-in.ts'
import { messages } from '#contract/text/messages.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailHeaders } from '#platform/mail/parse-mail.ts'
import { type QueuedMail, queueMail } from '../../mail/mail-queue.ts'
import {
  composeMail,
  findRecipient,
  type MailContext,
  portalSubject,
} from '../../mail/user-mail.ts'
import { portalUrl, readFirstDomain } from '../../vendors/portal.ts'
import { findMember } from '../receiving/members.ts'
import { type MailInContext, type Outcome, type ReceivedRow, settle } from '../receiving/settle.ts'
import { isAnswerable } from './answerable.ts'
import { takeAnswer, takeDoubtfulAnswer } from './loops.ts'
import { senderProblem } from './sender.ts'

const texts = messages({
  subject: {
    tr: (subject: string) => `e-postanız henüz bir talepte değil: ${subject}`,
    en: (subject: string) => `your mail is in no ticket yet: ${subject}`,
  },
  held: {
    tr: (subject: string) =>
      `“${subject}” konulu e-postanızı aldık ve sakladık, ama henüz bir talebe yazılmadı.`,
    en: (subject: string) =>
      `We received and kept your mail “${subject}”, but it is in no ticket yet.`,
  },
  doubtfulSubject: {
    tr: 'adınıza gelen bir e-posta bekliyor',
    en: 'a mail in your name waits',
  },
  doubtful: {
    tr: 'Adınıza bir e-posta geldi, ama sizden geldiğini doğrulayamadık. Bu yüzden henüz bir talebe yazılmadı.',
    en: 'A mail in your name has arrived, but we could not verify that it is yours. So it is in no ticket yet.',
  },
  nextOfContact: { tr: 'Ekip bakacak.', en: 'The team will look at it.' },
  next: {
    tr: 'Ekip bakacak. Beklemek istemezseniz portalda yazabilirsiniz.',
    en: 'The team will look at it. If you do not want to wait, write in the portal.',
  },
  nextDoubtful: {
    tr: 'Ekip bakacak. Siz gönderdiyseniz portalda da yazabilirsiniz; göndermediyseniz bir şey yapmanız gerekmez.',
    en: 'The team will look at it. If you sent it, you can also write in the portal; if not, there is nothing to do.',
  },
  button: { tr: 'Portalı aç', en: 'Open the portal' },
  noSubject: { tr: '(konusuz)', en: '(no subject)' },
})

/** What the author of a held mail is told of its reason, if anything. */
const reasons = messages({
  empty: {
    tr: 'E-postada metin ya da ek bulamadık.',
    en: 'We found neither text nor attachments in it.',
  },
  notAddressed: {
    tr: 'Yanıt adresi ne Kime ne Bilgi satırında.',
    en: 'The reply address is in neither To nor Cc.',
  },
  otherSender: {
    tr: 'Başka bir kişinin yanıt adresine gönderilmiş.',
    en: 'It was sent to the reply address of another user.',
  },
  ofTeam: {
    tr: 'Ekip e-postayla talep açamaz; portalda müşteri adına açabilirsiniz.',
    en: 'The team opens no tickets by mail; open it in the portal for the customer.',
  },
  notPermitted: {
    tr: 'Bu talebi artık göremiyorsunuz.',
    en: 'You no longer see this ticket.',
  },
} satisfies Partial<Record<ReceivedReason, object>>)

type Held = Omit<Outcome, 'state' | 'reason'> & { reason: ReceivedReason }

/** Holds a mail for the team, and tells the member who wrote it so, once. */
export async function holdMail(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: MailHeaders & { subject?: string | undefined },
  outcome: Held,
): Promise<boolean> {
  const told = await findTold(context, vendor, row, email, outcome.reason)
  return context.database.inVendor(vendor, async db => {
    if (!(await settle(db, row.id, { state: 'held', ...outcome }))) return false
    if (told && (await markTold(db, row, told.userId)))
      await queueMail(db, 'mail.held', told.userId, {
        received: row.id,
        reason: outcome.reason,
        ...(told.isDoubtful && { doubtful: 'yes' as const }),
        domain: await readFirstDomain(db),
      })
    return true
  })
}

/** Whom the mail names as its sender, within the limits; anyone can write a doubtful one. */
async function findTold(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: MailHeaders & { subject?: string | undefined },
  reason: ReceivedReason,
): Promise<{ userId: string; isDoubtful: boolean } | null> {
  const { database, rateLimiter } = context
  if (row.isAccepted || reason === 'tooManyAnswers' || !isAnswerable(email)) return null
  const member = await database.readVendor(vendor, db => findMember(db, email))
  if (!member) return null
  const { id: userId, email: address, isActive } = member
  const isDoubtful =
    reason === 'notAuthentic' || (await senderProblem(context, row, email, address)) !== null
  if (isDoubtful && !isActive) return null
  const isFree = isDoubtful
    ? takeDoubtfulAnswer(rateLimiter, vendor, address)
    : takeAnswer(rateLimiter, vendor, address, email.subject ?? '')
  return (await isFree) ? { userId, isDoubtful } : null
}

/** False where a copy of the mail, or an earlier attempt, has told its sender. */
async function markTold(db: Db, { id, fingerprint }: ReceivedRow, userId: string) {
  await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { numUpdatedRows } = await db
    .updateTable('receivedMails')
    .set({ isTold: true })
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('receivedMails as copy')
            .select('copy.id')
            .where('copy.fingerprint', '=', fingerprint)
            .where('copy.isTold', '=', true),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

export async function mailHeld(
  context: MailContext,
  { id, vendor, user, received, reason, doubtful, domain }: QueuedMail<'mail.held'>,
): Promise<void> {
  const { config, database, mailer } = context
  const found = await database.inVendor(vendor, async db => ({
    recipient: await findRecipient(db, user),
    mail: await db
      .selectFrom('receivedMails')
      .select(['subject', 'mailReference'])
      .where('id', '=', received)
      .where('state', 'in', ['held', 'waiting'])
      .where('isAccepted', '=', false)
      .executeTakeFirst(),
  }))
  const { recipient, mail } = found
  if (!mail) return
  const t = texts(recipient.language)
  const subject = mail.subject || t.noSubject
  const told: Partial<Record<ReceivedReason, string>> = reasons(recipient.language)
  const about = [t.held(subject), told[reason]].filter(Boolean).join(' ')
  // a stranger may have written the subject of a mail that is not authentic
  const composed = composeMail(
    config,
    id,
    recipient,
    portalSubject(recipient, doubtful ? t.doubtfulSubject : t.subject(subject)),
    {
      ...(recipient.isContact
        ? { paragraphs: [about, t.nextOfContact] }
        : {
            paragraphs: doubtful ? [t.doubtful, t.nextDoubtful] : [about, t.next],
            button: { label: t.button, url: portalUrl(config, domain) },
          }),
      footer: [],
    },
  )
  await mailer.send({ ...composed, ...(!doubtful && { answered: [mail.mailReference] }) })
}
