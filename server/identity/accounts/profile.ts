import type { Actor } from '#contract/actor.ts'
import type { AuditedField, FieldChange } from '#contract/audit.ts'
import { type Profile, type ProfileChange, startPageOf, startPagesOf } from '#contract/profile.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { changesOf } from '../../audit/changes.ts'
import { publishChangeTo } from '../../events/notices.ts'

export async function readProfile(
  db: Db,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
): Promise<Profile> {
  const { startPage, ...profile } = await ofUser(db, userId).executeTakeFirstOrThrow()
  return { ...profile, startPage: startPageOf(role, startPage) }
}

const ofUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['email', 'name', 'surname', 'phone', 'language', 'startPage'])
    .where('id', '=', id)

/** @throws 400 for a start page that the user's role does not have */
export async function changeProfile(
  db: Db,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
  change: ProfileChange,
): Promise<FieldChange[]> {
  const { startPage } = change
  const offered = startPagesOf(role)
  if (startPage && !offered.includes(startPage))
    throw invalid([
      {
        path: ['startPage'],
        message: 'startPage',
        code: 'invalid_value',
        input: startPage,
        values: offered,
      },
    ])
  const { before } = await db.inOrder({
    before: () => ofUser(db, userId).forNoKeyUpdate().executeTakeFirstOrThrow(),
    update: () => db.updateTable('users').set(change).where('id', '=', userId).execute(),
  })
  const changes = changesOf(before, change)
  if (changes.some(({ field }) => seenByOthers.has(field)))
    publishChangeTo(db, await companiesOf(db, userId))
  return changes
}

const seenByOthers: ReadonlySet<AuditedField> = new Set(['name', 'surname', 'phone'])

async function companiesOf(db: Db, userId: string) {
  const rows = await db
    .selectFrom('memberships')
    .select('companyId')
    .where('userId', '=', userId)
    .execute()
  return rows.map(({ companyId }) => companyId)
}
