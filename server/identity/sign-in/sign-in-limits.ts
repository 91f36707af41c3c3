import { canonicalAddress } from '#contract/text/addresses.ts'
import { platformVendor } from '#platform/database/database.ts'
import type { HttpError } from '#platform/errors.ts'
import { networkOf } from '#platform/limits/network.ts'
import { forNetworks, type Limit, type RateLimiter } from '#platform/limits/rate-limit.ts'

const minute = 60
const quarterOfAnHour = 15 * minute
const hour = 60 * minute
const day = 24 * hour
const month = 30 * day

/** docs/decisions/0008-rate-limits.md. The names are part of the stored keys. */
const limits = {
  signInsByNetwork: { name: 'signInsOfPlace', max: 300, seconds: minute },
  guessesByAccountAndNetwork: {
    name: 'signInByAccountAndNetwork',
    max: 20,
    seconds: quarterOfAnHour,
  },
  guessesByNetwork: { name: 'guessesOfPlace', max: 200, seconds: quarterOfAnHour },
  guessesByAccount: { name: 'guessesOfOne', max: 200, seconds: quarterOfAnHour },
  guessesByKnownBrowsers: { name: 'guessesOfKnownBrowsers', max: 50, seconds: quarterOfAnHour },
  resetsByEmailAndNetwork: { name: 'resetsOfOneAtPlace', max: 20, seconds: hour },
  resetsByNetwork: { name: 'resetsOfPlace', max: 100, seconds: hour },
  resetMailsByAccount: { name: 'resetMailsOfOne', max: 6, seconds: hour },
  invalidLinks: { name: 'madeUpLinks', max: 100, seconds: quarterOfAnHour },
  validLinks: { name: 'goodLinks', max: 10, seconds: quarterOfAnHour },
  codesByAccountAndNetwork: { name: 'codesOfOneAtPlace', max: 5, seconds: quarterOfAnHour },
  codesByAccount: { name: 'codesOfOne', max: 20, seconds: hour },
  noticesByAccount: { name: 'noticesOfOne', max: 5, seconds: day },
} satisfies Record<string, Limit>

/** A counted attempt. `settle` takes it back after success and
 * never throws; `refund` takes back one that was no guess. */
type SignInAttempt = { settle: () => Promise<unknown>; refund: () => Promise<void> }

export async function runAttempt<T>({ refund }: SignInAttempt, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (![400, 401].includes((error as HttpError).status)) await refund()
    throw error
  }
}

const signedInKey = (email: string, network: string) => [
  'signed in',
  canonicalAddress(email),
  network,
]

/** Counts at the whole installation, as an operator's password can be tried at each vendor.
 * `isKnownBrowser`: it has a device token or a session of the account, so that
 * strangers who guess its password use up another counter. @throws 429 */
export async function countSignIn(
  rateLimiter: RateLimiter,
  email: string,
  ip: string,
  isKnownBrowser: boolean,
): Promise<SignInAttempt> {
  const network = networkOf(ip)
  const remembered = signedInKey(email, network)
  const [narrowest, ...wider] = forNetworks(limits.signInsByNetwork, ip, { notRefunded: true })
  const refund = await rateLimiter.count(
    platformVendor,
    narrowest,
    ...wider.map(counter => ({ ...counter, unlessRemembered: remembered })),
    { limit: limits.guessesByAccountAndNetwork, subject: [canonicalAddress(email), network] },
    ...forNetworks(limits.guessesByNetwork, ip, { unlessRemembered: remembered }),
    {
      limit: isKnownBrowser ? limits.guessesByKnownBrowsers : limits.guessesByAccount,
      subject: [canonicalAddress(email)],
      unlessRemembered: remembered,
    },
  )
  const settle = () =>
    Promise.allSettled([refund(), rateLimiter.remember(platformVendor, remembered, month)])
  return { settle, refund }
}

type AccountId = { homeVendorId: string; id: string }

const goodCodeKey = ({ homeVendorId, id }: AccountId, network: string) => [
  'code',
  homeVendorId,
  id,
  network,
]

export const hasEnteredCode = (rateLimiter: RateLimiter, account: AccountId, ip: string) =>
  rateLimiter.isRemembered(platformVendor, goodCodeKey(account, networkOf(ip)))

export async function countCode(
  rateLimiter: RateLimiter,
  { homeVendorId, id, email }: AccountId & { email: string },
  ip: string,
): Promise<SignInAttempt> {
  const network = networkOf(ip)
  // A network remembered for the password is not exempt: at
  // another vendor the password may be enough to sign in.
  const remembered = goodCodeKey({ homeVendorId, id }, network)
  const refund = await rateLimiter.count(
    platformVendor,
    { limit: limits.codesByAccountAndNetwork, subject: [homeVendorId, id, network] },
    { limit: limits.codesByAccount, subject: [homeVendorId, id], unlessRemembered: remembered },
  )
  const settle = () =>
    Promise.allSettled([
      refund(),
      rateLimiter.remember(platformVendor, remembered, month),
      rateLimiter.remember(platformVendor, signedInKey(email, network), month),
    ])
  return { settle, refund }
}

/** Counts by network, so that a stranger elsewhere cannot use up an account's. @throws 429 */
export const countReset = (rateLimiter: RateLimiter, vendorId: string, email: string, ip: string) =>
  rateLimiter.count(
    vendorId,
    { limit: limits.resetsByEmailAndNetwork, subject: [canonicalAddress(email), networkOf(ip)] },
    ...forNetworks(limits.resetsByNetwork, ip),
  )

/** Counts a mail with a reset link, except for requests from
 * a remembered network. Returns whether to send it. */
export const takeResetMail = (
  rateLimiter: RateLimiter,
  homeVendorId: string,
  { id, email }: { id: string; email: string },
  ip: string,
) =>
  rateLimiter
    .count(platformVendor, {
      limit: limits.resetMailsByAccount,
      subject: [homeVendorId, id],
      unlessRemembered: signedInKey(email, networkOf(ip)),
    })
    .then(
      () => true,
      error => {
        if ((error as HttpError).status === 429) return false
        throw error
      },
    )

export const isNetworkRemembered = (rateLimiter: RateLimiter, email: string, ip: string) =>
  rateLimiter.isRemembered(platformVendor, signedInKey(email, networkOf(ip)))

/** Remembers the network from which a password was set by
 * link like one of a sign-in: its user reads the mailbox. */
export const rememberNetwork = (rateLimiter: RateLimiter, email: string, ip: string) =>
  rateLimiter.remember(platformVendor, signedInKey(email, networkOf(ip)), month)

/** Counts by network. Valid links are not limited by it, as
 * users can share the address of a proxy. @throws 429 */
export const countInvalidLink = (rateLimiter: RateLimiter, vendorId: string, ip: string) =>
  rateLimiter.count(vendorId, ...forNetworks(limits.invalidLinks, ip))

/** Counts a password set with a valid link, as its expensive
 * hash comes before the link is used up. @throws 429 */
export const countValidLink = (rateLimiter: RateLimiter, vendorId: string, userId: string) =>
  rateLimiter.count(vendorId, { limit: limits.validLinks, subject: [userId] })

/** Counts a mail about a new device, at the whole installation.
 * Returns how many are left for this date, or null at the limit. */
export const takeNotice = (
  rateLimiter: RateLimiter,
  { homeVendorId, id }: AccountId,
  date: string,
) => rateLimiter.take(platformVendor, limits.noticesByAccount, [homeVendorId, id, date])
