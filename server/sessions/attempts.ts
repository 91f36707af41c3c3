import { openAttempts } from '#platform/attempts.ts'

const quarterOfAnHour = 15 * 60
const fromOnePlace = openAttempts(20, quarterOfAnHour)
const fromAnywhere = openAttempts(200, quarterOfAnHour)
const links = openAttempts(100, quarterOfAnHour)
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

/** Counts a link that somebody follows: whoever makes links up runs out of tries. Returns what takes it back. @throws 429 */
export function countLink(vendorId: string, ip: string): () => void {
  links.count(vendorId, ip)
  return () => links.forgive(vendorId, ip)
}
