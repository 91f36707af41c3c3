import { platformVendor } from '#platform/database/database.ts'
import type { Refusal } from '#platform/errors.ts'
import { networkOf } from '#platform/limits/network.ts'
import { forNetworks, type Limit, type RateLimiter } from '#platform/limits/rate-limit.ts'

const minute = 60
const quarterOfAnHour = 15 * minute
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day

const limits = {
  signInsOfPlace: { name: 'signInsOfPlace', most: 300, seconds: minute },
  guessesOfOneAtPlace: { name: 'guessesOfOneAtPlace', most: 20, seconds: quarterOfAnHour },
  guessesOfPlace: { name: 'guessesOfPlace', most: 200, seconds: quarterOfAnHour },
  guessesOfOne: { name: 'guessesOfOne', most: 200, seconds: quarterOfAnHour },
  resetsOfOneAtPlace: { name: 'resetsOfOneAtPlace', most: 20, seconds: hour },
  resetsOfPlace: { name: 'resetsOfPlace', most: 100, seconds: hour },
  resetMailsOfOne: { name: 'resetMailsOfOne', most: 6, seconds: hour },
  madeUpLinks: { name: 'madeUpLinks', most: 100, seconds: quarterOfAnHour },
  goodLinks: { name: 'goodLinks', most: 10, seconds: quarterOfAnHour },
  codesOfOneAtPlace: { name: 'codesOfOneAtPlace', most: 5, seconds: quarterOfAnHour },
  codesOfOne: { name: 'codesOfOne', most: 20, seconds: hour },
  noticesOfOne: { name: 'noticesOfOne', most: 5, seconds: day },
} satisfies Record<string, Limit>

/** A try that counts until one of these is called: it went well, or it was no guess. */
type SignInAttempt = {
  /** What was done stays done where this cannot be noted: never throws. */
  settle: () => Promise<unknown>
  refund: () => Promise<void>
}

/** Does what a try was counted for. Where it fails otherwise than by what was shown being wrong, such as being busy, it was no guess. */
export async function attempt<T>({ refund }: SignInAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (refusal) {
    if (![400, 401].includes((refusal as Refusal).status)) await refund()
    throw refusal
  }
}

const signedIn = (email: string, place: string) => ['signed in', email, place]

/**
 * Counts a try to sign in, for known and unknown addresses alike, at the whole installation: an operator can be guessed at each vendor.
 * Whoever tries from one place runs out long before the others, and who has signed in from theirs before is asked only about their own
 * tries from there: so nobody is shut out of their account by a stranger. @throws 429
 */
export async function countSignIn(rateLimiter: RateLimiter, email: string, ip: string): Promise<SignInAttempt> {
  const place = networkOf(ip)
  const before = signedIn(email, place)
  const [here, ...around] = forNetworks(limits.signInsOfPlace, ip, { notRefunded: true })
  const refund = await rateLimiter.count(
    platformVendor,
    here,
    ...around.map(attempt => ({ ...attempt, unless: before })),
    { limit: limits.guessesOfOneAtPlace, of: [email, place] },
    ...forNetworks(limits.guessesOfPlace, ip, { unless: before }),
    { limit: limits.guessesOfOne, of: [email], unless: before },
  )
  const settle = () => Promise.allSettled([refund(), rateLimiter.remember(platformVendor, before, month)])
  return { settle, refund }
}

const goodCode = ({ homeVendorId, id }: { homeVendorId: string; id: string }, place: string) => ['code', homeVendorId, id, place]

/** Whether a good code of this account was entered from this address' network within thirty days. */
export const hasShownCode = (rateLimiter: RateLimiter, account: { homeVendorId: string; id: string }, ip: string) =>
  rateLimiter.isRemembered(platformVendor, goodCode(account, networkOf(ip)))

/**
 * Counts a code that is shown for an account. Nothing but codes is held up by it: who is signed in stays so. @throws 429
 */
export async function countCode(
  rateLimiter: RateLimiter,
  { homeVendorId, id, email }: { homeVendorId: string; id: string; email: string },
  ip: string,
): Promise<SignInAttempt> {
  const place = networkOf(ip)
  // Not where a password was shown: at another vendor the same may be enough to sign in, and then it says nothing of who has the codes.
  const before = goodCode({ homeVendorId, id }, place)
  const refund = await rateLimiter.count(
    platformVendor,
    { limit: limits.codesOfOneAtPlace, of: [homeVendorId, id, place] },
    { limit: limits.codesOfOne, of: [homeVendorId, id], unless: before },
  )
  const settle = () =>
    Promise.allSettled([
      refund(),
      rateLimiter.remember(platformVendor, before, month),
      rateLimiter.remember(platformVendor, signedIn(email, place), month),
    ])
  return { settle, refund }
}

/**
 * Counts a request for a reset link by its place alone, for known and unknown addresses alike: a stranger elsewhere cannot use up an account's
 * requests. @throws 429
 */
export const countReset = (rateLimiter: RateLimiter, vendorId: string, email: string, ip: string) =>
  rateLimiter.count(vendorId, { limit: limits.resetsOfOneAtPlace, of: [email, networkOf(ip)] }, ...forNetworks(limits.resetsOfPlace, ip))

/**
 * Counts a mail with a reset link, so that no mailbox is filled, unless it was asked for where the account has signed in before. Returns whether it
 * may be sent. Where it may not, one was sent at most ten minutes ago, and its link works.
 */
export const takeResetMail = (rateLimiter: RateLimiter, homeVendorId: string, { id, email }: { id: string; email: string }, ip: string) =>
  rateLimiter.count(platformVendor, { limit: limits.resetMailsOfOne, of: [homeVendorId, id], unless: signedIn(email, networkOf(ip)) }).then(
    () => true,
    error => {
      if ((error as Refusal).status === 429) return false
      throw error
    },
  )

/** Whether the account has signed in from this place within thirty days. */
export const isPlaceRemembered = (rateLimiter: RateLimiter, email: string, ip: string) =>
  rateLimiter.isRemembered(platformVendor, signedIn(email, networkOf(ip)))

/** Remembers the place at which a password was set by a mailed link, as one where the account has signed in: its user reads the mailbox. */
export const rememberPlace = (rateLimiter: RateLimiter, email: string, ip: string) =>
  rateLimiter.remember(platformVendor, signedIn(email, networkOf(ip)), month)

/**
 * Counts a link that does not work: whoever makes links up runs out of tries. A good one is not asked how many others there were, so that
 * nobody who comes from the same address, such as a proxy's, is shut out. @throws 429
 */
export const countInvalidLink = (rateLimiter: RateLimiter, vendorId: string, ip: string) =>
  rateLimiter.count(vendorId, ...forNetworks(limits.madeUpLinks, ip))

/** Counts a password that is set by a user's good link, as its hash is expensive and comes before the link is used up. @throws 429 */
export const countValidLink = (rateLimiter: RateLimiter, vendorId: string, userId: string) =>
  rateLimiter.count(vendorId, { limit: limits.goodLinks, of: [userId] })

/**
 * Counts a mail about a new device, as whoever knows a password could fill a mailbox with them; at the whole installation, as an operator signs
 * in at each vendor. Returns how many are left of this date, or null where none is to be sent.
 */
export const takeNotice = (rateLimiter: RateLimiter, { homeVendorId, id }: { homeVendorId: string; id: string }, date: string) =>
  rateLimiter.take(platformVendor, limits.noticesOfOne, [homeVendorId, id, date])
