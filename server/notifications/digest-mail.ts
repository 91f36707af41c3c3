import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { messages } from '#contract/text/messages.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import type { MailEntry, MailLink } from '#platform/mail/layout.ts'
import { type Viewer, viewerOf } from '../companies/viewer.ts'
import { fullDate } from '../mail/dates.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import {
  addRecipient,
  composeMail,
  findRecipient,
  type MailContext,
  type Recipient,
} from '../mail/user-mail.ts'
import { isMailLoop } from '../mail-in/filing/loops.ts'
import { reopenEnd } from '../tickets/reopening.ts'
import { ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { portalUrl } from '../vendors/portal.ts'
import {
  answerNote,
  answersBelongElsewhere,
  callBackLines,
  changeIn,
  isByMail,
  openTicketLabel,
  priorityName,
  settingsLinks,
  ticketPath,
  unreadEvents,
  writtenBy,
} from './mail-events.ts'
import { markMailed } from './mailed-messages.ts'
import { readRecipient } from './read-recipients.ts'
import { bounceAddressOf, replyAddressOf } from './reply-address.ts'
import { withoutUndoneClosings } from './undone-closings.ts'

const maxTickets = 50
/** Characters of a message in the digest; the ticket's page has all of it. */
const excerptLength = 300

const texts = messages({
  subject: {
    tr: (count: number) => `${count} talepte gelişme var`,
    en: (count: number) => `News on ${count === 1 ? 'a ticket' : `${count} tickets`}`,
  },
  subjectOfMany: {
    tr: (count: number) => `${count} talepten fazlasında gelişme var`,
    en: (count: number) => `News on more than ${count} tickets`,
  },
  intro: {
    tr: (count: number) => `${count} talepte gelişme oldu; son gelişmeler aşağıda.`,
    en: (count: number) =>
      `${count === 1 ? 'A ticket has' : `${count} tickets have`} news; the latest is below.`,
  },
  newest: {
    tr: (count: number) =>
      `${count} talepten fazlasında gelişme oldu; en yeni ${count} talep aşağıda.`,
    en: (count: number) => `More than ${count} tickets have news; the newest ${count} are below.`,
  },
  before: {
    tr: (count: number) => `Öncesinde ${count} gelişme daha oldu; hepsi talebin sayfasında.`,
    en: (count: number) =>
      `${count === 1 ? 'One more thing' : `${count} more things`} happened before; all of it is on the ticket’s page.`,
  },
  moreBefore: {
    tr: (count: number) => `Öncesinde ${count} gelişme daha oldu.`,
    en: (count: number) =>
      `${count === 1 ? 'One more thing' : `${count} more things`} happened before.`,
  },
  cut: {
    tr: 'Mesajın devamı talebin sayfasında.',
    en: 'The rest of the message is on the ticket’s page.',
  },
  answer: { tr: 'E-postayla yanıtla', en: 'Reply by mail' },
  button: { tr: 'Bildirimleri aç', en: 'Open the notifications' },
  reason: {
    tr: 'Birçok talepte aynı anda gelişme olduğunda haberler tek e-postada toplanır.',
    en: 'Where many tickets have news at the same time, one mail tells of them.',
  },
  replyBelow: {
    tr: 'Yanıtlamak için talebin altındaki yanıt bağlantısını ya da adresini kullanın; bu e-postanın kendisine yazılan yanıt hiçbir talebe ulaşmaz.',
    en: 'To reply, use the link or address below the ticket; a reply to this mail itself reaches no ticket.',
  },
})

/** One mail for the tickets of a burst: of each that its reader may
 * still open and is to be told of, the newest event they have not read. */
export async function mailDigest(
  { config, database, mailer, signing }: MailContext,
  mail: QueuedMail<'ticket.news'>,
): Promise<void> {
  const digest = await database.inVendor(mail.vendor, async db => {
    await markMailed(db, [mail.id])
    return readDigest(db, config, mail)
  })
  if (!digest) return
  const { recipient, tickets, hasMore } = digest
  const { language } = recipient
  const t = texts(language)
  const portal = portalUrl(config, mail.domain)
  const kinds = tickets.flatMap(({ events }) => events.map(({ kind }) => kind))
  const { links, unsubscribe } = settingsLinks(
    signing,
    portal,
    { vendor: mail.vendor, user: mail.user },
    recipient,
    kinds,
  )
  const about = hasMore ? t.subjectOfMany(maxTickets) : t.subject(tickets.length)
  const replyTo = tickets.find(ticket => ticket.replyTo)?.replyTo
  const composed = composeMail(config, mail.id, recipient, `[${recipient.vendorName}] ${about}`, {
    paragraphs: [
      hasMore ? t.newest(maxTickets) : t.intro(tickets.length),
      ...(replyTo ? [t.replyBelow] : []),
    ],
    entries: tickets.map(ticket => entryOf(recipient, portal, ticket)),
    button: recipient.isContact
      ? undefined
      : { label: t.button, url: addRecipient(`${portal}${paths.notifications}`, recipient) },
    footer: [...(replyTo ? [] : [answersBelongElsewhere(recipient)]), t.reason],
    links,
  })
  await mailer.send({
    ...composed,
    bounceTo: replyTo && bounceAddressOf(config, replyTo),
    list: { id: `tickets.${mail.domain}`, unsubscribe },
  })
}

type DigestTicket = NonNullable<Awaited<ReturnType<typeof readDigest>>>['tickets'][number]

async function readDigest(db: Db, config: Config, { id, user }: QueuedMail<'ticket.news'>) {
  const recipient = await findRecipient(db, user)
  const viewer = viewerOf({ userId: user, role: recipient.role })
  const wanted = await wantedEvents(db, config, viewer, { id, user })
  const shown = wanted.slice(0, maxTickets)
  if (shown.length === 0) return null
  const [events, rows] = await Promise.all([
    unreadEvents(db, [id])
      .where(
        'notifications.id',
        'in',
        shown.flatMap(({ events }) => events),
      )
      .execute(),
    ticketRows(
      db,
      visibleTickets(db, viewer)
        .selectAll('tickets')
        .where(
          'tickets.id',
          'in',
          shown.map(({ ticket }) => ticket),
        ),
    )
      .select(reopenEnd('t').as('dateReopenEnd'))
      .execute(),
  ])
  const tickets = await Promise.all(
    shown.map(async ({ events: ids, ticket, count }) => ({
      row: rows.find(row => row._id === ticket) as (typeof rows)[number],
      events: withoutUndoneClosings(
        events
          .filter(({ event }) => ids.includes(event))
          .sort((a, b) => (a.event < b.event ? -1 : 1)),
      ),
      before: count - ids.length,
      // a reply would go to the customer
      replyTo: events.some(({ event, note }) => ids.includes(event) && note !== null)
        ? undefined
        : await replyAddressOf(db, config, { ticket, user }),
    })),
  )
  const withNews = tickets.filter(({ events }) => events.length > 0)
  if (withNews.length === 0) return null
  return { recipient, tickets: withNews, hasMore: wanted.length > maxTickets }
}

type WantedTicket = { ticket: string; events: string[]; count: number }

/** Of each ticket the newest event of each kind that its reader is to be told of, and how many
 * events there are; newest first, as many tickets as the mail can have and one more.
 * Whoever may not open a ticket is told of none. */
async function wantedEvents(
  db: Db,
  config: Config,
  viewer: Viewer,
  { id, user }: { id: string; user: string },
): Promise<WantedTicket[]> {
  const wanted: WantedTicket[] = []
  const byTicket = Map.groupBy(await newestEvents(db, viewer, id), ({ ticket }) => ticket)
  for (const [ticket, events] of byTicket) {
    const told: string[] = []
    for (const event of events) {
      if (!(await readRecipient(db, user, event))?.mail) continue
      if (event.byMail && (await isMailLoop(db, ticket, config))) continue
      told.push(event.event)
    }
    const count = events.reduce((sum, { count }) => sum + count, 0)
    if (told.length > 0) wanted.push({ ticket, events: told, count })
    if (wanted.length > maxTickets) break
  }
  return wanted
}

/** Of each visible ticket the newest unread event of each kind,
 * as its reader may have turned one off; newest first. */
async function newestEvents(db: Db, viewer: Viewer, mail: string) {
  const events = await db
    .selectFrom('notifications as n')
    .where('n.mailId', '=', mail)
    .where('n.dateRead', 'is', null)
    .where(({ exists }) =>
      exists(
        visibleTickets(db, viewer)
          .select('tickets.id')
          .where('tickets.id', '=', sql.ref<string>('n.ticketId')),
      ),
    )
    .select([
      'n.id as event',
      'n.ticketId as ticket',
      sql<NotificationKind>`n.kind`.as('kind'),
      'n.actorId as actor',
      'n.noteId as note',
      sql<number>`count(*) over (partition by n.ticket_id, n.kind)::int`.as('count'),
      isByMail('n').as('byMail'),
    ])
    .distinctOn(['n.ticketId', 'n.kind'])
    .orderBy('n.ticketId')
    .orderBy('n.kind')
    .orderBy('n.id', 'desc')
    .execute()
  return events.sort((a, b) => (a.event < b.event ? 1 : -1))
}

function entryOf(
  recipient: Pick<Recipient, 'language' | 'timeZone' | 'role' | 'vendorName' | 'isContact'>,
  portal: string,
  { row, events, before, replyTo }: DigestTicket,
): MailEntry {
  const { language, role, vendorName, isContact } = recipient
  const t = texts(language)
  const last = events.findLast(({ messageId, note }) => messageId ?? note) ?? events.at(-1)
  const dateCreated = last?.dateCreated ?? row.dateCreated
  const textId = last && (last.messageId ?? last.note)
  const url = `${portal}${ticketPath(role, row.company, row._id)}${textId ? `#${textId}` : ''}`
  const isOver = row.status !== 'open'
  const note = isOver && answerNote(recipient, row, replyTo !== undefined)
  const text = [
    ...(before > 0 ? [isContact ? t.moreBefore(before) : t.before(before)] : []),
    ...events.flatMap(event => linesOf(recipient, event)),
    ...(note ? [note] : []),
  ]
  const about = [
    ...(row.priority === 'normal' ? [] : [priorityName(language, row.priority)]),
    row.machineName,
    row.serialNumber,
    row.companyName,
    ...callBackLines(recipient, row),
  ]
  return {
    title: ticketName(row),
    heading: [...about, fullDate(dateCreated, recipient)].join(' · '),
    text: text.join('\n'),
    links: [
      ...(isContact ? [] : [{ label: openTicketLabel(language), url }]),
      ...(replyTo ? [replyLink(t.answer, replyTo, `Re: [${vendorName}] ${ticketName(row)}`)] : []),
    ],
  }
}

function linesOf(
  { language, isContact }: Pick<Recipient, 'language' | 'isContact'>,
  event: DigestTicket['events'][number],
): string[] {
  const { summary } = event
  const change = changeIn(language, event)
  const { excerpt, isCut } = excerptOf(summary ?? '')
  return [
    ...(change ? [change] : []),
    ...(summary === null ? [] : [`${writtenBy(language, event)}: ${excerpt}`]),
    ...(isCut && !isContact ? [texts(language).cut] : []),
  ]
}

const replyLink = (label: string, address: string, subject: string): MailLink => ({
  label,
  url: `mailto:${address}?subject=${encodeURIComponent(subject)}`,
})

function excerptOf(message: string): { excerpt: string; isCut: boolean } {
  const characters = Array.from(
    message
      .trim()
      .replaceAll(/[^\S\n]+/g, ' ')
      .replaceAll(/\n{2,}/g, '\n'),
  )
  return characters.length <= excerptLength
    ? { excerpt: characters.join(''), isCut: false }
    : { excerpt: `${characters.slice(0, excerptLength).join('').trimEnd()}…`, isCut: true }
}
