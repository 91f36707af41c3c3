import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { LiveEvent } from '#contract/live.ts'
import {
  type Database,
  type Db,
  type Placeholders,
  prepareQuery,
} from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import type { Access, LiveNotice, Rules } from '#platform/live/notice.ts'
import type { PublishedNotice } from '../events/notices.ts'
import { openTeamAnnouncer } from './team.ts'

/** `companies` are those whose tickets the user may see; null: all of the vendor. */
export type LiveAccess = Access & { userId: string; companies: ReadonlySet<string> | null }

export function liveRules(database: Database): Rules<LiveAccess> {
  const announceTeam = openTeamAnnouncer(database)
  return {
    async readAccess(vendorId, sessionIds) {
      const accesses = await database.readVendor(vendorId, db => readAccess(db, sessionIds))
      if ([...accesses.values()].some(({ key }) => key === 'staff' || key === 'admin'))
        announceTeam(vendorId)
      return accesses
    },
    eventFor: (notice, access) => eventFor(asPublished(notice), access),
    usersWithNewAccess(notice) {
      const published = asPublished(notice)
      return published.kind === 'access' ? published.users : []
    },
  }
}

const asPublished = (notice: LiveNotice) => notice as unknown as PublishedNotice

export function eventFor(
  notice: PublishedNotice,
  { key, userId, companies }: Omit<LiveAccess, 'secondsLeft'>,
): LiveEvent | null {
  const canSee = (company: string) => companies === null || companies.has(company)
  switch (notice.kind) {
    case 'ticket':
      return canSee(notice.company)
        ? { kind: 'ticket', ticket: notice.ticket, company: notice.company }
        : null
    case 'note': // for the team
      return companies === null
        ? { kind: 'ticket', ticket: notice.ticket, company: notice.company }
        : null
    case 'mailed':
    case 'ownTicket': {
      const isOwn = notice.user === userId && canSee(notice.company)
      return isOwn ? { kind: notice.kind, ticket: notice.ticket, company: notice.company } : null
    }
    case 'change':
      return companies === null || notice.companies.some(canSee) ? { kind: 'change' } : null
    case 'mail':
      return key === 'admin' || key === 'operator' ? { kind: 'mail' } : null
    case 'notification':
      return notice.user === userId ? { kind: 'notification' } : null
    case 'presence': {
      const isVisible =
        canSee(notice.company) &&
        (companies === null || notice.isShownToCustomers) &&
        notice.user !== userId
      return isVisible ? { kind: 'presence', ticket: notice.ticket } : null
    }
    case 'access':
    case 'team':
      return null // of instances and streams, not of pages
  }
}

async function readAccess(db: Db, sessionIds: string[]) {
  const rows = await accessOf(db, { sessionIds })
  return new Map(
    rows.map(({ id, userId, role, companies, secondsLeft }): [string, LiveAccess] => {
      const isCustomer = role === 'customer'
      const key = isCustomer
        ? createHash('sha256').update(companies.join()).digest('base64url')
        : role
      return [id, { key, secondsLeft, userId, companies: isCustomer ? new Set(companies) : null }]
    }),
  )
}

const accessOf = prepareQuery((db, { sessionIds }: Placeholders<{ sessionIds: string[] }>) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', byId('users', 'sessions.userId'))
    .where('sessions.vendorId', '=', sql<string>`app_vendor()`)
    .where('sessions.id', '=', sql<string>`any(${sessionIds}::uuid[])`)
    .where('sessions.dateExpires', '>', sql<string>`now()`)
    .select([
      'sessions.id',
      'users.id as userId',
      'users.role',
      sql<number>`extract(epoch from sessions.date_expires - now())::float8`.as('secondsLeft'),
      sql<string[]>`array(select company_id::text from memberships
         where memberships.vendor_id = users.vendor_id and memberships.user_id = users.id order by company_id)`.as(
        'companies',
      ),
    ]),
)
