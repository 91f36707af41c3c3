import { sql } from 'kysely'
import { notificationSentences as en } from '#contract/notifications.en.ts'
import { notificationSentences as tr } from '#contract/notifications.tr.ts'
import type { NotificationKind } from '#contract/notifications.ts'
import type { PushPayload } from '#contract/push.ts'
import { ticketName, ticketNumber } from '#contract/text/ticket-names.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { Push } from '#platform/push/push.ts'
import { viewerOf } from '../companies/viewer.ts'
import type { Events } from '../events/events.ts'
import { fullNameOf } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { textOrFileNames, ticketPath } from './mail-events.ts'
import { readRecipient } from './read-recipients.ts'

/** In seconds; a push that is older is neither kept by the push service nor sent. */
const lifetime = 86_400

/** Characters of a message; a payload has at most 4 KB (RFC 8291). */
const longestExcerpt = 200

const sentences = { tr, en }

type Context = { database: Database; push: Push; signing: Signing }

/** Pushes to one browser, unless the user has read it, does
 * not want it any more, or may no longer open the ticket. */
export async function sendPush(
  { database, push, signing }: Context,
  { vendor, subscription, event }: { vendor: string } & Events['push.queued'],
) {
  const due = await database.inVendor(vendor, db => readDue(db, subscription, event))
  if (!due) return
  // the push service learns no id
  const topic = signing.sign('push', vendor, due.payload.tag).slice(0, 32)
  const outcome = await push.send(due, { payload: JSON.stringify(due.payload), topic, lifetime })
  if (outcome === 'sent') return
  await database.inVendor(vendor, db =>
    db
      .deleteFrom('pushSubscriptions')
      .where('id', '=', subscription)
      .where('p256dh', '=', due.p256dh)
      .execute(),
  )
}

async function readDue(db: Db, subscription: string, event: string) {
  const row = await findDue(db, subscription, event)
  if (!row) return null
  const { endpoint, p256dh, auth, language, role, userId, vendorName, actorName, actor } = row
  const kind = row.kind as NotificationKind
  const about = { kind, ticket: row.ticketId, event, actor, note: row.noteId }
  const recipient = await readRecipient(db, userId, about)
  if (!recipient?.browser) return null
  const ticket = await visibleTickets(db, viewerOf({ userId, role }))
    .where('tickets.id', '=', row.ticketId)
    .select(['tickets.companyId', 'tickets.number', 'tickets.title'])
    .executeTakeFirst()
  if (!ticket) return null
  const what = sentences[language][kind](actorName ?? '')
  const payload: PushPayload = {
    title: vendorName.slice(0, 200),
    body: row.pushText
      ? [`${what}: ${ticketName(ticket)}`, row.text ?? ''].join('\n').trim()
      : `${ticketNumber(ticket.number)}: ${what}`,
    path: `${ticketPath(role, ticket.companyId, row.ticketId)}${anchorOf(row.messageId ?? row.noteId)}`,
    tag: row.ticketId,
  }
  return { endpoint, p256dh, auth, payload }
}

const anchorOf = (id: string | null) => (id === null ? '' : `#${id}`)

const findDue = (db: Db, subscription: string, event: string) =>
  db
    .selectFrom('pushSubscriptions as s')
    .innerJoin('users as u', byId('u', 's.userId'))
    .innerJoin('vendors as v', 'v.vendorId', 's.vendorId')
    .innerJoin('notifications as n', join =>
      join
        .onRef('n.vendorId', '=', 's.vendorId')
        .onRef('n.userId', '=', 's.userId')
        .on('n.id', '=', event),
    )
    .leftJoin('notificationScopes as o', join =>
      join.onRef('o.vendorId', '=', 's.vendorId').onRef('o.userId', '=', 's.userId'),
    )
    .leftJoin('users as a', byId('a', 'n.actorId'))
    .leftJoin('messages as m', byId('m', 'n.messageId'))
    .leftJoin('ticketNotes as note', byId('note', 'n.noteId'))
    .where('s.id', '=', subscription)
    .where('n.dateRead', 'is', null)
    .where('n.dateCreated', '>', sql<string>`now() - make_interval(secs => ${lifetime})`)
    .select([
      's.endpoint',
      's.p256dh',
      's.auth',
      's.userId',
      'u.language',
      'u.role',
      'v.name as vendorName',
      'n.kind',
      'n.ticketId',
      'n.messageId',
      'n.noteId',
      'n.actorId as actor',
      fullNameOf('a').as('actorName'),
      sql<boolean>`coalesce(o.push_text, false)`.as('pushText'),
      sql<string | null>`left(${textOrFileNames('m', 'note')}, ${longestExcerpt})`.as('text'),
    ])
    .executeTakeFirst()
