import type { TokenClaims } from '#platform/crypto/signing.ts'
import type { ListClient } from '#platform/database/batches.ts'
import { tooManySearches } from '#platform/errors.ts'
import { fairMutex } from '#platform/semaphore.ts'

const maxWaiting = 16

const vendors = new Map<string, { mutex: ReturnType<typeof fairMutex>; searches: number }>()

/** Runs a vendor's searches one at a time on this instance, round-robin over its users (record 0024). @throws 429 when too many of the user wait */
export async function queueSearch<T>(
  { vendorId, userId }: TokenClaims,
  { disconnected }: ListClient,
  search: () => Promise<T>,
): Promise<T> {
  const vendor = vendors.get(vendorId) ?? { mutex: fairMutex({ maxWaiting, refusal: tooManySearches }), searches: 0 }
  vendors.set(vendorId, vendor)
  vendor.searches++
  try {
    return await vendor.mutex(userId, disconnected, search)
  } catch (error) {
    throw disconnected.aborted && error === disconnected.reason ? tooManySearches() : error // a disconnect is not logged as an error
  } finally {
    vendor.searches--
    if (vendor.searches === 0) vendors.delete(vendorId)
  }
}
