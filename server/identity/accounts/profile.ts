import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import type { AuditedField, FieldChange } from '#contract/audit.ts'
import { type Profile, type ProfileChange, startPageOf, startPagesOf } from '#contract/profile.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { changesOf } from '../../audit/changes.ts'
import { publishChangeTo } from '../../events/notices.ts'
import { addressOf } from '../../mail/address-of.ts'
import { companiesOf } from './accounts.ts'

export async function readProfile(
  db: Db,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
): Promise<Profile> {
  const [{ startPage, ...profile }, newEmail] = await Promise.all([
    ofUser(db, userId).executeTakeFirstOrThrow(),
    newEmailOf(db, userId).executeTakeFirst(),
  ])
  return { ...profile, newEmail: newEmail ?? null, startPage: startPageOf(role, startPage) }
}

const newEmailOf = (db: Db, userId: string) =>
  db
    .selectFrom('activations')
    .select([sql<string>`email`.as('address'), 'dateExpires'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'email')
    .where('dateExpires', '>', sql<string>`now()`)

const ofUser = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .select(['name', 'surname', 'phone', 'language', 'startPage', 'timeZone'])
    .select(addressOf('users').as('email'))
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
