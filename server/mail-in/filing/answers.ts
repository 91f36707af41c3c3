import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { ReceivedReason } from '#contract/mail-in.ts'
import { paths } from '#contract/paths.ts'
import { messages } from '#contract/text/messages.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { MailHeaders } from '#platform/mail/parse-mail.ts'
import { asMember } from '../../companies/viewer.ts'
import { companyIdsOf } from '../../companies/visible-companies.ts'
import { type AnswerReason, type QueuedMail, queueMail } from '../../mail/mail-queue.ts'
import { messageIdOf } from '../../mail/message-ids.ts'
import { clearUndeliverable } from '../../mail/undeliverable.ts'
import {
  composeMail,
  findRecipient,
  type MailContext,
  portalSubject,
} from '../../mail/user-mail.ts'
import { visibleTickets } from '../../tickets/visible-tickets.ts'
import { portalUrl, readFirstDomain } from '../../vendors/portal.ts'
import { type MailInContext, type ReceivedRow, settle } from '../receiving/settle.ts'
import { plainSubject } from '../text/subject.ts'
import { isAnswerable } from './answerable.ts'
import { holdMail } from './hold.ts'
import { takeAnswer } from './loops.ts'

const texts = messages({
  subject: {
    tr: (subject: string) => `e-postanız bir talebe yazılamadı: ${subject}`,
    en: (subject: string) => `your mail is in no ticket: ${subject}`,
  },
  questionSubject: {
    tr: (subject: string) => `hangi makineyle ilgili? ${subject}`,
    en: (subject: string) => `which machine is it about? ${subject}`,
  },
  ticketArchived: {
    tr: (subject: string) => `“${subject}” konulu e-postanız yazılamadı: ilgili talep arşivlenmiş.`,
    en: (subject: string) =>
      `Your mail “${subject}” could not be added, as its ticket is archived.`,
  },
  ticketClosed: {
    tr: (subject: string) =>
      `“${subject}” konulu e-postanız yazılamadı: ilgili talep kapalı ve mesaj süresi dolmuş.`,
    en: (subject: string) =>
      `Your mail “${subject}” could not be added, as its ticket is closed and its time for messages is over.`,
  },
  ticketFull: {
    tr: (subject: string) =>
      `“${subject}” konulu e-postanız yazılamadı: ilgili talepte olabilecek en çok mesaj var.`,
    en: (subject: string) =>
      `Your mail “${subject}” could not be added, as its ticket has as many messages as it can have.`,
  },
  machineUnknown: {
    tr: (subject: string) =>
      `“${subject}” konulu e-postanızın hangi makineyle ilgili olduğunu anlayamadık.`,
    en: (subject: string) => `We could not tell which machine your mail “${subject}” is about.`,
  },
  stillUnknown: {
    tr: (subject: string) =>
      `“${subject}” konulu e-postanıza yazdığınız yanıtı aldık ve sakladık, ama hangi makineyle ilgili olduğunu yine anlayamadık.`,
    en: (subject: string) =>
      `We received and kept your answer about your mail “${subject}”, but still cannot tell which machine it is about.`,
  },
  stepOfMachine: {
    tr: 'Makinenin seri numarasını ya da adını bu e-postaya yanıt olarak yazın; talebiniz metniniz ve eklerinizle açılır. İsterseniz hazır olan yeni talepte makineyi seçip gönderin.',
    en: 'Reply to this mail with the serial number or the name of the machine, and your ticket is opened with your text and attachments. Or choose the machine in the new ticket that is prepared, and send it.',
  },
  stepOfContact: {
    tr: 'Makinenin seri numarasını ya da adını bu e-postaya yanıt olarak yazın; talebiniz metniniz ve eklerinizle açılır.',
    en: 'Reply to this mail with the serial number or the name of the machine, and your ticket is opened with your text and attachments.',
  },
  machines: { tr: 'Makineleriniz:', en: 'Your machines:' },
  more: {
    tr: (count: number) => `ve ${count} makine daha`,
    en: (count: number) => `and ${count} more`,
  },
  step: {
    tr: 'Yeni talebiniz hazır: metniniz ve ekleriniz içinde. Makineyi seçip göndermeniz yeterli.',
    en: 'A new ticket is prepared with your text and attachments. Choose the machine and send it.',
  },
  stepOfContinued: {
    tr: 'Devamı için yeni bir talep hazırladık: metniniz ve ekleriniz içinde. Açıp göndermeniz yeterli.',
    en: 'A new ticket that continues it is prepared with your text and attachments. Open and send it.',
  },
  button: { tr: 'Yeni talebi aç', en: 'Open the new ticket' },
  noSubject: { tr: '(konusuz)', en: '(no subject)' },
})

/** Answers a customer with a link to a new ticket; holds the mail of the team, of a contact, whom
 * only the question for the machine is asked, one that asks for no automatic answer, and that of
 * an address that has had enough answers. */
