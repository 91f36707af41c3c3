import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { Presence } from '#contract/live.ts'
import type { Db } from '#platform/database/database.ts'
import type { Live } from '#platform/live/live.ts'
import { type Notices, publishPresence } from '../events/notices.ts'
import { fullNameOf } from '../tickets/ticket-rows.ts'
import { findTicket } from '../tickets/ticket-scope.ts'
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
  const { company } = await findTicket(db, actor, ticket)
  const isTeam = actor.role !== 'customer'
  const present = live
    .retained(db.vendorId, ticket)
    .map(({ notice, seconds }) => ({ ...(notice as unknown as Notices['presence']), seconds }))
  const own = present.find(({ user }) => user === actor.userId)
  const isTyping = state === 'typing'
  const isKnown =
    state === 'left' ? !own : own?.isTyping === isTyping && (isTyping || own.seconds > renewBelow)
  if (!isKnown || isTyping)
    publishPresence(db, { ticket, company, user: actor.userId, isTeam, isTyping }, state === 'left')

  const others = present.filter(({ user }) => user !== actor.userId)
  const shown = others.filter(each => isTeam || (each.isTeam && each.isTyping))
  const names = await namesOf(
    db,
    shown.map(({ user }) => user),
  )
  const seconds = others.filter(each => isTeam || each.isTeam).map(each => each.seconds)
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

async function namesOf(db: Db, userIds: string[]) {
  if (userIds.length === 0) return new Map<string, string>()
  const rows = await db
    .selectFrom('users')
    .select(['id', fullNameOf('users').as('name')])
    .where('id', '=', sql<string>`any(${userIds})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
