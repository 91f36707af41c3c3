import { sql } from 'kysely'
import type { Actor } from '#contract/actor.ts'
import { limits } from '#contract/fields.ts'
import type { Db } from './database.ts'
import { conflict, invalid } from './errors.ts'
import type { Signing } from './signing.ts'

/**
 * Runs `make` once for a user's Idempotency-Key: the same key within 24 h gets the first answer, and makes nothing new.
 * The key is kept in the transaction of what was made, so a failed create leaves none; one that comes meanwhile waits for it.
 * An answer may hold a link that signs somebody in, so it is kept hidden.
 * @throws 409 where the key was used for another call.
 */
export async function answerOnce(
  db: Db,
  signing: Signing,
  actor: Actor,
  key: string,
  call: string,
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
  const mine = await db
    .insertInto('idempotencyKeys')
    .values({ userId: actor.userId, key, call })
    .onConflict(conflict => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (!mine) {
    const first = await db
      .selectFrom('idempotencyKeys')
      .select(['call', 'answer'])
      .where('userId', '=', actor.userId)
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    const answer = first.call === call && first.answer !== null ? signing.reveal(first.answer) : null
    if (answer === null) throw conflict('idempotencyKeyReused')
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
