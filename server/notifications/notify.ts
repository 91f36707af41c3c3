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
 * queues their mails. A repeated attempt notifies no user twice. */
export async function notifyOfChange(
  { config, database }: NotifyContext,
  change: TicketChange,
): Promise<void> {
  const { vendor, event, ticket, domain } = change
  const kind = change.kind as NotificationKind
  const actor = change.actor || null
  await database.inVendor(vendor, async db => {
    const recipients = await readRecipients(db, { kind, ticket, event, actor })
    const byMail = recipients.flatMap(({ userId, mail }) => (mail ? userId : []))
    const mails = await queueTicketMails(db, byMail, { ticket, domain }, config.notifyDelay)
    const mailOf = new Map(mails.map(({ id, userId }) => [userId, id]))
    const stored = await storeNotifications(
      db,
      recipients.map(({ userId }) => ({ userId, mailId: mailOf.get(userId) ?? null })),
      { id: event, ticketId: ticket, kind, actorId: actor, messageId: change.message || null },
    )
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

/** Returns the users who did not have the event: a mail of a repeated attempt tells of nothing. */
async function storeNotifications(
  db: Db,
  recipients: { userId: string; mailId: string | null }[],
  event: StoredEvent,
): Promise<Set<string>> {
  if (recipients.length === 0) return new Set()
  const { id, ticketId, kind, actorId, messageId } = event
  const [userIds, mailIds] = [
    recipients.map(({ userId }) => userId),
    recipients.map(({ mailId }) => mailId),
  ]
  const { rows } = await sql<{ userId: string }>`
    insert into notifications (user_id, mail_id, id, ticket_id, kind, actor_id, message_id)
    select user_id, mail_id, ${id}::uuid, ${ticketId}::uuid, ${kind}::text, ${actorId}::uuid, ${messageId}::uuid
      from unnest(${userIds}::uuid[], ${mailIds}::uuid[]) as recipient(user_id, mail_id)
        on conflict do nothing
    returning user_id`.execute(db)
  return new Set(rows.map(({ userId }) => userId))
}

/** Lets `mail` tell of what the other mails would have told. Locks in the order of `markRead`. */
export async function moveNotifications(db: Db, mail: string, others: string[]): Promise<void> {
  const moved = sql<boolean>`mail_id = any(${others}::uuid[])`
  await db.selectFrom('notifications').select('id').where(moved).orderBy('id').forUpdate().execute()
  await db.updateTable('notifications').set({ mailId: mail }).where(moved).execute()
}
