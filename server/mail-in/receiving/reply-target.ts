import type { Actor, Role } from '#contract/actor.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { addressOf } from '../../mail/address-of.ts'
import { localPartOf, tokenOf } from './addresses.ts'

export type ReplyTarget = {
  actor: Actor
  language: 'tr' | 'en'
  isContact: boolean
  ticketId: string
}

/** The user and ticket of the reply address to which a mail was
 * sent; once it is accepted, the user that the team chose. */
export async function findReplyTarget(
  db: Db,
  config: Pick<Config, 'mailInUrl'>,
  {
    recipient,
    isAccepted,
    userId,
  }: { recipient: string; isAccepted: boolean; userId: string | null },
): Promise<ReplyTarget | null> {
  const token = tokenOf(localPartOf(config, recipient) ?? '')
  if (token === null) return null
  const target = await db
    .selectFrom('replyTokens')
    .select(['ticketId', 'userId'])
    .where('token', '=', token)
    .executeTakeFirst()
  if (!target) return null
  return {
    ...(await readActor(db, isAccepted && userId ? userId : target.userId)),
    ticketId: target.ticketId,
  }
}

/** A user as the caller of an operation, with the role that they have now. */
export async function readActor(db: Db, id: string) {
  const { email, name, surname, role, language, startPage, isContact } = await db
    .selectFrom('users')
    .select(['name', 'surname', 'role', 'language', 'startPage', 'isContact'])
    .select(addressOf('users').as('email'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const actor: Actor = {
    userId: id,
    vendorId: db.vendorId,
    sessionId: '',
    role: role as Role,
    email,
    name: `${name} ${surname}`.trim(),
    startPage,
  }
  return { actor, language, isContact }
}
