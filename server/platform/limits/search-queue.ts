import { fairQueue } from '#platform/concurrency/fair-queue.ts'
import type { TokenClaims } from '#platform/crypto/signing.ts'
import type { ListClient } from '#platform/database/batches.ts'
import { tooManySearches } from '#platform/errors.ts'

const maxWaiting = 16

const queues = new Map<string, ReturnType<typeof fairQueue>>()

/** Runs a vendor's searches one at a time, round-robin over its users (record 0024). @throws 429 when too many of the user wait */
export async function queueSearch<T>(
  { vendorId, userId }: TokenClaims,
  { disconnected }: ListClient,
  search: () => Promise<T>,
): Promise<T> {
  const queue = queues.get(vendorId) ?? fairQueue({ maxWaiting, refusal: tooManySearches })
  queues.set(vendorId, queue)
  try {
    return await queue(userId, disconnected, search)
  } catch (error) {
    throw disconnected.aborted && error === disconnected.reason ? tooManySearches() : error // a disconnect is not logged as an error
  }
}
