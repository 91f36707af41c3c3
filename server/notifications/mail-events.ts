import { type Kysely, sql } from 'kysely'
import * as en from '#contract/notifications.en.ts'
import * as tr from '#contract/notifications.tr.ts'
import type { MailedEvent, NotificationKind } from '#contract/notifications.ts'
import { paths } from '#contract/paths.ts'
import { priorityNames as prioritiesEn } from '#contract/priorities.en.ts'
import { priorityNames as prioritiesTr } from '#contract/priorities.tr.ts'
import { type Language, messages } from '#contract/text/messages.ts'
import type { TicketPriority } from '#contract/tickets.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Value } from '#platform/database/database.ts'
import { lookUp, onTrue } from '#platform/database/look-up.ts'
import type { Schema } from '#platform/database/schema.ts'
import { fullDate } from '../mail/dates.ts'
import { addRecipient, type Recipient } from '../mail/user-mail.ts'
import { fullNameOf } from '../tickets/ticket-rows.ts'
import { isKept, keptAs } from './mailed-messages.ts'
import { unsubscribeToken } from './preferences.ts'

// What the mail about a ticket and the digest of several have in common.

const texts = messages({
  machine: {
    tr: (machine: string, serial: string) => `Makine: ${machine}\nSeri no: ${serial}`,
    en: (machine: string, serial: string) => `Machine: ${machine}\nSerial number: ${serial}`,
  },
  priority: { tr: (name: string) => `Öncelik: ${name}`, en: (name: string) => `Priority: ${name}` },
  callBack: {
    tr: (number: string) => `Geri arama istendi: ${number}`,
    en: (number: string) => `Call-back requested: ${number}`,
  },
  openTicket: { tr: 'Talebi aç', en: 'Open the ticket' },
  wrote: { tr: (name: string) => `${name} yazdı`, en: (name: string) => `${name} wrote` },
  recorded: {
    tr: (name: string, recordedBy: string) => `${name} (kaydeden: ${recordedBy})`,
    en: (name: string, recordedBy: string) => `${name} (recorded by ${recordedBy})`,
  },
  wroteNote: {
    tr: (name: string) => `${name} bir iç not yazdı (yalnızca ekip görür)`,
    en: (name: string) => `${name} wrote an internal note (only the team sees it)`,
  },
  answerByMail: {
    tr: 'Bu e-postayı yanıtlayarak yazabilirsiniz; metniniz ve ekleriniz talebe eklenir.',
    en: 'Reply to this mail to answer; your text and attachments are added to the ticket.',
  },
  reopensByMail: {
    tr: (until: string) =>
      `Sorun sürüyorsa bu e-postayı yanıtlayın; talep yeniden açılır. Son tarih: ${until}.`,
    en: (until: string) =>
      `If the problem persists, reply to this mail by ${until}, and the ticket is reopened.`,
  },
  reopensInPortal: {
    tr: (until: string) =>
      `Sorun sürüyorsa talebin sayfasında yazın; talep yeniden açılır. Son tarih: ${until}.`,
    en: (until: string) =>
      `If the problem persists, write on the ticket’s page by ${until}, and it is reopened.`,
  },
  endedByMail: {
    tr: 'Bu talebe artık mesaj yazılamaz. Bu e-postayı yanıtlarsanız, size yanıtınızla hazırlanmış yeni bir talebin bağlantısı gelir.',
    en: 'No more messages can be written on this ticket. If you reply to this mail, you get a link to a new ticket that holds your reply.',
  },
  endedInPortal: {
    tr: 'Bu talebe artık mesaj yazılamaz. Devam etmek için yeni bir talep açın.',
    en: 'No more messages can be written on this ticket. To go on, open a new one.',
  },
  answerInPortal: {
    tr: 'Bu e-postaya yazılan yanıtlar talebe eklenmez; yanıtınızı talebin sayfasında yazın.',
    en: 'Replies to this mail do not reach the ticket; write your answer on the ticket’s page.',
  },
  endedForContact: {
    tr: 'Bu talebe artık mesaj yazılamaz. Bu e-postayı yanıtlarsanız ekibimiz okur ve size döner.',
    en: 'No more messages can be written on this ticket. If you reply to this mail, our team reads it and gets back to you.',
  },
  answerByTelephone: {
    tr: 'Bu e-postaya yazılan yanıtlar bize ulaşmaz; yanıtınızı telefonla bildirin.',
    en: 'Replies to this mail do not reach us; please answer by telephone.',
  },
  unsubscribe: {
    tr: (kinds: string) => `Bu tür e-postaları kapat (${kinds})`,
    en: (kinds: string) => `Turn off mails of this kind (${kinds})`,
  },
  mute: { tr: 'Yalnızca bu talebi sessize al', en: 'Mute this ticket only' },
  settings: { tr: 'Bildirim ayarları', en: 'Notification settings' },
})

