import type { Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import {
  type Db,
  type Placeholders,
  prepareQuery,
  type QueryOf,
  type Value,
} from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

/** Whose rows a query reads: those of every company, or of a member's companies. */
export type Viewer = { of: 'team' } | { of: 'member'; userId: string }
/** The same in a query, which can be prepared for any member. */
export type ViewerOfQuery = { of: 'team' } | { of: 'member'; userId: Value<string> }

export const asTeam = { of: 'team' } as const
export const asMember = <U extends Value<string>>(userId: U) => ({ of: 'member', userId }) as const

const teamRoles: readonly string[] = ['operator', 'admin', 'staff'] satisfies Actor['role'][]

/** A user with any role but those of the team is a member. */
export const viewerOf = ({ userId, role }: { userId: string; role: string }): Viewer =>
  teamRoles.includes(role) ? asTeam : asMember(userId)

/** A query that is compiled twice: for the vendor's team, and for a member. */
export function prepareForViewer<P extends object, R>(
  build: (db: Kysely<Schema>, viewer: ViewerOfQuery, values: Placeholders<P>) => QueryOf<R>,
): (db: Db, viewer: Viewer, values: P) => Promise<R[]> {
  const readAsTeam = prepareQuery<P, R>((db, values) => build(db, asTeam, values))
  const readAsMember = prepareQuery<P & { memberId: string }, R>((db, values) =>
    build(db, asMember(values.memberId), values),
  )
  return (db, viewer, values) =>
    viewer.of === 'team'
      ? readAsTeam(db, values)
      : readAsMember(db, { ...values, memberId: viewer.userId })
}
