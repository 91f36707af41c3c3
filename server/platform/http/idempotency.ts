import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/fields.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { conflict, idempotencyMismatch, invalid } from '#platform/errors.ts'

/** `call` is method and URL; `body` is the parsed body, in the order of its schema. */
type KeyedRequest = { key: string; call: string; body: unknown }

// Repeated requests wait for the first one's transaction; its answer is stored encrypted, as it may contain a link that sets a password.
/** Runs `create` once per user and key within 24 h. @throws 422 for another request with the key, 409 when the answer cannot be decrypted */
export async function runOnce(
  db: Db,
  signing: Signing,
  actor: Actor,
  { key, call, body }: KeyedRequest,
  create: () => Promise<string>,
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
  const request = signing.sign('request', call, JSON.stringify(body ?? null))
  const inserted = await db
    .insertInto('idempotencyKeys')
    .values({ userId: actor.userId, key, call, request })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!inserted) {
    const first = await db
      .selectFrom('idempotencyKeys')
      .select(['call', 'request', 'answer'])
      .where('userId', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const answer = first.answer === null ? null : signing.decrypt(first.answer)
    if (answer === null) throw conflict('idempotencyAnswerLost')
    if (first.call !== call || (first.request ?? request) !== request) throw idempotencyMismatch()
    return answer
  }
  const answer = await create()
  await db
    .updateTable('idempotencyKeys')
    .set({ answer: signing.encrypt(answer) })
    .where('userId', '=', actor.userId)
    .where('key', '=', key)
    .execute()
  return answer
}

/** Deletes the keys of a vendor that are older than a day. */
export const sweepIdempotencyKeys = (db: Db) =>
  db.deleteFrom('idempotencyKeys').where('dateCreated', '<', sql<string>`now() - interval '24 hours'`).execute()
