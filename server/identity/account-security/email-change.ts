import { sql } from 'kysely'
import type { FieldChange } from '#contract/audit.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import type { Source } from '#platform/http/source.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import { changeOf } from '../../audit/changes.ts'
import { queueMail } from '../../mail/mail-queue.ts'
import { changeAddress } from '../accounts/accounts.ts'
import { createActivation, hashOf, type Link } from '../passwords/activations.ts'
import { endSessions, lockUser, readAuditActor } from '../sessions/sessions.ts'

type Request = {
  signing: Signing
  domain: string
  source: Source
  /** an administrator's name; empty where users ask themselves */
  by: string
}

/** Mails a link to the new address of an active user, and a notice to the present one. Only
 * the job looks whether another account has it, so that the answer does not tell.
 * @throws 400 for the present address */
export async function requestEmail(
  db: Db,
  userId: string,
  email: string,
  { signing, domain, source, by }: Request,
): Promise<FieldChange[]> {
  const [user] = await lockUser(db, userId)
  if (!user || user.email === email) throw invalid([{ path: ['email'], message: 'ownEmail' }])
  const activation = await createActivation(db, signing, userId, 'email', email)
  await queueMail(db, 'email.confirmation', userId, { activation, domain, to: email })
  await notify(db, userId, { change: 'asked', to: user.email, email, by }, { domain, source })
  return [changeOf('unconfirmedEmail', null, email)]
}

/** Ends the link to a new address. */
export async function cancelEmail(db: Db, userId: string): Promise<FieldChange[]> {
  await lockUser(db, userId)
  const ended = await db
    .deleteFrom('activations')
    .where('userId', '=', userId)
    .where('purpose', '=', 'email')
    .returning('email')
    .execute()
  return ended.map(({ email }) => changeOf('unconfirmedEmail', email, null))
}

/** The link to a new address at this vendor, expired or not, or null. */
export async function findEmailLink(db: Db, { token, email }: Link) {
  const found = await db
    .selectFrom('activations')
    .select(['id', 'userId', sql<string>`email`.as('email')])
    .select(sql<boolean>`date_expires <= now()`.as('expired'))
    .where('email', '=', canonicalAddress(email))
    .where('tokenHash', '=', hashOf(token))
    .executeTakeFirst()
  return found ?? null
}

type Confirmation = { domain: string; source: Source; session: string | null }

/** Ends the user's sessions, except `session`. Returns the new address, or null for an
 * unknown or used link. @throws 400 for an expired one, 409 where the address was taken since */
export async function confirmEmail(
  db: Db,
  link: Link,
  { domain, source, session }: Confirmation,
): Promise<string | null> {
  const found = await findEmailLink(db, link)
  if (!found) return null
  if (found.expired) throw invalid('linkExpired')
  const { userId, email } = found
  const [user] = await lockUser(db, userId)
  const used = await db
    .deleteFrom('activations')
    .where('id', '=', found.id)
    .returning('id')
    .execute()
  if (!user || used.length === 0) return null
  await changeAddress(db, userId, email)
  await endSessions(db, userId, session)
  const change = { change: 'changed', to: user.email, email, by: '' } as const
  await notify(db, userId, change, { domain, source })
  await writeAudit(db, source, {
    action: 'profile.confirmEmail',
    actor: await readAuditActor(db, userId),
    subject: '',
    changes: [changeOf('email', user.email, email)],
  })
  return email
}

const notify = (
  db: Db,
  userId: string,
  change: { change: 'asked' | 'changed'; to: string; email: string; by: string },
  { domain, source: { device, address } }: { domain: string; source: Source },
) =>
  queueMail(db, 'email.changed', userId, {
    ...change,
    device,
    address,
    date: new Date().toISOString(),
    domain,
  })