/** Whether the notification's message came by mail. */
export const isByMail = (notification: string) => {
  const n = sql.table(notification)
  return sql<boolean>`exists (select from message_mails m where m.vendor_id = ${n}.vendor_id and m.message_id = ${n}.message_id)`
}

/** The text of the message or the note, or the names of its files where
 * it has none. Both are names of tables in the query. */
export const textOrFileNames = (message: string, note: string) => {
  const m = sql.table(message)
  const n = sql.table(note)
  return sql<string | null>`coalesce(nullif(coalesce(${m}.contents, ${n}.contents), ''), (
    select string_agg(f.file_name, ', ' order by f.id) from files f
     where f.vendor_id = app_vendor() and f.id in (
       select file_id from message_files a where a.vendor_id = app_vendor() and a.message_id = ${m}.id
        union all
       select file_id from note_files a where a.vendor_id = app_vendor() and a.note_id = ${n}.id)))`
}

const kindOfEvent = sql.ref('notifications.kind')
const isRetracted = sql<boolean>`(messages.date_retracted is not null)`

/** The events that mails will tell of and their readers have not read. */
export const unreadEvents = (db: Kysely<Schema>, mails: Value<string[]>) =>
  db
    .selectFrom('notifications')
    .leftJoinLateral(
      lookUp(db, 'messages', 'notifications.messageId')
        .select([
          'messages.vendorId',
          'messages.id',
          'messages.userId',
          'messages.recordedBy',
          'messages.contents',
          'messages.dateAdded',
          'messages.dateRetracted',
        ])
        .as('messages'),
      onTrue,
    )
    .leftJoinLateral(
      lookUp(db, 'ticketNotes', 'notifications.noteId')
        .select([
          'ticketNotes.id',
          'ticketNotes.userId',
          'ticketNotes.contents',
          'ticketNotes.dateAdded',
        ])
        .as('ticketNotes'),
      onTrue,
    )
    .leftJoinLateral(
      db
        .selectFrom('users')
        .where('users.vendorId', '=', sql.ref<string>('notifications.vendorId'))
        .where(
          'users.id',
          '=',
          sql<string>`coalesce(messages.user_id, ticket_notes.user_id, notifications.actor_id)`,
        )
        .select(fullNameOf('users').as('name'))
        .limit(sql.lit(1))
        .as('writer'),
      onTrue,
    )
    .where(sql<boolean>`notifications.mail_id = any(${mails}::uuid[])`)
    .where('notifications.dateRead', 'is', null)
    .where(({ or, eb }) => or([eb('messages.dateRetracted', 'is', null), isKept(kindOfEvent)]))
    .select([
      'notifications.mailId as mail',
      'notifications.id as event',
      sql<NotificationKind>`case when ${isRetracted} then ${keptAs(kindOfEvent)} else ${kindOfEvent} end`.as(
        'kind',
      ),
      'notifications.actorId as actor',
      'notifications.messageId',
      'notifications.noteId as note',
      sql<string>`coalesce(messages.date_added, ticket_notes.date_added, notifications.date_created)`.as(
        'dateCreated',
      ),
      sql<number>`count(*) over (partition by notifications.mail_id)::int`.as('count'),
      sql<
        string | null
      >`case when not ${isRetracted} then coalesce(messages.contents, ticket_notes.contents) end`.as(
        'message',
      ),
      textOrFileNames('messages', 'ticketNotes').as('summary'),
      isByMail('notifications').as('byMail'),
      sql<string>`coalesce(writer.name, '')`.as('name'),
      lookUp(db, 'users', 'messages.recordedBy')
        .select(fullNameOf('users').as('name'))
        .as('recordedByName'),
      sql<boolean>`messages.user_id is not distinct from notifications.user_id`.as('isOfReader'),
    ])

type AboutTicket = { machineName: string; serialNumber: string; priority: TicketPriority }

export const priorityName = (language: Language, priority: TicketPriority) =>
  priorityNames[language][priority]

