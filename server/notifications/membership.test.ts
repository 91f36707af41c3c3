import { uuidv7 } from 'uuidv7'
import { describe, expect, test } from 'vitest'
import { isOfTeamOnly, type NotificationKind, notificationKinds } from '#contract/notifications.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { notifyOfChange } from './notify.ts'

// Who is told of an event on a ticket, of users with every membership,
// role, relation to the ticket and scope: read from the database.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { owner, platform } = portal

const memberships = [
  'member',
  'former member',
  'of another company',
  'of both',
  'invited',
  'staff',
  'admin',
  'operator',
  'former staff',
  'invited staff',
  'of another vendor',
] as const
const relations = ['none', 'writer', 'follower', 'muted'] as const
const scopes = ['default', 'all', 'own company', 'other company'] as const
type Reader = {
  userId: string
  membership: (typeof memberships)[number]
  relation: (typeof relations)[number]
  scope: (typeof scopes)[number]
}

const own = await fixtures.ticket()
const [other, foreign] = [
  await fixtures.ticket(await fixtures.company(own)),
  await fixtures.ticket(),
]
await waitForReactions(owner)
const readers: Reader[] = []
for (const membership of memberships)
  for (const relation of relations)
    for (const scope of scopes) readers.push({ userId: uuidv7(), membership, relation, scope })

/** Of what a reader was before they lost it, the writing and following stays. */
async function store({ userId, membership, relation, scope }: Reader) {
  const vendorId = membership === 'of another vendor' ? foreign.vendorId : own.vendorId
  const role =
    /^(staff|admin|operator)$/.exec(membership)?.[0] ??
    (/^invited staff|another vendor/.test(membership) ? 'staff' : 'customer')
  const hasPassword = !membership.startsWith('invited')
  const operator = role === 'operator' ? await operatorId() : null
  await owner.query(
    'insert into users (vendor_id, id, email, password_hash, name, role, operator_id) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      vendorId,
      userId,
      `${userId}@tezgah.test`,
      hasPassword && !operator ? 'x' : null,
      membership,
      role,
      operator,
    ],
  )
  if (['member', 'of both', 'invited'].includes(membership))
    await fixtures.join(own.vendorId, userId, own.companyId)
  if (['of another company', 'of both'].includes(membership))
    await fixtures.join(own.vendorId, userId, other.companyId)
  if (vendorId !== own.vendorId) return
  if (relation === 'writer')
    await owner.query(
      "insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents) values ($1, $2, $3, $4, $5, 'Merhaba')",
      [vendorId, uuidv7(), own.ticketId, userId, role !== 'customer'],
    )
  if (relation === 'follower' || relation === 'muted')
    await owner.query(
      'insert into ticket_follows (vendor_id, ticket_id, user_id, follows) values ($1, $2, $3, $4)',
      [vendorId, own.ticketId, userId, relation === 'follower'],
    )
  if (scope !== 'default')
    await owner.query(
      'insert into notification_scopes (vendor_id, user_id, scope, companies) values ($1, $2, $3, $4)',
      [
        vendorId,
        userId,
        scope === 'all' ? 'all' : 'companies',
        scope === 'all' ? [] : [scope === 'own company' ? own.companyId : other.companyId],
      ],
    )
}

async function operatorId() {
  const email = await fixtures.operator()
  return (
    await owner.query('select id from users where email = $1 and operator_id is null', [email])
  ).rows[0].id
}

/** The ticket is taken: colleagues have written on it and follow it. */
function isNotified({ membership, relation, scope }: Reader, kind: NotificationKind): boolean {
  const isColleague = membership === 'staff' || membership === 'admin'
  const isMember = membership === 'member' || membership === 'of both'
  if (relation === 'muted' || !(isColleague || isMember)) return false
  if (kind === 'ticket.noted') return isColleague && relation === 'follower'
  if (isOfTeamOnly(kind)) return false
  const isForTheTeam =
    kind === 'ticket.opened' ||
    kind === 'ticket.written' ||
    kind === 'ticket.reopened' ||
    kind === 'file.infected'
  const isInChosenScope =
    scope === 'all' || scope === 'own company' || (scope === 'default' && relation !== 'none')
  if (isColleague && isForTheTeam && isInChosenScope) return true
  return relation === 'follower' || (relation === 'writer' && kind !== 'ticket.opened')
}

for (const reader of readers) await store(reader)

async function notify(kind: NotificationKind, assignee?: string) {
  const event = uuidv7()
  const change = {
    vendor: own.vendorId,
    event,
    kind,
    ticket: own.ticketId,
    domain: own.domain,
    ...(assignee && { assignee }),
  }
  await notifyOfChange({ config: platform.config, database: platform.database }, change)
  const { rows } = await owner.query('select user_id from notifications where id = $1', [event])
  return new Set(rows.map(({ user_id }) => user_id as string))
}

describe.each(notificationKinds)('%s', kind => {
  test('reaches those authorised to open the ticket and concerned, and no former member, other company or other vendor', async () => {
    const notified = await notify(kind)
    const wrong = readers.filter(reader => notified.has(reader.userId) !== isNotified(reader, kind))
    expect(wrong).toEqual([])
  })
})

test('an assignment reaches its assignee, as long as they are of the team, also who muted the ticket', async () => {
  const assign = 'update ticket_states set assignee_id = $2 where ticket_id = $1'
  const wrong: Reader[] = []
  for (const reader of readers) {
    if (reader.membership === 'of another vendor') continue
    const { userId, membership } = reader
    await owner.query(assign, [own.ticketId, userId])
    const isColleague = membership === 'staff' || membership === 'admin'
    const expected = isColleague ? [userId] : []
    const notified = [...(await notify('ticket.assigned', userId))]
    if (JSON.stringify(notified) !== JSON.stringify(expected)) wrong.push(reader)
  }
  expect(wrong).toEqual([])
  const [former, current] = readers.filter(({ membership }) => membership === 'staff')
  await owner.query(assign, [own.ticketId, current?.userId])
  expect(await notify('ticket.assigned', former?.userId)).toEqual(new Set())
  await owner.query(assign, [own.ticketId, null])
})

test('the end of a snooze reaches who snoozed the ticket, as long as they are of the team and have not muted it', async () => {
  const wrong: Reader[] = []
  for (const reader of readers) {
    if (reader.membership === 'of another vendor') continue
    const { userId, membership, relation } = reader
    await owner.query('delete from ticket_changes where ticket_id = $1', [own.ticketId])
    await owner.query(
      "insert into ticket_changes (vendor_id, id, ticket_id, status, user_id, date_snoozed, date_changed) values ($1, $2, $3, 'snoozed', $4, now(), now())",
      [own.vendorId, uuidv7(), own.ticketId, userId],
    )
    const isColleague = membership === 'staff' || membership === 'admin'
    const expected = isColleague && relation !== 'muted' ? [userId] : []
    const notified = [...(await notify('ticket.unsnoozed'))]
    if (JSON.stringify(notified) !== JSON.stringify(expected)) wrong.push(reader)
  }
  expect(wrong).toEqual([])
})

test('no user is told of a ticket whose company has been removed', async () => {
  await owner.query('update companies set date_removed = now() where id = $1', [own.companyId])
  for (const kind of notificationKinds) expect(await notify(kind)).toEqual(new Set())
})
