import type { routes } from '#contract/routes.ts'
import { semaphore } from '#platform/concurrency/semaphore.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { completeSignIn } from './enter.ts'
import { findNextStep, issueMfaChallenge } from './mfa-challenge.ts'
import { countWrongPasswordAfterResponse } from './refused-sign-ins.ts'
import { verifyCredentials } from './sign-in.ts'
import { countSignIn, isNetworkRemembered, runAttempt } from './sign-in-limits.ts'

type Login = DetachedCall<(typeof routes)['sessions']['login']>

/** Bounds sign-ins from networks that are not remembered; further ones are answered 503 (docs/decisions/0019-sign-in-load.md). */
const unknownNetworkSemaphore = semaphore(1, 50)
const deviceTokenSemaphore = semaphore(1, 50)

export async function login(call: Login) {
  const { body, request, platform } = call
  if (await isNetworkRemembered(platform.rateLimiter, body.email, request.ip)) return checkPassword(call, true)
  const runQueued = body.devices?.length ? deviceTokenSemaphore : unknownNetworkSemaphore
  return runQueued(() => checkPassword(call, false))
}

async function checkPassword(call: Login, isRemembered: boolean) {
  const { vendorId, body, request, platform } = call
  const attempt = await countSignIn(platform.rateLimiter, body.email, request.ip)
  return runAttempt(attempt, async () => {
    const account = await verifyCredentials(platform, vendorId, body, isRemembered).catch(countWrongPasswordAfterResponse(call))
    const next = await findNextStep(call, account)
    if (next) {
      await attempt.refund()
      return { token: issueMfaChallenge(call, account), language: account.language, next }
    }
    const session = await completeSignIn(call, account, body.devices)
    await attempt.settle()
    return session
  })
}
