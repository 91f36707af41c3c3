import type { Actor } from '#contract/actor.ts'
import {
  defaultScope,
  type Following,
  isOfTeamOnly,
  type NotificationKind,
  type NotificationScope,
  notificationKinds,
  type Preferences,
  type PreferencesChange,
  type ScopeChange,
  splitUnsubscribeToken,
  type Unsubscription,
} from '#contract/notifications.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { inTurkishCollation } from '#platform/database/lists.ts'
import { invalid, notFound } from '#platform/errors.ts'
import { clearUndeliverable, isUndeliverable } from '../mail/undeliverable.ts'
import { preferenceOf } from './recipients.ts'

export async function readPreferences(
  db: Db,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
): Promise<Preferences> {
  const [changed, scope] = await Promise.all([
    db
      .selectFrom('preferences')
      .where('userId', '=', userId)
      .select(['kind', 'mail', 'browser'])
      .execute(),
    db
      .selectFrom('notificationScopes')
      .where('userId', '=', userId)
      .select(['scope', 'companies', 'pushText'])
      .executeTakeFirst(),
  ])
  const byKind = new Map(changed.map(preference => [preference.kind, preference]))
  return {
    kinds: notificationKinds
      .filter(kind => role !== 'customer' || !isOfTeamOnly(kind))
      .map(kind => ({
        kind,
        ...preferenceOf(kind, byKind.get(kind) ?? { mail: null, browser: null }),
      })),
    scope: role === 'customer' ? null : (scope?.scope ?? defaultScope),
    companies: await knownCompanies(db, scope?.companies ?? []),
    pushText: scope?.pushText ?? false,
    undeliverable: await isUndeliverable(db, userId),
  }
}

export async function changePreferences(
  db: Db,
  actor: Actor,
  { kinds = [], pushText }: PreferencesChange,
): Promise<Preferences> {
  if (kinds.length > 0) await storePreferences(db, actor.userId, kinds)
  if (pushText !== undefined) await storeScope(db, actor.userId, { pushText })
  return readPreferences(db, actor)
}

export async function resumeMails(db: Db, actor: Actor): Promise<Preferences> {
  await clearUndeliverable(db, actor.userId)
  return readPreferences(db, actor)
}

/** @throws 404 for an unknown company */
export async function changeScope(
  db: Db,
  actor: Actor,
  { scope, companies }: ScopeChange,
): Promise<Preferences> {
  const known = companies && (await knownCompanies(db, companies))
  if (companies && known?.length !== new Set(companies).size) throw notFound()
  await storeScope(db, actor.userId, {
    scope,
    ...(known && { companies: known.map(({ _id }) => _id) }),
  })
  return readPreferences(db, actor)
}

type ChangedScope = {
  scope?: NotificationScope
  companies?: string[]
  pushText?: boolean
  pushEnded?: string
}

export const storeScope = (db: Db, userId: string, change: ChangedScope) =>
  db
    .insertInto('notificationScopes')
    .values({ userId, scope: defaultScope, ...change })
    .onConflict(conflict => conflict.columns(['vendorId', 'userId']).doUpdateSet(change))
    .execute()

/** Later entries of a kind win. */
async function storePreferences(db: Db, userId: string, kinds: Preferences['kinds']) {
  const byKind = new Map(kinds.map(preference => [preference.kind, preference]))
  await db
    .insertInto('preferences')
    .values(Array.from(byKind.values(), preference => ({ userId, ...preference })))
    .onConflict(conflict =>
      conflict.columns(['vendorId', 'userId', 'kind']).doUpdateSet(eb => ({
        mail: eb.ref('excluded.mail'),
        browser: eb.ref('excluded.browser'),
      })),
    )
    .execute()
}

/** Without removed companies and those of another vendor. */
async function knownCompanies(db: Db, ids: string[]): Promise<Preferences['companies']> {
  if (ids.length === 0) return []
  const rows = db.selectFrom('companies').where('id', 'in', ids).where('dateRemoved', 'is', null)
  return rows.select(['id as _id', 'name']).orderBy(inTurkishCollation('name')).execute()
}

type UnsubscribeLink = { vendor: string; user: string } & (
  | { kinds: NotificationKind[] }
  | { ticket: string }
)

/** The token of a mail's unsubscribe link, for its recipient: it turns off
 * the mails of these kinds, or mutes the ticket. */
export const unsubscribeToken = (
  signing: Signing,
  { vendor, user, ...about }: UnsubscribeLink,
): string => {
  const names = 'kinds' in about ? about.kinds.join('-') : `mute:${about.ticket}`
  return `${user}.${names}.${signing.sign('unsubscribe', vendor, user, names)}`
}

/** Turns on again with `undo`. Returns whether the token is that of
 * a ticket. @throws 400 for a token that no mail of this vendor has */
export async function unsubscribe(
  db: Db,
  signing: Signing,
  { token, undo = false }: Unsubscription,
): Promise<{ isOfTicket: boolean }> {
  const { user, names, ticket, signature } = splitUnsubscribeToken(token)
  if (!signing.isValidSignature(signature, 'unsubscribe', db.vendorId, user, names))
    throw invalid('unsubscribeLinkInvalid')
  if (ticket !== null) {
    await storeFollowing(db, user, ticket, undo ? 'default' : 'mute')
    return { isOfTicket: true }
  }
  const current = await readPreferences(db, { userId: user, role: 'staff' }) // of every kind
  const kinds = names.split('-')
  await storePreferences(
    db,
    user,
    current.kinds
      .filter(({ kind }) => kinds.includes(kind))
      .map(preference => ({ ...preference, mail: undo })),
  )
  return { isOfTicket: false }
}

export async function storeFollowing(
  db: Db,
  userId: string,
  ticketId: string,
  following: Following,
): Promise<void> {
  if (following === 'default') {
    await db
      .deleteFrom('ticketFollows')
      .where('ticketId', '=', ticketId)
      .where('userId', '=', userId)
      .execute()
    return
  }
  const follows = following === 'follow'
  await db
    .insertInto('ticketFollows')
    .values({ ticketId, userId, follows })
    .onConflict(conflict =>
      conflict.columns(['vendorId', 'ticketId', 'userId']).doUpdateSet({ follows }),
    )
    .execute()
}
