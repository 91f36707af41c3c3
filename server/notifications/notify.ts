import { sql } from 'kysely'
import type { NotificationKind } from '#contract/notifications.ts'
import type { Config } from '#platform/config/config.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { Events } from '../events/events.ts'
import { publish } from '../events/notices.ts'
import { queueTicketMails } from '../mail/mail-queue.ts'
import { readFirstDomain } from '../vendors/portal.ts'
import { queuePushes } from './push-subscriptions.ts'
import { readRecipients } from './read-recipients.ts'

type NotifyContext = { config: Config; database: Database }
type TicketChange = { vendor: string } & Events['ticket.changed']

export async function notifyOfInfection(
  context: NotifyContext,
  { vendor, file, event }: { vendor: string } & Events['file.infected'],
) {
  const ticketOfFile = await context.database.inVendor(vendor, async db => {
    const message = await db
      .selectFrom('messageFiles')
      .innerJoin('messages', byId('messages', 'messageFiles.messageId'))
      .where('messageFiles.fileId', '=', file)
      .select(['messages.id as message', 'messages.ticketId as ticket'])
      .executeTakeFirst()
    return message && { ...message, domain: await readFirstDomain(db) }
  })
  if (ticketOfFile)
    await notifyOfChange(context, {
      vendor,
      event,
      kind: 'file.infected',
      actor: '',
      ...ticketOfFile,
    })
}

/** Stores a ticket's event for each user who is told of it, and
 * queues their mails. A repeated attempt changes nothing. */
export async function notifyOfChange(
  { config, database }: NotifyContext,
  change: TicketChange,
): Promise<void> {
  const { vendor, event, ticket, domain } = change
  const kind = change.kind as NotificationKind
  const actor = change.actor || null
  await database.inVendor(vendor, async db => {
    const recipients = await readRecipients(db, { kind, ticket, event, actor })
    const stored = await storeNotifications(db, recipients, {
      id: event,
      ticketId: ticket,
      kind,
      actorId: actor,
      messageId: change.message || null,
    })
    const byMail = recipients
      .filter(({ userId, mail }) => mail && stored.has(userId))
      .map(({ userId }) => userId)
    const mails = await queueTicketMails(db, byMail, { ticket, domain }, config.notifyDelay)
    await setMails(db, event, mails)
    const inBrowser = recipients
      .filter(({ userId, browser }) => browser && stored.has(userId))
      .map(({ userId }) => userId)
    await queuePushes(db, inBrowser, event, config.notifyDelay)
    for (const user of stored) publish(db, { kind: 'notification', user })
  })
}

type StoredEvent = {
  id: string
  ticketId: string
  kind: NotificationKind
  actorId: string | null
  messageId: string | null
}

async function storeNotifications(
  db: Db,
  recipients: { userId: string }[],
  event: StoredEvent,
): Promise<Set<string>> {
  if (recipients.length === 0) return new Set()
  const { id, ticketId, kind, actorId, messageId } = event
  const { rows } = await sql<{ userId: string }>`
    insert into notifications (user_id, id, ticket_id, kind, actor_id, message_id)
    select user_id, ${id}::uuid, ${ticketId}::uuid, ${kind}::text, ${actorId}::uuid, ${messageId}::uuid
      from unnest(${recipients.map(({ userId }) => userId)}::uuid[]) as user_id
        on conflict do nothing
    returning user_id`.execute(db)
  return new Set(rows.map(({ userId }) => userId))
}

/** Lets `mail` tell of what the other mails would have told. */
export async function moveNotifications(db: Db, mail: string, others: string[]): Promise<void> {
  await db
    .updateTable('notifications')
    .set({ mailId: mail })
    .where(sql<boolean>`mail_id = any(${others}::uuid[])`)
    .execute()
}

async function setMails(
  db: Db,
  event: string,
  mails: { id: string; userId: string }[],
): Promise<void> {
  if (mails.length === 0) return
  await sql`
    update notifications set mail_id = m.id
      from unnest(${mails.map(({ id }) => id)}::uuid[], ${mails.map(({ userId }) => userId)}::uuid[]) as m(id, user_id)
     where notifications.vendor_id = app_vendor() and notifications.id = ${event} and notifications.user_id = m.user_id`.execute(
    db,
  )
}