/** The machine, and the priority where it is not the ordinary one. */
export const ticketLines = (
  language: Language,
  { machineName, serialNumber, priority }: AboutTicket,
) => {
  const t = texts(language)
  return [
    t.machine(machineName, serialNumber),
    ...(priority === 'normal' ? [] : [t.priority(priorityName(language, priority))]),
  ].join('\n')
}

/** For the team: whom to call, where the ticket's author asked for that. */
export const callBackLines = (
  { language, role }: Pick<Recipient, 'language' | 'role'>,
  { callBack }: { callBack: string },
) => (role === 'customer' || callBack === '' ? [] : [texts(language).callBack(callBack)])

export const openTicketLabel = (language: Language) => texts(language).openTicket

type Written = {
  name: string
  recordedByName?: string | null | undefined
  note?: string | null | undefined
}

export const writtenBy = (language: Language, { name, recordedByName, note }: Written) => {
  const t = texts(language)
  if (note) return t.wroteNote(name)
  return recordedByName ? t.recorded(name, recordedByName) : t.wrote(name)
}

/** What happened beside messages; null for a message or note. */
export const changeIn = (
  language: Language,
  { kind, ...event }: MailedEvent & { kind: NotificationKind },
) => changes[language][kind](event)

/** What the recipient's answer does, and where it belongs, where that is not the ordinary page. */
export function answerNote(
  {
    language,
    timeZone,
    role,
    isContact,
  }: Pick<Recipient, 'language' | 'timeZone' | 'role' | 'isContact'>,
  { status, dateReopenEnd }: { status: string; dateReopenEnd: string | null },
  isByMail: boolean,
): string | undefined {
  const t = texts(language)
  const isCustomer = role === 'customer'
  const isReopenable = dateReopenEnd !== null && Date.parse(dateReopenEnd) > Date.now()
  if (isCustomer && status === 'closed' && isReopenable) {
    const until = fullDate(dateReopenEnd, { language, timeZone })
    if (isByMail) return t.reopensByMail(until)
    return isContact ? undefined : t.reopensInPortal(until)
  }
  if (status !== 'archived') return isByMail ? t.answerByMail : undefined
  if (!isCustomer) return undefined
  if (isContact) return isByMail ? t.endedForContact : undefined
  return isByMail ? t.endedByMail : t.endedInPortal
}

/** Where an answer belongs, of a mail to which none can be sent. */
export const answersBelongElsewhere = ({
  language,
  isContact,
}: Pick<Recipient, 'language' | 'isContact'>) =>
  isContact ? texts(language).answerByTelephone : texts(language).answerInPortal

const mailNames = { tr: tr.notificationMails, en: en.notificationMails }
const changes = { tr: tr.mailedChanges, en: en.mailedChanges }
const priorityNames = { tr: prioritiesTr, en: prioritiesEn }

/** The links below each mail, and the address of the header that turns its kinds off;
 * a mail about one ticket can mute that, without a sign-in. */
export function settingsLinks(
  signing: Signing,
  portal: string,
  { vendor, user, ...about }: { vendor: string; user: string; ticket?: string },
  recipient: Recipient,
  kindsOfEvents: NotificationKind[],
) {
  const t = texts(recipient.language)
  const kinds = [...new Set(kindsOfEvents)]
  const names = kinds.map(kind => mailNames[recipient.language][kind])
  const addressOf = (token: string) =>
    `${portal}${paths.unsubscribe}?${new URLSearchParams({ token, language: recipient.language, mail: recipient.to.address })}`
  const unsubscribe = addressOf(unsubscribeToken(signing, { vendor, user, kinds }))
  const { ticket } = about
  const settings = addRecipient(`${portal}${paths.notificationSettings}`, recipient)
  return {
    unsubscribe,
    links: [
      ...(ticket === undefined
        ? []
        : [
            {
              label: t.mute,
              url: addressOf(unsubscribeToken(signing, { vendor, user, ticket })),
            },
          ]),
      { label: t.unsubscribe(names.join(', ')), url: unsubscribe },
      ...(recipient.isContact ? [] : [{ label: t.settings, url: settings }]),
    ],
  }
}

export const ticketPath = (role: string, company: string, ticket: string) =>
  paths.ticket(
    role === 'customer' ? 'account' : role === 'admin' ? 'admin' : 'staff',
    company,
    ticket,
  )
