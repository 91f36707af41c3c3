import type { routes } from '#contract/routes.ts'
import { canonicalAddress } from '#contract/text/addresses.ts'
import { keyedSemaphore, semaphore } from '#platform/concurrency/semaphore.ts'
import { platformVendor } from '#platform/database/database.ts'
import { hasDeviceTokenOf } from '../sessions/devices.ts'
import type { IdentityCall } from '../sessions/identity-call.ts'
import { completeSignIn } from './complete-sign-in.ts'
import { findNextStep, issueMfaChallenge } from './mfa-challenge.ts'
import { countWrongPasswordAfterResponse } from './refused-sign-ins.ts'
import { verifyCredentials } from './sign-in.ts'
import { countSignIn, isNetworkRemembered, runAttempt } from './sign-in-limits.ts'

type Login = IdentityCall<(typeof routes)['sessions']['login']>

/** Further ones are answered 503 (docs/decisions/0019-sign-in-load.md).
 * Of one account at most two are processed: one in each. */
const strangerSemaphore = semaphore(1, 50)
const accountSemaphore = keyedSemaphore(1, 50)

export async function login(call: Login) {
  const { vendorId, body, request, platform } = call
  const email = canonicalAddress(body.email)
  const { devices = [] } = body
  const hasDeviceToken = hasDeviceTokenOf(
    platform.signing,
    [vendorId, platformVendor],
    email,
    devices,
  )
  const isRemembered = await isNetworkRemembered(platform.rateLimiter, email, request.ip)
  const check = () => checkPassword(call, { isRemembered, hasDeviceToken })
  if (!hasDeviceToken && !isRemembered) return strangerSemaphore(check)
  return accountSemaphore(`${vendorId} ${email}`, check, hasDeviceToken ? 'high' : 'normal')
}

async function checkPassword(
  call: Login,
  { isRemembered, hasDeviceToken }: { isRemembered: boolean; hasDeviceToken: boolean },
) {
  const { vendorId, body, request, platform } = call
  const attempt = await countSignIn(platform.rateLimiter, body.email, request.ip, hasDeviceToken)
  return runAttempt(attempt, async () => {
    const account = await verifyCredentials(platform, vendorId, body, isRemembered).catch(
      countWrongPasswordAfterResponse(call),
    )
    const next = await findNextStep(call, account)
    if (next) {
      await attempt.refund()
      return {
        token: issueMfaChallenge(call, account, body.keep),
        language: account.language,
        next,
      }
    }
    const session = await completeSignIn(call, account, body)
    await attempt.settle()
    return session
  })
}
