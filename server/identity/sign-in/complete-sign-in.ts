import { keptDays } from '#contract/limits.ts'
import { platformVendor } from '#platform/database/database.ts'
import { networkOf } from '#platform/limits/network.ts'
import { todayIn } from '../../mail/dates.ts'
import { readTimeZone } from '../../vendors/targets.ts'
import { deviceInWords, deviceOf, deviceToken, isKnownDevice } from '../sessions/devices.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { beginSession, type SecondStep, type VerifiedUser } from './sign-in.ts'
import { takeNotice } from './sign-in-limits.ts'

type SignInCall = Pick<IdentityCall, 'vendorId' | 'domain' | 'source' | 'platform'>
type SignInOptions = {
  devices?: readonly string[] | undefined
  keep?: boolean | undefined
  secondStep?: SecondStep
}
const day = 86_400

/** Creates the session of a verified account. Reports a new
 * device by mail, within limits (record 0011). */
export async function completeSignIn(
  { vendorId, domain, source, platform }: SignInCall,
  account: VerifiedUser,
  { devices = [], keep = false, secondStep }: SignInOptions,
) {
  const { config, database, rateLimiter, signing } = platform
  const isNew = account.dateSignedIn !== null && !isKnownDevice(signing, account, devices)
  const noticeKey = [
    'told of device',
    account.homeVendorId,
    account.id,
    deviceInWords(deviceOf(source.device)),
    networkOf(source.address),
  ]
  const shouldNotify = isNew && !(await rateLimiter.isRemembered(platformVendor, noticeKey))
  const noticesLeft = shouldNotify
    ? await takeNotice(
        rateLimiter,
        account,
        todayIn(await database.readVendor(vendorId, readTimeZone)),
      )
    : null
  const notice = noticesLeft === null ? null : { domain, left: String(noticesLeft) }
  const session = await beginSession(database.inVendor, vendorId, account, {
    config,
    source,
    notice,
    secondStep,
    keep,
  })
  // at worst a second mail
  if (notice) await rateLimiter.remember(platformVendor, noticeKey, day).catch(() => {})
  return {
    // Of a kept session the row decides; the token only names the latest end.
    token: await signing.signToken(
      session,
      session.isKept ? keptDays.atMost * day : config.tokenLifetime,
    ),
    language: session.language,
    device: deviceToken(signing, account),
  }
}
