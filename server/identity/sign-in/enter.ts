import { platformVendor } from '#platform/database/database.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { networkOf } from '#platform/limits/network.ts'
import { dateFor } from '../../mail/dates.ts'
import { deviceInWords, deviceOf, deviceToken, isKnownDevice } from '../sessions/devices.ts'
import { type Account, beginSession, dryRun, type SecondStep } from './sign-in.ts'
import { takeNotice } from './sign-in-limits.ts'

type SignInCall = Pick<DetachedCall, 'vendorId' | 'domain' | 'source' | 'platform'>
const day = 86_400

/**
 * Lets somebody in who has shown what they must: makes their session. Who has been here before, and comes with a browser that does not know
 * them, is told by mail; once a day of browsers of one kind at one place, as some forget everything, and of so many a day in all.
 */
export async function completeSignIn(
  { vendorId, domain, source, platform }: SignInCall,
  account: Account,
  devices: readonly string[] = [],
  secondStep?: SecondStep,
) {
  const { config, database, rateLimiter, signing } = platform
  // Whoever shows a wrong code must take no notice away from its user, and an operator's leave nothing at the vendor.
  if (secondStep) await dryRun(database.inVendor, account, secondStep)
  const isNew = account.dateSignedIn !== null && !isKnownDevice(signing, account, devices)
  const told = ['told of device', account.homeVendorId, account.id, deviceInWords(deviceOf(source.device)), networkOf(source.address)]
  const isNews = isNew && !(await rateLimiter.isRemembered(platformVendor, told))
  const left = isNews ? await takeNotice(rateLimiter, account, dateFor(account.language)) : null
  const tell = left === null ? null : { domain, left: String(left) }
  const lifetime = config.tokenLifetime
  const session = await beginSession(database.inVendor, vendorId, account, { lifetime, source, tell, secondStep })
  if (tell) await rateLimiter.remember(platformVendor, told, day).catch(() => {}) // they are in, and are told once more at the worst
  return { token: await signing.token(session, lifetime), language: session.language, device: deviceToken(signing, account) }
}
