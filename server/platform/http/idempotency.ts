import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/fields.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, idempotencyMismatch, invalid } from '#platform/errors.ts'

/** A create as it was sent with its Idempotency-Key: method and address, and the body as its schema has left it, in the schema's own order. */
type KeyedRequest = { key: string; call: string; body: unknown }

/**
 * Runs `make` once for a user's Idempotency-Key: the same request within 24 h gets the first answer, and makes nothing new.
 * The key is kept in the transaction of what was made, so a failed create leaves none; a second request waits for the first one's transaction.
 * An answer may hold a link that sets a password, so it is kept encrypted, and of the request a keyed hash.
 * @throws 422 where the key was used for another request, 409 where the first answer cannot be decrypted any more
 */
export async function runOnce(
  db: Db,
  signing: Signing,
  actor: Actor,
  { key, call, body }: KeyedRequest,
  make: () => Promise<string>,
): Promise<string> {
  const path = ['Idempotency-Key']
  if (key.length > limits.idempotencyKey)
    throw invalid([{ code: 'too_big', origin: 'string', maximum: limits.idempotencyKey, message: '', path }])
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid([{ message: 'visibleAscii', path }])
  await db
    .deleteFrom('idempotencyKeys')
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .where('dateCreated', '<', sql<string>`now() - interval '24 hours'`)
    .execute()
  const request = signing.seal('request', call, JSON.stringify(body ?? null))
  const mine = await db
    .insertInto('idempotencyKeys')
    .values({ userId: actor.userId, key, call, request })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!mine) {
    const first = await db
      .selectFrom('idempotencyKeys')
      .select(['call', 'request', 'answer'])
      .where('userId', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const answer = first.answer === null ? null : signing.reveal(first.answer)
    if (answer === null) throw conflict('idempotencyAnswerLost')
    if (first.call !== call || (first.request ?? request) !== request) throw idempotencyMismatch()
    return answer
  }
  const answer = await make()
  await db
    .updateTable('idempotencyKeys')
    .set({ answer: signing.hide(answer) })
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .execute()
  return answer
}

/** Deletes the keys of a vendor that are older than a day. */
export const sweepIdempotencyKeys = (db: Db) =>
  db.deleteFrom('idempotencyKeys').where('dateCreated', '<', sql<string>`now() - interval '24 hours'`).execute()
