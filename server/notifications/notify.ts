import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import {
  type Database,
  type Db,
  type Placeholders,
  prepareQuery,
} from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { Events } from '../events/events.ts'
import { publish } from '../events/notices.ts'
import { addTicketMails } from '../mail/mail-queue.ts'
import { readFirstDomain } from '../vendors/portal.ts'
import { followMerges } from './follow-merge.ts'
import { isKept, keptAs } from './mailed-messages.ts'
import { queuePushes, readSubscriptions } from './push-subscriptions.ts'
import { readRecipients } from './read-recipients.ts'

type NotifyContext = { config: Config; database: Database }
export type ChangedTicket = { vendor: string } & Events['ticket.changed']

export async function notifyOfInfection(
  context: NotifyContext,
  { vendor, file, event }: { vendor: string } & Events['file.infected'],
) {
  const changes = await context.database.inVendor(vendor, async db => {
    const [messages, notes] = await Promise.all([findMessagesOf(db, file), findNotesOf(db, file)])
    const domain = await readFirstDomain(db)
    return [...messages, ...notes].map(found => ({ ...found, domain }))
  })
  for (const change of changes)
    await notifyOfChange(context, {
      vendor,
      event,
      kind: 'file.infected',
      ...change,
    })
}

const findMessagesOf = (db: Db, file: string) =>
  db
    .selectFrom('messageFiles')
    .innerJoin('messages', byId('messages', 'messageFiles.messageId'))
    .where('messageFiles.fileId', '=', file)
    .select(['messages.id as message', 'messages.ticketId as ticket'])
    .execute()

const findNotesOf = (db: Db, file: string) =>
  db
    .selectFrom('noteFiles')
    .innerJoin('ticketNotes', byId('ticketNotes', 'noteFiles.noteId'))
    .where('noteFiles.fileId', '=', file)
    .select(['ticketNotes.id as note', 'ticketNotes.ticketId as ticket'])
    .execute()

/** Stores a ticket's event for each user who is told of it, and
 * queues their mails. A repeated attempt notifies no user twice. */
export const notifyOfChange = (context: NotifyContext, change: ChangedTicket): Promise<void> =>
  notifyOfChanges(context, [change])

/** Several changes, in one transaction for each vendor. */
export async function notifyOfChanges(
  { config, database }: NotifyContext,
  changes: ChangedTicket[],
): Promise<void> {
  for (const [vendor, ofVendor] of Map.groupBy(changes, change => change.vendor))
    await database.inVendor(vendor, db => notify(db, config, ofVendor))
}

async function notify(db: Db, { notifyDelay }: Config, changes: ChangedTicket[]) {
  for (const { kind, ticket } of changes)
    if (kind === 'ticket.merged') await followMerges(db, ticket) // before its followers are read
  const { ofEach } = await db.inOrder({
    ofEach: () => Promise.all(changes.map(change => readTold(db, change))),
    setAnswered: () =>
      Promise.all(changes.filter(isMessage).map(change => setAnswered(db, change))),
  })
  const told = ofEach.flat()
  const { mails, jobs } = await addTicketMails(
    db,
    told.flatMap(({ mail, userId, ticket, domain }) => (mail ? { userId, ticket, domain } : [])),
    notifyDelay,
  )
  const mailOf = new Map(mails.map(({ id, userId, ticket }) => [`${userId} ${ticket}`, id]))
  const inBrowser = told.filter(({ browser }) => browser)
  const { stored, subscriptions } = await db.inOrder({
    queued: async () => jobs.length > 0 && db.jobs.send(db, 'ticket.news', {}, jobs, notifyDelay),
    stored: () =>
      storeNotifications(
        db,
        told.map(each => ({
          ...each,
          mailId: each.mail ? (mailOf.get(`${each.userId} ${each.ticket}`) ?? null) : null,
        })),
      ),
    subscriptions: () =>
      readSubscriptions(
        db,
        inBrowser.map(({ userId }) => userId),
      ),
  })
  const isStored = new Set(stored.map(({ userId, id }) => `${userId} ${id}`))
  const pushed = inBrowser.filter(({ userId, event }) => isStored.has(`${userId} ${event}`))
  await queuePushes(db, subscriptions, pushed, notifyDelay)
  for (const user of new Set(stored.map(({ userId }) => userId)))
    publish(db, { kind: 'notification', user })
}

async function readTold(db: Db, change: ChangedTicket) {
  const { kind, ticket, event, actor = null, note = null, assignee } = change
  const recipients = await readRecipients(
    db,
    { kind, ticket, event, actor, note },
    assignee ? [assignee] : null,
  )
  return recipients.map(recipient => ({ ...recipient, ...change }))
}

type WrittenMessage = ChangedTicket & { actor: string; message: string }
const isMessage = (change: ChangedTicket): change is WrittenMessage =>
  Boolean(change.message && change.actor)

/** Who writes on a ticket has read what they were told of before, but for what a mail will tell. */
async function setAnswered(db: Db, change: WrittenMessage): Promise<void> {
  const read = await setRead(db, change)
  if (read.length > 0) publish(db, { kind: 'notification', user: change.actor })
}

const setRead = prepareQuery((db, { actor, ticket, event }: Placeholders<WrittenMessage>) =>
  db
    .updateTable('notifications')
    .set({ dateRead: sql<string>`now()` })
    .where('userId', '=', actor)
    .where(
      'id',
      'in',
      db
        .selectFrom('notifications')
        .select('id')
        .where('userId', '=', actor)
        .where('ticketId', '=', ticket)
        .where('id', '<', event)
        .where('dateRead', 'is', null)
        .where('mailId', 'is', null)
        .orderBy('id')
        .forUpdate(),
    )
    .returning('id'),
)

/** Returns those that were not stored before: a mail of a repeated attempt tells of nothing. */
async function storeNotifications(
  db: Db,
  told: (ChangedTicket & { userId: string; mailId: string | null })[],
): Promise<{ userId: string; id: string }[]> {
  if (told.length === 0) return []
  const kind = sql.ref('told.kind')
  // a job that waited since version 0.2 has '' for what is absent
  const column = (name: keyof (typeof told)[number]) => told.map(each => each[name] || null)
  const { rows } = await sql<{ userId: string; id: string }>`
    insert into notifications (user_id, mail_id, id, ticket_id, kind, actor_id, message_id, note_id)
    select user_id, mail_id, id, ticket_id, case when retracted then ${keptAs(kind)} else kind end, actor,
           case when not retracted then message end, note
      from unnest(${column('userId')}::uuid[], ${column('mailId')}::uuid[], ${column('event')}::uuid[], ${column('ticket')}::uuid[],
                  ${column('kind')}::text[], ${column('actor')}::uuid[], ${column('message')}::uuid[],
                  ${column('note')}::uuid[])
        as told(user_id, mail_id, id, ticket_id, kind, actor, message, note)
     -- a message may be taken back before others are told of it
     cross join lateral (select exists (
       select from messages m where m.vendor_id = app_vendor() and m.id = told.message and m.date_retracted is not null)) as m(retracted)
     where not retracted or ${isKept(kind)}
        on conflict do nothing
    returning user_id, id`.execute(db)
  return rows
}

/** Lets `mail` tell of what the other mails would have told. Locks in the order of `markRead`. */
export async function moveNotifications(db: Db, mail: string, others: string[]): Promise<void> {
  const moved = sql<boolean>`mail_id = any(${others}::uuid[])`
  await db.selectFrom('notifications').select('id').where(moved).orderBy('id').forUpdate().execute()
  await db.updateTable('notifications').set({ mailId: mail }).where(moved).execute()
}
