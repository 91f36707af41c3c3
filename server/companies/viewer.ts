import type { Compilable, Kysely } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

/** Whose rows a query reads: those of every company, or of a member's companies. */
export type Viewer = { of: 'team' } | { of: 'member'; userId: string }

export const asTeam: Viewer = { of: 'team' }
export const asMember = (userId: string): Viewer => ({ of: 'member', userId })

const teamRoles: readonly string[] = ['operator', 'admin', 'staff'] satisfies Actor['role'][]

/** A user with any role but those of the team is a member. */
export const viewerOf = ({ userId, role }: { userId: string; role: string }): Viewer =>
  teamRoles.includes(role) ? asTeam : asMember(userId)

/** A query that is compiled twice: for the vendor's team, and for a member. */
export function prepareForViewer<P extends object, R>(
  build: (db: Kysely<Schema>, viewer: Viewer, values: P) => Compilable<R>,
): (db: Db, viewer: Viewer, values: P) => Promise<R[]> {
  const readAsTeam = prepareQuery((db, values: P) => build(db, asTeam, values))
  const readAsMember = prepareQuery((db, values: P & { memberId: string }) =>
    build(db, asMember(values.memberId), values),
  )
  return (db, viewer, values) =>
    viewer.of === 'team'
      ? readAsTeam(db, values)
      : readAsMember(db, { ...values, memberId: viewer.userId })
}
