import { sql } from 'kysely'
import { paths } from '#contract/paths.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailEntry, MailLink } from '#platform/mail/layout.ts'
import { viewerOf } from '../companies/viewer.ts'
import { fullDate } from '../mail/dates.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import { addRecipient, composeMail, findRecipient, type MailContext } from '../mail/user-mail.ts'
import { isMailLoop } from '../mail-in/filing/loops.ts'
import { ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { portalUrl } from '../vendors/portal.ts'
import {
  answersBelongInPortal,
  changeIn,
  settingsLinks,
  ticketPath,
  unreadEvents,
  writtenBy,
} from './mail-events.ts'
import { readRecipient } from './read-recipients.ts'
import { replyAddressOf } from './reply-address.ts'

const maxTickets = 50
/** Characters of a message in the digest; the ticket's page has all of it. */
const excerptLength = 300

const texts = messages({
  subject: {
    tr: (count: number) => `${count} talepte gelişme var`,
    en: (count: number) => `News on ${count === 1 ? 'a ticket' : `${count} tickets`}`,
  },
  intro: {
    tr: (count: number) =>
      `Kısa sürede ${count} talepte gelişme oldu. Her talebin son gelişmesi aşağıda.`,
    en: (count: number) =>
      `Much happened in a short time: ${count === 1 ? 'one ticket has news' : `${count} tickets have news`}. The latest of each is below.`,
  },
  more: {
    tr: (count: number) => `${count} talep daha var; hepsi bildirimler sayfasında.`,
    en: (count: number) =>
      `${count === 1 ? 'There is one more ticket' : `There are ${count} more tickets`}; all of them are on the notifications page.`,
  },
  before: {
    tr: (count: number) => `Öncesinde ${count} gelişme daha oldu.`,
    en: (count: number) =>
      `${count === 1 ? 'One more thing' : `${count} more things`} happened before.`,
  },
  open: { tr: 'Talebi aç', en: 'Open the ticket' },
  answer: { tr: 'E-postayla yanıtla', en: 'Reply by mail' },
  button: { tr: 'Bildirimleri aç', en: 'Open the notifications' },
  reason: {
    tr: 'Birçok talepte aynı anda gelişme olduğu için bu haberler tek e-postada toplandı.',
    en: 'As many tickets had news at the same time, one mail has all of it.',
  },
})

/** One mail for the tickets of a burst: of each that its reader may
 * still open and is to be told of, the newest event they have not read. */
export async function mailDigest(
  { config, database, mailer, signing }: MailContext,
  mail: QueuedMail<'ticket.news'>,
): Promise<void> {
  const digest = await database.inVendor(mail.vendor, db => readDigest(db, config, mail))
  if (!digest) return
  const { recipient, tickets, more } = digest
  const { language } = recipient
  const t = texts(language)
  const portal = portalUrl(config, mail.domain)
  const kinds = tickets.map(({ event }) => event.kind)
  const { links, unsubscribe } = settingsLinks(signing, portal, mail, recipient, kinds)
  const subject = `[${recipient.vendorName}] ${t.subject(tickets.length + more)}`
  const composed = composeMail(config, mail.id, recipient, subject, {
    paragraphs: [t.intro(tickets.length + more)],
    entries: tickets.map(ticket => entryOf(recipient, portal, ticket)),
    after: more > 0 ? t.more(more) : undefined,
    button: { label: t.button, url: addRecipient(`${portal}${paths.notifications}`, recipient) },
    footer: [...(config.mailInUrl ? [] : [answersBelongInPortal(language)]), t.reason],
    links,
  })
  await mailer.send({ ...composed, list: { id: `tickets.${mail.domain}`, unsubscribe } })
}

type DigestTicket = NonNullable<Awaited<ReturnType<typeof readDigest>>>['tickets'][number]

async function readDigest(db: Db, config: Config, { id, user }: QueuedMail<'ticket.news'>) {
  const recipient = await findRecipient(db, user)
  const viewer = viewerOf({ userId: user, role: recipient.role })
  // the newest of each ticket and kind, as the reader may have turned a kind off
  const events = await unreadEvents(db, id)
    .select('notifications.ticketId as ticket')
    .distinctOn(['notifications.ticketId', 'notifications.kind'])
    .orderBy('notifications.ticketId')
    .orderBy('notifications.kind')
    .orderBy('notifications.id', 'desc')
    .execute()
  events.sort((a, b) => (a.event < b.event ? 1 : -1))
  const rows = await ticketRows(
    db,
    visibleTickets(db, viewer)
      .selectAll('tickets')
      .where(sql<boolean>`tickets.id = any(${events.map(({ ticket }) => ticket)}::uuid[])`),
  ).execute()
  const rowOf = new Map(rows.map(row => [row._id, row]))
  const byTicket = Map.groupBy(events, ({ ticket }) => ticket)
  const visible = [...byTicket].flatMap(([ticket, ofTicket]) => {
    const row = rowOf.get(ticket)
    return row ? [{ row, events: ofTicket }] : []
  })
  const wanted = await Promise.all(
    visible.slice(0, maxTickets).map(async ({ row, events }) => {
      const event = await newestWanted(db, config, user, events)
      const replyTo = event && (await replyAddressOf(db, config, { ticket: row._id, user }))
      return event ? [{ row, event, replyTo }] : []
    }),
  )
  const tickets = wanted.flat()
  if (tickets.length === 0) return null
  return { recipient, tickets, more: Math.max(0, visible.length - maxTickets) }
}

type Event = Awaited<ReturnType<ReturnType<typeof unreadEvents>['execute']>>[number] & {
  ticket: string
}

async function newestWanted(db: Db, config: Config, user: string, events: Event[]) {
  for (const event of events) {
    if (!(await readRecipient(db, user, event))?.mail) continue
    if (event.byMail && (await isMailLoop(db, event.ticket, config))) continue
    return event
  }
  return null
}

function entryOf(
  { language, role, vendorName }: { language: Language; role: string; vendorName: string },
  portal: string,
  { row, event, replyTo }: DigestTicket,
): MailEntry {
  const t = texts(language)
  const { kind, name, message, messageId, dateCreated, count } = event
  const url = `${portal}${ticketPath(role, row.company, row._id)}${messageId ? `#${messageId}` : ''}`
  const change = changeIn(language, { kind, name })
  const text = [
    ...(change ? [change] : []),
    ...(message === null ? [] : [`${writtenBy(language, name)}: ${excerptOf(message)}`]),
    ...(count > 1 ? [t.before(count - 1)] : []),
  ]
  const machine = [
    row.machineName,
    row.serialNumber,
    ...(role === 'customer' ? [] : [row.companyName]),
  ]
  return {
    title: row.title,
    heading: [...machine, fullDate(dateCreated, language)].join(' · '),
    text: text.join('\n'),
    links: [
      { label: t.open, url },
      ...(replyTo ? [replyLink(t.answer, replyTo, `Re: [${vendorName}] ${row.title}`)] : []),
    ],
  }
}

const replyLink = (label: string, address: string, subject: string): MailLink => ({
  label,
  url: `mailto:${address}?subject=${encodeURIComponent(subject)}`,
})

function excerptOf(message: string): string {
  const characters = Array.from(message.trim().replaceAll(/\s+/g, ' '))
  return characters.length <= excerptLength
    ? characters.join('')
    : `${characters.slice(0, excerptLength).join('').trimEnd()}…`
}
