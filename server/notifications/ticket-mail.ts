import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { messages } from '#contract/text/messages.ts'
import { sizeIn } from '#contract/text/sizes.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { MailEntry } from '#platform/mail/layout.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { viewerOf } from '../companies/viewer.ts'
import type { Thumbnail } from '../files/thumbnail.ts'
import { storageId } from '../files/uploads.ts'
import { fullDate } from '../mail/dates.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import { messageIdOf } from '../mail/message-ids.ts'
import { composeMail, findRecipient, type MailContext, type Recipient } from '../mail/user-mail.ts'
import { isMailLoop } from '../mail-in/filing/loops.ts'
import { reopenEnd } from '../tickets/reopening.ts'
import { fullNameOf, ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { portalUrl } from '../vendors/portal.ts'
import { mailDigest } from './digest-mail.ts'
import {
  answerNote,
  answersBelongInPortal,
  changeIn,
  openTicketLabel,
  settingsLinks,
  ticketLines,
  ticketPath,
  unreadEvents,
  writtenBy,
} from './mail-events.ts'
import { contentIdOf, type MailFile, readPictures } from './mail-pictures.ts'
import { markMailed, markMessagesMailed } from './mailed-messages.ts'
import { readRecipient } from './read-recipients.ts'
import { bounceAddressOf, replyAddressOf } from './reply-address.ts'

const earlierMessages = 3
/** Events that one mail tells of, the newest ones; many may wait while the mail server is away. */
const maxEvents = 30
/** Received mails to which a mail refers, the newest ones. */
const maxReferences = 10

const texts = messages({
  company: {
    tr: (company: string) => `Firma: ${company}`,
    en: (company: string) => `Company: ${company}`,
  },
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
  isMentioned: {
    tr: 'Bu e-postayı, bir iç notta sizden söz edildiği için aldınız.',
    en: 'You receive this mail because an internal note mentions you.',
  },
  isAssignee: {
    tr: 'Bu e-postayı, bu talebin sorumlusu olduğunuz için aldınız.',
    en: 'You receive this mail because this ticket is assigned to you.',
  },
  isOnTeam: {
    tr: 'Bu e-postayı destek ekibinde olduğunuz için aldınız. Hangi taleplerin size bildirileceğini ayarlardan seçebilirsiniz.',
    en: 'You receive this mail as a member of the support team. The settings choose of which tickets you are notified.',
  },
})

/** Nothing is sent when the recipient has read all of it, is not
 * to be notified any more, or programs answer each other. */
export async function mailTicketNews(
  context: MailContext & { storage: Storage },
  mail: QueuedMail<'ticket.news'>,
): Promise<void> {
  const { config, database, mailer, signing } = context
  if (!('ticket' in mail)) return mailDigest(context, mail)
  const { id, vendor, user, ticket, domain } = mail
  const news = await database.inVendor(vendor, async db => {
    await markMailed(db, id)
    const news = await readNews(db, config, { id, user, ticket })
    if (!news) return null
    // A reply becomes a message to the customer, also one that was meant for a colleague.
    const hasNote = news.events.some(({ note }) => note !== null)
    const replyTo = hasNote ? undefined : await replyAddressOf(db, config, { ticket, user })
    return { ...news, hasNote, replyTo }
  })
  if (!news) return
  const { recipient, row, events, skipped, earlier, reason, answered, hasNote, replyTo } = news
  const pictures = await readPictures(
    context,
    vendor,
    events.flatMap(({ files }) => files),
  )
  const t = texts(recipient.language)
  const portal = portalUrl(config, domain)
  const url = portal + ticketPath(recipient.role, row.company, ticket)
  const [firstText] = textsIn(events)
  const entryOf = (entry: Writing) => mailEntryOf(recipient, url, entry, pictures)
  const kinds = events.map(({ kind }) => kind)
  const { links, unsubscribe } = settingsLinks(signing, portal, mail, recipient, kinds)
  const name = ticketName(row)
  const composed = composeMail(config, id, recipient, `[${recipient.vendorName}] ${name}`, {
    paragraphs: [
      name,
      [ticketLines(recipient.language, row), t.company(row.companyName)].join('\n'),
      ...(skipped > 0 ? [t.more(skipped)] : []),
      ...events.flatMap(event => changeIn(recipient.language, event) ?? []),
    ],
    entries: textsIn(events).map(entryOf),
    note: answerNote(recipient, row, replyTo !== undefined),
    button: {
      label: openTicketLabel(recipient.language),
      url: firstText ? `${url}#${firstText.messageId ?? firstText.note}` : url,
    },
    earlier: earlier.length > 0 ? { title: t.earlier, entries: earlier.map(entryOf) } : undefined,
    footer: [
      ...(replyTo ? [] : [answersBelongInPortal(recipient.language)]),
      {
        mentioned: t.isMentioned,
        assignee: t.isAssignee,
        participant: t.takesPart,
        team: t.isOnTeam,
      }[reason],
    ],
    links,
  })
  await mailer.send({
    ...composed,
    replyTo,
    bounceTo: replyTo && bounceAddressOf(config, replyTo),
    ...(!hasNote && {
      id: messageIdOf(signing, vendor, ticket, id),
      thread: messageIdOf(signing, vendor, ticket, ticket),
      answered,
    }),
    list: { id: `tickets.${domain}`, unsubscribe },
    pictures: Array.from(pictures, ([file, { bytes }]) => ({ cid: contentIdOf(file), bytes })),
  })
}

/** A message or a note. */
type Writing = {
  name: string
  recordedByName?: string | null | undefined
  messageId: string | null
  note?: string | null
  message: string | null
  dateCreated: string
  files: MailFile[]
}
type Event = Writing & { kind: NotificationKind }

/** Each message and note once: malware in a file of one is an event of its own. */
const textsIn = (events: Event[]) =>
  [...new Map(events.map(event => [event.messageId ?? event.note, event])).values()].filter(
    ({ message }) => message !== null,
  )

async function readNews(
  db: Db,
  config: Config,
  { id, user, ticket }: { id: string; user: string; ticket: string },
) {
  const recipient = await findRecipient(db, user)
  const viewer = viewerOf({ userId: user, role: recipient.role })
  const [row, unread] = await Promise.all([
    ticketRows(db, visibleTickets(db, viewer).selectAll('tickets').where('tickets.id', '=', ticket))
      .select(reopenEnd('t').as('dateReopenEnd'))
      .executeTakeFirst(),
    unreadEvents(db, id).orderBy('notifications.id', 'desc').limit(maxEvents).execute(),
  ])
  const present = await Promise.all(
    unread.map(({ event, kind, actor, note }) =>
      readRecipient(db, user, { kind, ticket, event, actor, note }),
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
  await markMessagesMailed(
    db,
    before.map(({ messageId }) => messageId),
  )
  const written: Pick<Writing, 'messageId' | 'note'>[] = [...wanted, ...before]
  const [files, filesOfNotes] = await Promise.all([
    filesOf(
      db,
      written.flatMap(({ messageId }) => messageId ?? []),
    ),
    filesOfNote(
      db,
      written.flatMap(({ note }) => note ?? []),
    ),
  ])
  const withFiles = <M extends { messageId: string | null; note?: string | null }>(text: M) => ({
    ...text,
    files: [...files, ...filesOfNotes].filter(({ of }) => of === (text.messageId ?? text.note)),
  })
  return {
    recipient,
    row,
    events: wanted.map(withFiles),
    skipped: (unread[0]?.count ?? 0) - unread.length,
    earlier: before.map(withFiles),
    reason: present.find(recipient => recipient?.reason)?.reason ?? 'team',
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

/** Newest first: they continue the mail backwards. */
async function messagesBefore(db: Db, ticket: string, messageId: string | null) {
  return db
    .selectFrom('messages')
    .innerJoin('users', byId('users', 'messages.userId'))
    .leftJoin('users as recorder', byId('recorder', 'messages.recordedBy'))
    .where('messages.ticketId', '=', ticket)
    .where('messages.dateRetracted', 'is', null)
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
      sql<string | null>`${fullNameOf('recorder')}`.as('recordedByName'),
    ])
    .orderBy('messages.dateAdded', 'desc')
    .orderBy('messages.id', 'desc')
    .limit(earlierMessages)
    .forKeyShare('messages')
    .execute()
}

async function filesOf(db: Db, messageIds: string[]) {
  if (messageIds.length === 0) return []
  return db
    .selectFrom('messageFiles')
    .innerJoin('files', byId('files', 'messageFiles.fileId'))
    .where('messageFiles.messageId', 'in', messageIds)
    .select(['messageFiles.messageId as of', ...fileColumns, storageId.as('storageId')])
    .orderBy('files.id')
    .execute()
}

async function filesOfNote(db: Db, notes: string[]) {
  if (notes.length === 0) return []
  return db
    .selectFrom('noteFiles')
    .innerJoin('files', byId('files', 'noteFiles.fileId'))
    .where('noteFiles.noteId', 'in', notes)
    .select(['noteFiles.noteId as of', ...fileColumns, storageId.as('storageId')])
    .orderBy('files.id')
    .execute()
}

const fileColumns = [
  'files.id as fileId',
  'files.fileName',
  'files.fileSize',
  'files.fileType',
  'files.scan',
] as const

/** The files lead to their message on the ticket's page; `pictures` are thumbnails by file. */
const mailEntryOf = (
  recipient: Pick<Recipient, 'language' | 'timeZone'>,
  url: string,
  { name, recordedByName, messageId, note, message, dateCreated, files }: Writing,
  pictures: Map<string, Thumbnail>,
): MailEntry => ({
  heading: `${writtenBy(recipient.language, { name, recordedByName, note })} · ${fullDate(dateCreated, recipient)}`,
  text: message ?? '',
  links: files.map(({ fileId, fileName, fileSize }) => {
    const picture = pictures.get(fileId)
    return {
      label: `${fileName} (${sizeIn(recipient.language, fileSize)})`,
      url: `${url}#${messageId ?? note}`,
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
