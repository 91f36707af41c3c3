import { openAttempts } from '#platform/attempts.ts'

const quarterOfAnHour = 15 * 60
const fromOnePlace = openAttempts(20, quarterOfAnHour)
const fromAnywhere = openAttempts(200, quarterOfAnHour)
const madeUpLinks = openAttempts(100, quarterOfAnHour)
const goodLinks = openAttempts(10, quarterOfAnHour)
const resets = openAttempts(20, 4 * quarterOfAnHour)

/**
 * Counts a try to sign in, for known and unknown addresses alike. Whoever tries from one place runs out long before the others, so that
 * nobody is shut out of their own account by a stranger. Returns what takes it back. @throws 429
 */
export function countSignIn(vendorId: string, email: string, ip: string): () => void {
  fromOnePlace.count(vendorId, email, ip)
  fromAnywhere.count(email)
  return () => {
    fromOnePlace.forgive(vendorId, email, ip)
    fromAnywhere.forgive(email)
  }
}

/** Counts a mail with a reset link, so that nobody's mailbox is filled. @throws 429 */
export const countReset = (vendorId: string, email: string) => resets.count(vendorId, email)

/**
 * Counts a link that does not work: whoever makes links up runs out of tries. A good one is not asked how many others there were, so that
 * nobody who comes from the same address, such as a proxy's, is shut out. @throws 429
 */
export const countMadeUpLink = (vendorId: string, ip: string) => madeUpLinks.count(vendorId, ip)

/** Counts a password that is set by a user's good link, as it is dear before the link is used up. Returns what takes it back. @throws 429 */
export function countGoodLink(userId: string): () => void {
  goodLinks.count(userId)
  return () => goodLinks.forgive(userId)
}
