import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import { sizeIn } from '#contract/text/sizes.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { MailEntry } from '#platform/mail/layout.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { viewerOf } from '../companies/viewer.ts'
import type { Thumbnail } from '../files/thumbnails.ts'
import { storageId } from '../files/uploads.ts'
import { fullDate } from '../mail/dates.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import { messageIdOf } from '../mail/message-ids.ts'
import { addRecipient, composeMail, findRecipient, type MailContext } from '../mail/user-mail.ts'
import { isMailLoop } from '../mail-in/filing/loops.ts'
import { fullNameOf, ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { portalUrl } from '../vendors/portal.ts'
import { contentIdOf, type MailFile, readPictures } from './mail-pictures.ts'
import { unsubscribeToken } from './preferences.ts'
import { readRecipient } from './read-recipients.ts'
import { bounceAddressOf, replyAddressOf } from './reply-address.ts'

const earlierMessages = 3
/** Events that one mail tells of, the newest ones; many may wait while the mail server is away. */
const maxEvents = 30
/** Received mails to which a mail refers, the newest ones. */
const maxReferences = 10

const texts = messages({
  wrote: { tr: (name: string) => `${name} yazdı`, en: (name: string) => `${name} wrote` },
  opened: {
    tr: (name: string) => `${name} bu talebi açtı.`,
    en: (name: string) => `${name} opened this ticket.`,
  },
  closed: {
    tr: (name: string) => `${name} bu talebi kapattı.`,
    en: (name: string) => `${name} closed this ticket.`,
  },
  reopened: {
    tr: (name: string) => `${name} bu talebi yeniden açtı.`,
    en: (name: string) => `${name} reopened this ticket.`,
  },
  archived: {
    tr: (name: string) => `${name} bu talebi arşivledi.`,
    en: (name: string) => `${name} archived this ticket.`,
  },
  infected: {
    tr: 'Bu talepteki bir dosyada zararlı yazılım bulundu; dosya açılamaz.',
    en: 'Malware was found in a file of this ticket; the file cannot be opened.',
  },
  machine: {
    tr: (machine: string, serial: string) => `Makine: ${machine}\nSeri no: ${serial}`,
    en: (machine: string, serial: string) => `Machine: ${machine}\nSerial number: ${serial}`,
  },
  company: {
    tr: (company: string) => `Firma: ${company}`,
    en: (company: string) => `Company: ${company}`,
  },
  button: { tr: 'Talebi aç', en: 'Open the ticket' },
  earlier: { tr: 'Önceki mesajlar', en: 'Earlier messages' },
  more: {
    tr: (count: number) => `Daha önce ${count} gelişme daha oldu; hepsi talebin sayfasında.`,
    en: (count: number) =>
      `${count === 1 ? 'One more thing' : `${count} more things`} happened before; all of it is on the ticket’s page.`,
  },
  takesPart: {
    tr: 'Bu e-postayı, bu talepte yer aldığınız ya da talebi takip ettiğiniz için aldınız.',
    en: 'You receive this mail because you take part in this ticket or follow it.',
  },
  isOnTeam: {
    tr: 'Bu e-postayı destek ekibinde olduğunuz için aldınız. Hangi taleplerin size bildirileceğini ayarlardan seçebilirsiniz.',
    en: 'You receive this mail as a member of the support team. The settings choose of which tickets you are notified.',
  },
  answerInPortal: {
    tr: 'Bu e-postaya yazılan yanıtlar talebe eklenmez; yanıtınızı talebin sayfasında yazın.',
    en: 'Replies to this mail do not reach the ticket; write your answer on the ticket’s page.',
  },
  unsubscribe: { tr: 'Bu tür e-postaları kapat', en: 'Turn off mails of this kind' },
  settings: { tr: 'Bildirim ayarları', en: 'Notification settings' },
})

/** Nothing is sent when the recipient has read all of it, is not
 * to be notified any more, or programs answer each other. */
export async function mailTicketNews(
  context: MailContext & { storage: Storage },
  mail: QueuedMail<'ticket.news'>,
): Promise<void> {
  const { config, database, mailer, signing } = context
  const { id, vendor, user, ticket, domain } = mail
  const news = await database.inVendor(vendor, async db => {
    const news = await readNews(db, config, mail)
    return news && { ...news, replyTo: await replyAddressOf(db, config, mail) }
  })
  if (!news) return
  const { recipient, row, events, skipped, earlier, takesPart, answered, replyTo } = news
  const pictures = await readPictures(
    context,
    vendor,
    events.flatMap(({ files }) => files),
  )
  const t = texts(recipient.language)
  const portal = portalUrl(config, domain)
  const url = portal + ticketPath(recipient.role, row.company, ticket)
  const kinds = [...new Set(events.map(({ kind }) => kind))]
  const entryOf = (entry: Writing) => mailEntryOf(recipient.language, url, entry, pictures)
  const token = unsubscribeToken(signing, { vendor, user, kinds })
  const unsubscribe = `${portal}${paths.unsubscribe}?${new URLSearchParams({ token, language: recipient.language, mail: recipient.to.address })}`
  const composed = composeMail(config, id, recipient, `[${recipient.vendorName}] ${row.title}`, {
    paragraphs: [
      row.title,
      [
        t.machine(row.machineName, row.serialNumber),
        ...(recipient.role === 'customer' ? [] : [t.company(row.companyName)]),
      ].join('\n'),
      ...(skipped > 0 ? [t.more(skipped)] : []),
      ...events.flatMap(event => changeIn(recipient.language, event) ?? []),
    ],
    entries: messagesIn(events).map(entryOf),
    button: { label: t.button, url },
    earlier: earlier.length > 0 ? { title: t.earlier, entries: earlier.map(entryOf) } : undefined,
    footer: [...(replyTo ? [] : [t.answerInPortal]), takesPart ? t.takesPart : t.isOnTeam],
    links: [
      { label: t.unsubscribe, url: unsubscribe },
      { label: t.settings, url: addRecipient(`${portal}${paths.notificationSettings}`, recipient) },
    ],
  })
  await mailer.send({
    ...composed,
    replyTo,
    bounceTo: replyTo && bounceAddressOf(config, replyTo),
    id: messageIdOf(signing, vendor, ticket, id),
    thread: messageIdOf(signing, vendor, ticket, ticket),
    answered,
    list: { id: `tickets.${domain}`, unsubscribe },
    pictures: Array.from(pictures, ([file, { bytes }]) => ({ cid: contentIdOf(file), bytes })),
  })
}

type Writing = {
  name: string
  messageId: string | null
  message: string | null
  dateCreated: string
  files: MailFile[]
}
type Event = Writing & { kind: NotificationKind }

/** Each message once: malware in a file of a message is an event of its own. */
const messagesIn = (events: Event[]) =>
  [...new Map(events.map(event => [event.messageId, event])).values()].filter(
    ({ message }) => message !== null,
  )

async function readNews(db: Db, config: Config, { id, user, ticket }: QueuedMail<'ticket.news'>) {
  const recipient = await findRecipient(db, user)
  const viewer = viewerOf({ userId: user, role: recipient.role })
  const [row, unread] = await Promise.all([
    ticketRows(
      db,
      visibleTickets(db, viewer).selectAll('tickets').where('tickets.id', '=', ticket),
    ).executeTakeFirst(),
    unreadOf(db, id),
  ])
  const present = await Promise.all(
    unread.map(({ event, kind, actor }) =>
      readRecipient(db, user, { kind: kind as NotificationKind, ticket, event, actor }),
    ),
  )
  const wanted = unread.filter((_, at) => present[at]?.mail).reverse()
  if (!row || wanted.length === 0) return null
  if (wanted.every(({ byMail }) => byMail) && (await isMailLoop(db, ticket, config))) return null
  const first = wanted.find(({ messageId }) => messageId !== null)?.messageId ?? null
  const [before, answered] = await Promise.all([
    messagesBefore(db, ticket, first),
    receivedIdsOf(db, ticket),
  ])
  const files = await filesOf(
    db,
    [...wanted, ...before].flatMap(({ messageId }) => messageId ?? []),
  )
  const withFiles = <M extends { messageId: string | null }>(message: M) => ({
    ...message,
    files: files.filter(file => file.messageId === message.messageId),
  })
  return {
    recipient,
    row,
    events: wanted.map(event => withFiles({ ...event, kind: event.kind as NotificationKind })),
    skipped: (unread[0]?.count ?? 0) - unread.length,
    earlier: before.map(withFiles),
    takesPart: present.some(recipient => recipient?.takesPart),
    answered,
  }
}

/** The Message-IDs of the mails that are messages of a ticket, oldest first. */
async function receivedIdsOf(db: Db, ticket: string): Promise<string[]> {
  const rows = await db
    .selectFrom('receivedMails')
    .select('mailReference')
    .where('ticketId', '=', ticket)
    .where('state', '=', 'filed')
    .where('mailReference', '<>', '')
    .orderBy('id', 'desc')
    .limit(maxReferences)
    .execute()
  return rows.map(({ mailReference }) => mailReference).reverse()
}

/** The newest first, with the count of all. */
const unreadOf = (db: Db, mail: string) =>
  db
    .selectFrom('notifications')
    .leftJoin('messages', byId('messages', 'notifications.messageId'))
    .leftJoin('users', join =>
      join
        .onRef('users.vendorId', '=', 'notifications.vendorId')
        .on('users.id', '=', sql<string>`coalesce(messages.user_id, notifications.actor_id)`),
    )
    .where('notifications.mailId', '=', mail)
    .where('notifications.dateRead', 'is', null)
    .select([
      'notifications.id as event',
      'notifications.kind',
      'notifications.actorId as actor',
      'notifications.messageId',
      sql<string>`coalesce(messages.date_added, notifications.date_created)`.as('dateCreated'),
      sql<number>`count(*) over ()::int`.as('count'),
      'messages.contents as message',
      sql<boolean>`exists (select from message_mails m where m.vendor_id = notifications.vendor_id and m.message_id = notifications.message_id)`.as(
        'byMail',
      ),
      sql<string>`coalesce(${fullNameOf('users')}, '')`.as('name'),
    ])
    .orderBy('notifications.id', 'desc')
    .limit(maxEvents)
    .execute()

async function messagesBefore(db: Db, ticket: string, messageId: string | null) {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('users', byId('users', 'messages.userId'))
    .where('messages.ticketId', '=', ticket)
    .$if(messageId !== null, query =>
      query.where(
        sql<boolean>`(messages.date_added, messages.id) < (select m.date_added, m.id from messages m where m.vendor_id = app_vendor() and m.id = ${messageId})`,
      ),
    )
    .select([
      'messages.id as messageId',
      'messages.contents as message',
      'messages.dateAdded as dateCreated',
      fullNameOf('users').as('name'),
    ])
    .orderBy('messages.dateAdded', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(earlierMessages)
    .execute()
  return rows.reverse()
}

async function filesOf(db: Db, messageIds: string[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('messageFiles')
    .innerJoin('files', byId('files', 'messageFiles.fileId'))
    .where('messageFiles.messageId', 'in', messageIds)
    .select([
      'messageFiles.messageId',
      'files.id as fileId',
      'files.fileName',
      'files.fileSize',
      'files.fileType',
      'files.scan',
      storageId.as('storageId'),
    ])
    .orderBy('files.id')
    .execute()
}

function changeIn(language: Language, { kind, name }: Event): string | null {
  const t = texts(language)
  switch (kind) {
    case 'ticket.opened':
      return t.opened(name)
    case 'ticket.closed':
      return t.closed(name)
    case 'ticket.reopened':
      return t.reopened(name)
    case 'ticket.archived':
      return t.archived(name)
    case 'file.infected':
      return t.infected
    case 'ticket.written':
    case 'ticket.answered':
      return null
  }
}

/** The files lead to their message on the ticket's page; `pictures` are thumbnails by file. */
const mailEntryOf = (
  language: Language,
  url: string,
  { name, messageId, message, dateCreated, files }: Writing,
  pictures: Map<string, Thumbnail>,
): MailEntry => ({
  heading: `${texts(language).wrote(name)} · ${fullDate(dateCreated, language)}`,
  text: message ?? '',
  links: files.map(({ fileId, fileName, fileSize }) => {
    const picture = pictures.get(fileId)
    return {
      label: `${fileName} (${sizeIn(language, fileSize)})`,
      url: `${url}#${messageId}`,
      ...(picture && {
        picture: {
          cid: contentIdOf(fileId),
          width: picture.width,
          height: picture.height,
          alt: fileName,
        },
      }),
    }
  }),
})

export const ticketPath = (role: string, company: string, ticket: string) =>
  paths.ticket(
    role === 'customer' ? 'account' : role === 'admin' ? 'admin' : 'staff',
    company,
    ticket,
  )
