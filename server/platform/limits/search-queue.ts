import type { TokenClaims } from '#platform/crypto/signing.ts'
import type { ListClient } from '#platform/database/batches.ts'
import { tooManySearches } from '#platform/errors.ts'
import { fairMutex } from '#platform/semaphore.ts'

/** How many searches of a user may wait. A page has one under way; a user may have several pages. */
const maxWaiting = 16

/** The vendors at which searches run or wait, each with its turn and their number. */
const vendors = new Map<string, { turn: ReturnType<typeof fairMutex>; searches: number }>()

/**
 * Runs the searches of a vendor one at a time at this instance, whatever they look through: a search may read all of a vendor's tickets, and
 * several at once would take the database from the other vendors. The users who wait take turns, and a search whose client has hung up is not run.
 * @throws 429 where too many searches of the user wait
 */
export async function queueSearch<T>(
  { vendorId, userId }: TokenClaims,
  { disconnected }: ListClient,
  search: () => Promise<T>,
): Promise<T> {
  const vendor = vendors.get(vendorId) ?? { turn: fairMutex({ most: maxWaiting, refusal: tooManySearches }), searches: 0 }
  vendors.set(vendorId, vendor)
  vendor.searches++
  try {
    return await vendor.turn(userId, disconnected, search)
  } catch (error) {
    throw disconnected.aborted && error === disconnected.reason ? tooManySearches() : error // no client reads it, and it is no error to be logged
  } finally {
    vendor.searches--
    if (vendor.searches === 0) vendors.delete(vendorId)
  }
}
