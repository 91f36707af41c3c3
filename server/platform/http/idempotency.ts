import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/limits.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import { type Db, type Placeholders, prepareStatement } from '#platform/database/database.ts'
import { conflict, idempotencyMismatch, invalid } from '#platform/errors.ts'

/** `call` is method and URL; `body` is the parsed body, in the order of its schema. */
type KeyedRequest = { userId: string; key: string; call: string; body: unknown }

/** Null without an `Idempotency-Key`. @throws 400 for an invalid one */
export function keyedRequestOf(
  { method, url, headers }: FastifyRequest,
  { userId }: Actor,
  { body }: { body?: unknown },
): KeyedRequest | null {
  const key = String(headers['idempotency-key'] ?? '')
  if (key === '') return null
  const path = ['Idempotency-Key']
  if (key.length > limits.idempotencyKey)
    throw invalid([
      { code: 'too_big', origin: 'string', maximum: limits.idempotencyKey, message: '', path },
    ])
  if (!/^[\x21-\x7e]+$/.test(key)) throw invalid([{ message: 'visibleAscii', path }])
  return { userId, key, call: `${method} ${url}`, body }
}

/** Claims a user's key for 24 h, after any concurrent request
 * with it; returns the response of an earlier request, else null.
 * @throws 422 where that was another request, 409 where its response cannot be decrypted */
export async function claimKey(
  db: Db,
  signing: Signing,
  { userId, key, call, body }: KeyedRequest,
): Promise<string | null> {
  const request = signing.sign('request', call, JSON.stringify(body ?? null))
  const claimed = await db
    .insertInto('idempotencyKeys')
    .values({ userId, key, call, request })
    .onConflict(existing =>
      existing
        .columns(['vendorId', 'userId', 'key'])
        .doUpdateSet({ call, request, answer: null, dateCreated: sql<string>`now()` })
        .where(isExpired),
    )
    .returning('key')
    .executeTakeFirst()
  if (claimed) return null
  const earlier = await db
    .selectFrom('idempotencyKeys')
    .select(['call', 'request', 'answer'])
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  const response = earlier.answer === null ? null : signing.decrypt(earlier.answer)
  if (response === null) throw conflict('idempotencyAnswerLost')
  if (earlier.call !== call || (earlier.request ?? request) !== request) throw idempotencyMismatch()
  return response
}

/** The update that stores the response of a request that has claimed its
 * key; encrypted, as it may contain a link that sets a password. */
export const storedResponse = (signing: Signing, { userId, key }: KeyedRequest, response: string) =>
  storeAnswer({ userId, key, answer: signing.encrypt(response) })

const storeAnswer = prepareStatement(
  (db, { userId, key, answer }: Placeholders<{ userId: string; key: string; answer: string }>) =>
    db
      .updateTable('idempotencyKeys')
      .set({ answer })
      .where('userId', '=', userId)
      .where('key', '=', key),
)

const isExpired = sql<boolean>`idempotency_keys.date_created < now() - interval '24 hours'`

/** Deletes the expired keys of a vendor. */
export const sweepIdempotencyKeys = (db: Db) =>
  db.deleteFrom('idempotencyKeys').where(isExpired).execute()
