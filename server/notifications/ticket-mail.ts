import { type Kysely, sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import { sizeIn } from '#contract/text/sizes.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { Config } from '#platform/config/config.ts'
import { type Db, type Placeholders, prepareQuery } from '#platform/database/database.ts'
import { byId, lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import type { MailEntry } from '#platform/mail/layout.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { asTeam } from '../companies/viewer.ts'
import type { Thumbnail } from '../files/thumbnail.ts'
import { storageId } from '../files/uploads.ts'
import { fullDate } from '../mail/dates.ts'
import type { QueuedMail } from '../mail/mail-queue.ts'
import { messageIdOf } from '../mail/message-ids.ts'
import { composeMail, findRecipients, type MailContext, type Recipient } from '../mail/user-mail.ts'
import { isMailLoop } from '../mail-in/filing/loops.ts'
import { reopenEnd } from '../tickets/reopening.ts'
import { fullNameOf, ticketRows } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { portalUrl } from '../vendors/portal.ts'
import { mailDigest } from './digest-mail.ts'
import {
  answerNote,
  answersBelongElsewhere,
  callBackLines,
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
import { readRecipients } from './read-recipients.ts'
import { bounceAddressOf, replyAddressesOf } from './reply-address.ts'
import { withoutUndoneClosings } from './undone-closings.ts'

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
  uploading: { tr: 'yolda', en: 'on its way' },
  cancelled: { tr: 'gönderilmedi', en: 'was not sent' },
  more: {
    tr: (count: number) => `Daha önce ${count} gelişme daha oldu; hepsi talebin sayfasında.`,
    en: (count: number) =>
      `${count === 1 ? 'One more thing' : `${count} more things`} happened before; all of it is on the ticket’s page.`,
  },
  moreBefore: {
    tr: (count: number) => `Daha önce ${count} gelişme daha oldu.`,
    en: (count: number) =>
      `${count === 1 ? 'One more thing' : `${count} more things`} happened before.`,
  },
  takesPart: {
    tr: 'Bu e-postayı, bu talepte yer aldığınız ya da talebi takip ettiğiniz için aldınız.',
    en: 'You receive this mail because you take part in this ticket or follow it.',
  },
  isMentioned: {
    tr: 'Bu e-postayı, bir iç notta sizden bahsedildiği için aldınız.',
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

type TicketMail = QueuedMail<'ticket.news'> & { ticket: string }
type Context = MailContext & { storage: Storage }

/** None is sent when its recipient has read all of it, is not
 * to be told any more, or programs answer each other. */
export async function prepareTicketMails(
  { config }: Context,
  db: Db,
  mails: QueuedMail<'ticket.news'>[],
): Promise<Map<string, (context: Context) => Promise<void>>> {
  const about = mails.filter((mail): mail is TicketMail => 'ticket' in mail)
  const news = new Map<string, News>()
  for (const [ticket, ofTicket] of Map.groupBy(about, mail => mail.ticket))
    for (const [id, each] of await readNews(db, config, ticket, ofTicket)) news.set(id, each)
  return new Map(
    mails.map(mail => [
      mail.id,
      async context => {
        const toTell = news.get(mail.id)
        if (!('ticket' in mail)) await mailDigest(context, mail)
        else if (toTell) await mailTicketNews(context, mail, toTell)
      },
    ]),
  )
}

async function mailTicketNews(context: Context, mail: TicketMail, news: News): Promise<void> {
  const { config, mailer, signing } = context
  const { id, vendor, ticket, domain } = mail
  const { recipient, row, events, skipped, earlier, reason, answered, hasNote, replyTo } = news
  const { isContact } = recipient
  const pictures = await readPictures(
    context,
    vendor,
    isContact ? [] : events.flatMap(({ files }) => files),
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
      [
        ticketLines(recipient.language, row),
        t.company(row.companyName),
        ...callBackLines(recipient, row),
      ].join('\n'),
      ...(skipped > 0 ? [isContact ? t.moreBefore(skipped) : t.more(skipped)] : []),
      ...events.flatMap(event => changeIn(recipient.language, event) ?? []),
    ],
    entries: textsIn(events).map(entryOf),
    note: answerNote(recipient, row, replyTo !== undefined),
    button: isContact
      ? undefined
      : {
          label: openTicketLabel(recipient.language),
          url: firstText ? `${url}#${firstText.messageId ?? firstText.note}` : url,
        },
    earlier: earlier.length > 0 ? { title: t.earlier, entries: earlier.map(entryOf) } : undefined,
    footer: [
      ...(replyTo ? [] : [answersBelongElsewhere(recipient)]),
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

type News = Awaited<ReturnType<typeof readNews>> extends Map<string, infer N> ? N : never

/** Of mails about one ticket, by their ids; without those that have nothing to tell. */
async function readNews(db: Db, config: Config, ticket: string, mails: TicketMail[]) {
  const ids = mails.map(({ id }) => id)
  const { recipients, rows, unread } = await db.inOrder({
    marked: () => markMailed(db, ids),
    recipients: () =>
      findRecipients(
        db,
        mails.map(({ user }) => user),
      ),
    rows: () => ticketOf(db, { ticket }),
    unread: () => unreadOf(db, { mails: ids }),
  })
  const [row] = rows
  const told = await readTold(db, ticket, mails, unread)
  const isLoop =
    told.some(({ wanted }) => wanted.every(({ byMail }) => byMail)) &&
    (await isMailLoop(db, ticket, config))
  const wanted = told.filter(({ wanted }) => !isLoop || wanted.some(({ byMail }) => !byMail))
  if (!row || wanted.length === 0) return new Map<string, never>()
  const firstOf = (events: Unread[]) =>
    events.find(({ messageId }) => messageId !== null)?.messageId ?? null
  const firsts = [...new Set(wanted.map(({ wanted }) => firstOf(wanted)))]
  const [answered, ...before] = await Promise.all([
    receivedIdsOf(db, ticket),
    ...firsts.map(first => messagesBefore(db, { ticket, first })),
  ])
  const earlierOf = new Map(firsts.map((first, at) => [first, before[at] ?? []]))
  const written: Pick<Writing, 'messageId' | 'note'>[] = [
    ...wanted.flatMap(({ wanted }) => wanted),
    ...before.flat(),
  ]
  // A reply becomes a message to the customer, also one that was meant for a colleague.
  const withoutNote = wanted.filter(({ wanted }) => wanted.every(({ note }) => note === null))
  const { replyTo, files } = await db.inOrder({
    marked: () =>
      markMessagesMailed(
        db,
        before.flat().map(({ messageId }) => messageId),
      ),
    files: () => filesIn(db, written),
    replyTo: () =>
      replyAddressesOf(db, config, { ticket, users: withoutNote.map(({ mail }) => mail.user) }),
  })
  const withFiles = <M extends { messageId: string | null; note?: string | null }>(text: M) => ({
    ...text,
    files: files.filter(({ of }) => of === (text.messageId ?? text.note)),
  })
  const newsOf = ({ mail, wanted, count, shown, reason }: (typeof told)[number]) => ({
    recipient: recipients.find(({ id }) => id === mail.user) as Recipient,
    row,
    events: wanted.map(withFiles),
    skipped: count - shown,
    earlier: (earlierOf.get(firstOf(wanted)) ?? []).map(withFiles),
    reason,
    answered,
    hasNote: wanted.some(({ note }) => note !== null),
    replyTo: replyTo.get(mail.user),
  })
  return new Map(wanted.map(each => [each.mail.id, newsOf(each)]))
}

/** The unread events of each mail of which its reader is still to be told by mail, oldest first. */
async function readTold(db: Db, ticket: string, mails: TicketMail[], unread: Unread[]) {
  const userOf = new Map(mails.map(({ id, user }) => [id, user]))
  const readers = [...Map.groupBy(unread, ({ event }) => event)].map(async ([event, ofEvent]) => {
    const [{ kind, actor, note }] = ofEvent as [Unread]
    const users = ofEvent.flatMap(({ mail }) => userOf.get(mail ?? '') ?? [])
    const present = await readRecipients(db, { kind, ticket, event, actor, note }, users)
    return [event, new Map(present.map(each => [each.userId, each]))] as const
  })
  const readersOf = new Map(await Promise.all(readers))
  return mails.flatMap(mail => {
    const shown = unread.filter(each => each.mail === mail.id)
    const recipientOf = ({ event }: Unread) => readersOf.get(event)?.get(mail.user)
    const wanted = withoutUndoneClosings(shown.filter(each => recipientOf(each)?.mail).reverse())
    if (wanted.length === 0) return []
    return {
      mail,
      wanted,
      shown: shown.length,
      count: shown[0]?.count ?? 0,
      reason: shown.map(recipientOf).find(recipient => recipient?.reason)?.reason ?? 'team',
    }
  })
}

/** For the team: who may not open it is no recipient of its events. */
const ticketOf = prepareQuery((db, { ticket }: Placeholders<{ ticket: string }>) =>
  ticketRows(
    db,
    visibleTickets(db, asTeam).selectAll('tickets').where('tickets.id', '=', ticket),
  ).select(reopenEnd('t').as('dateReopenEnd')),
)

type Unread = Awaited<ReturnType<typeof unreadOf>>[number]

/** Of each mail the newest ones first, as many as it tells of. */
const unreadOf = prepareQuery((db, { mails }: Placeholders<{ mails: string[] }>) =>
  db
    .selectFrom(
      unreadEvents(db, mails)
        .select(
          sql<number>`row_number() over (partition by notifications.mail_id order by notifications.id desc)`.as(
            'place',
          ),
        )
        .as('unread'),
    )
    .selectAll()
    .where('place', '<=', sql.lit(maxEvents))
    .orderBy('place'),
)

/** The Message-IDs of the mails that are messages of a ticket, oldest first. */
const receivedIdsOf = async (db: Db, ticket: string): Promise<string[]> =>
  (await receivedMailsOf(db, { ticket })).map(({ mailReference }) => mailReference).reverse()

const receivedMailsOf = prepareQuery((db, { ticket }: Placeholders<{ ticket: string }>) =>
  db
    .selectFrom('receivedMails')
    .select('mailReference')
    .where('ticketId', '=', ticket)
    .where('state', '=', sql.lit('filed'))
    .where('mailReference', '<>', sql.lit(''))
    .orderBy('id', 'desc')
    .limit(sql.lit(maxReferences)),
)

/** Newest first: they continue the mail backwards. Without `first`, of the whole ticket. */
const messagesBefore = prepareQuery(
  (db, { ticket, first }: Placeholders<{ ticket: string; first: string | null }>) =>
    db
      .selectFrom('messages')
      .innerJoin('users', byId('users', 'messages.userId'))
      .leftJoin('users as recorder', byId('recorder', 'messages.recordedBy'))
      .where('messages.ticketId', '=', ticket)
      .where('messages.dateRetracted', 'is', null)
      .where(
        sql<boolean>`(${first}::uuid is null or (messages.date_added, messages.id) < (select m.date_added, m.id from messages m where m.vendor_id = app_vendor() and m.id = ${first}::uuid))`,
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
      .limit(sql.lit(earlierMessages))
      .forKeyShare('messages'),
)

async function filesIn(db: Db, written: Pick<Writing, 'messageId' | 'note'>[]) {
  const ids = {
    messages: written.flatMap(({ messageId }) => messageId ?? []),
    notes: written.flatMap(({ note }) => note ?? []),
  }
  return (await Promise.all([filesOfMessages(db, ids), filesOfNotes(db, ids)])).flat()
}

type Texts = { messages: string[]; notes: string[] }

const filesOfMessages = prepareQuery((db, { messages }: Placeholders<Texts>) =>
  db
    .selectFrom('messageFiles')
    .innerJoinLateral(fileOf(db, 'messageFiles.fileId').as('files'), onTrue)
    .where(sql<boolean>`message_files.message_id = any(${messages}::uuid[])`)
    .select(['messageFiles.messageId as of', ...fileColumns, storageId.as('storageId')])
    .orderBy('messageFiles.position')
    .orderBy('files.id'),
)

const filesOfNotes = prepareQuery((db, { notes }: Placeholders<Texts>) =>
  db
    .selectFrom('noteFiles')
    .innerJoinLateral(fileOf(db, 'noteFiles.fileId').as('files'), onTrue)
    .where(sql<boolean>`note_files.note_id = any(${notes}::uuid[])`)
    .select(['noteFiles.noteId as of', ...fileColumns, storageId.as('storageId')])
    .orderBy('noteFiles.position'),
)

const fileOf = (db: Kysely<Schema>, idColumn: `${string}.${string}`) =>
  lookUp(db, 'files', idColumn).selectAll('files')

const fileColumns = [
  'files.id as fileId',
  'files.fileName',
  'files.fileSize',
  'files.fileType',
  'files.dateStored',
  'files.scan',
] as const

/** The files lead to their message on the ticket's page, which a contact cannot open; `pictures`
 * are thumbnails by file. */
function mailEntryOf(
  recipient: Pick<Recipient, 'language' | 'timeZone' | 'isContact'>,
  url: string,
  { name, recordedByName, messageId, note, message, dateCreated, files }: Writing,
  pictures: Map<string, Thumbnail>,
): MailEntry {
  const links = files.map(file => {
    const picture = pictures.get(file.fileId)
    return {
      label: fileInWords(recipient.language, file),
      url: `${url}#${messageId ?? note}`,
      ...(picture && {
        picture: {
          cid: contentIdOf(file.fileId),
          width: picture.width,
          height: picture.height,
          alt: file.fileName,
        },
      }),
    }
  })
  const text = message ?? ''
  return {
    heading: `${writtenBy(recipient.language, { name, recordedByName, note })} · ${fullDate(dateCreated, recipient)}`,
    ...(recipient.isContact
      ? { text: [text, ...links.map(({ label }) => label)].filter(Boolean).join('\n'), links: [] }
      : { text, links }),
  }
}

function fileInWords(language: Language, { fileName, fileSize, dateStored, scan }: MailFile) {
  const t = texts(language)
  const isPending = scan === null && dateStored === null
  const about = [
    sizeIn(language, fileSize),
    ...(isPending ? [t.uploading] : scan === 'cancelled' ? [t.cancelled] : []),
  ]
  return `${fileName} (${about.join(', ')})`
}
