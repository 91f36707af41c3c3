import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Presence } from '#contract/live.ts'
import type { Db } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Live } from '#platform/live/live.ts'
import { viewerOf } from '../companies/viewer.ts'
import { type Notices, presenceSeconds, publishPresence } from '../events/notices.ts'
import { fullNameOf } from '../tickets/ticket-rows.ts'
import { visibleTickets } from '../tickets/visible-tickets.ts'
import { isTeamOnline } from './team.ts'

/** Presence that ends later than this, in seconds, is not sent
 * again. Clients call each 20 s while others are present. */
const renewBelow = 30

/** Tells the others of the caller's presence, and returns theirs. @throws 404 */
export async function announcePresence(
  db: Db,
  live: Live,
  actor: Actor,
  ticket: string,
  state: 'viewing' | 'typing' | 'left',
): Promise<Presence> {
  const { company, customersSeePresence } = await findTicketWithSetting(db, actor, ticket)
  const isTeam = actor.role !== 'customer'
  const present = live
    .retained(db.vendorId, ticket)
    .map(({ notice, seconds }) => ({ ...(notice as unknown as Notices['presence']), seconds }))
  const own = present.find(({ user }) => user === actor.userId)
  const isTyping = state === 'typing'
  // Typing lasts a few seconds only, and the presence that one leaves may still be on its way here.
  const isKnown = state === 'viewing' && own?.isTyping === false && own.seconds > renewBelow
  if (!isKnown)
    publishPresence(
      db,
      {
        ticket,
        company,
        user: actor.userId,
        isTeam,
        isTyping,
        // customers learn of the team only
        isShownToCustomers: isTeam && customersSeePresence,
      },
      state === 'left',
    )

  const others = present.filter(
    ({ user, ...each }) =>
      user !== actor.userId && (isTeam || (each.isTeam && customersSeePresence)),
  )
  const shown = others.filter(each => isTeam || each.isTyping)
  const names = await namesOf(
    db,
    shown.map(({ user }) => user),
  )
  const seconds = others.map(each => each.seconds)
  // As if the team were there: the client repeats its presence, which the team still sees.
  if (!isTeam && !customersSeePresence) seconds.push(presenceSeconds.viewing)
  return {
    people: shown.flatMap(({ user, isTeam, isTyping }) => {
      const name = names.get(user)
      return name === undefined ? [] : [{ _id: user, name, isTeam, isTyping }]
    }),
    isTeamHere: others.some(each => each.isTeam),
    isTeamOnline: isTeam || isTeamOnline(live, db.vendorId),
    seconds: seconds.length > 0 ? Math.max(1, Math.ceil(Math.min(...seconds))) : null,
  }
}

const findTicketWithSetting = (db: Db, actor: Actor, ticket: string) =>
  visibleTickets(db, viewerOf(actor))
    .select([
      'tickets.companyId as company',
      sql<boolean>`(select customers_see_presence from vendors where vendor_id = app_vendor())`.as(
        'customersSeePresence',
      ),
    ])
    .where('tickets.id', '=', ticket)
    .executeTakeFirstOrThrow(notFound)

async function namesOf(db: Db, userIds: string[]) {
  if (userIds.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('users')
    .select(['id', fullNameOf('users').as('name')])
    .where('id', '=', sql<string>`any(${userIds})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