export async function answerOrHold(
  context: MailInContext,
  vendor: string,
  row: ReceivedRow,
  email: MailHeaders,
  { actor, isContact }: { actor: Actor; isContact: boolean },
  {
    reason,
    subject,
    company,
    asked,
    ...about
  }: {
    reason: AnswerReason
    subject: string
    userId: string
    ticketId?: string
    company?: string
    /** an earlier mail, whose machine this one was to name */
    asked?: string | undefined
  },
): Promise<boolean> {
  const { database, rateLimiter } = context
  const hold = (why: ReceivedReason) =>
    holdMail(context, vendor, row, email, { reason: why, asked, ...about })
  if (actor.role !== 'customer' || !isAnswerable(email)) return hold(reason)
  // a second question, and the other answers, lead to a page of the portal
  const canAsk = reason === 'machineUnknown' && asked === undefined
  if (isContact && !(canAsk && (await hasMachine(database, vendor, actor)))) return hold(reason)
  if (!(await takeAnswer(rateLimiter, vendor, actor.email, subject))) return hold('tooManyAnswers')
  return database.inVendor(vendor, async db => {
    if (!(await settle(db, row.id, { state: 'answered', reason, asked, ...about }))) return false
    await clearUndeliverable(db, actor.userId)
    const target = company ?? (await firstCompanyOf(db, actor.userId))
    const link = {
      received: asked ?? row.id,
      company: target,
      ...(about.ticketId && { continues: about.ticketId }),
    }
    await queueMail(db, 'mail.answered', actor.userId, {
      ...link,
      reason,
      ...(asked && { again: 'yes' as const }),
      domain: await readFirstDomain(db),
    })
    return true
  })
}

const hasMachine = ({ readVendor }: Database, vendor: string, { userId }: Actor) =>
  readVendor(
    vendor,
    async db =>
      (await db
        .selectFrom('companyMachines')
        .select('id')
        .where('companyId', 'in', companyIdsOf(db, userId))
        .where('dateRemoved', 'is', null)
        .limit(1)
        .executeTakeFirst()) !== undefined,
  )

async function firstCompanyOf(db: Db, userId: string): Promise<string> {
  const { companyId } = await companyIdsOf(db, userId)
    .orderBy('memberships.dateCreated')
    .limit(1)
    .executeTakeFirstOrThrow()
  return companyId
}

export async function mailAnswer(
  context: MailContext,
  {
    id,
    vendor,
    user,
    received,
    company,
    continues,
    reason,
    again,
    domain,
  }: QueuedMail<'mail.answered'>,
): Promise<void> {
  const { database, config, signing } = context
  const found = await database.inVendor(vendor, db =>
    readAnswered(db, { user, received, company, continues }),
  )
  if (!found) return // the mail has been deleted, or its author has left the company
  const { recipient, machine, machines } = found
  const t = texts(recipient.language)
  const subject = found.subject || t.noSubject
  const query = { mail: received, ...(continues && { continues }), ...(machine && { machine }) }
  const url = `${portalUrl(config, domain)}${paths.newTicket('account', company)}?${new URLSearchParams(query)}`
  // The address to which the mail came; a reply there refers to this mail.
  const replyTo =
    reason === 'machineUnknown' && machines.length > 0 ? found.mailedTo || undefined : undefined
  const body = {
    paragraphs: [
      again ? t.stillUnknown(subject) : t[reason](subject),
      ...(replyTo
        ? [listOf(t, machines), recipient.isContact ? t.stepOfContact : t.stepOfMachine]
        : [machine ? t.stepOfContinued : t.step]),
    ],
    button: recipient.isContact ? undefined : { label: t.button, url },
    footer: [],
  }
  const mail = composeMail(
    config,
    id,
    recipient,
    portalSubject(
      recipient,
      replyTo ? t.questionSubject(plainSubject(subject)) : t.subject(subject),
    ),
    body,
  )
  await context.mailer.send({
    ...mail,
    replyTo,
    id: messageIdOf(signing, vendor, received, id),
    answered: [found.mailReference],
  })
}

const maxListed = 10

type Named = { name: string; serialNumber: string }
const listOf = (t: ReturnType<typeof texts>, machines: Named[]) =>
  [
    t.machines,
    ...machines.slice(0, maxListed).map(({ name, serialNumber }) => `• ${name} · ${serialNumber}`),
    ...(machines.length > maxListed ? [t.more(machines.length - maxListed)] : []),
  ].join('\n')

type Answered = { user: string; received: string; company: string; continues: string | undefined }

/** Null where the mail has been deleted, or its author may not open the new ticket. */
async function readAnswered(db: Db, { user, received, company, continues }: Answered) {
  const [mail, member, earlier, machines] = await Promise.all([
    db
      .selectFrom('receivedMails')
      .select(['subject', 'mailReference', 'recipient as mailedTo'])
      .where('id', '=', received)
      .executeTakeFirst(),
    companyIdsOf(db, user).where('memberships.companyId', '=', company).executeTakeFirst(),
    continues === undefined
      ? undefined
      : visibleTickets(db, asMember(user))
          .select('tickets.companyMachineId as machine')
          .where('tickets.id', '=', continues)
          .executeTakeFirst(),
    db
      .selectFrom('companyMachines as cm')
      .innerJoin('machines as m', byId('m', 'cm.machineId'))
      .where('cm.companyId', 'in', companyIdsOf(db, user))
      .where('cm.dateRemoved', 'is', null)
      .select(['m.name', 'cm.serialNumber'])
      .orderBy(sql`m.name collate turkish`)
      .orderBy('cm.serialNumber')
      .limit(1_000)
      .execute(),
  ])
  if (!mail || !member || (continues !== undefined && !earlier)) return null
  return {
    ...mail,
    machine: earlier?.machine,
    machines,
    recipient: await findRecipient(db, user),
  }
}
