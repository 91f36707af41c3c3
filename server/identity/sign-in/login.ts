import type { routes } from '#contract/routes.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { semaphore } from '#platform/semaphore.ts'
import { completeSignIn } from './enter.ts'
import { issueMfaChallenge, nextStep } from './mfa-challenge.ts'
import { countWrongPasswordAfterResponse } from './refused-sign-ins.ts'
import { verifyCredentials } from './sign-in.ts'
import { attempt, countSignIn, isPlaceRemembered } from './sign-in-limits.ts'

type Login = DetachedCall<(typeof routes)['sessions']['login']>

/**
 * A flood of strangers takes neither the processors nor the database's connections from users: at each instance one sign-in from a place that is
 * not remembered is worked on, and fifty wait; the next is answered 503. Those that show a device, known or not, have a queue of their own.
 */
const strangersSemaphore = semaphore(1, 50)
const devicesSemaphore = semaphore(1, 50)

/** Signs in by e-mail and password; `next` says what is asked for beside the password. */
export async function login(call: Login) {
  const { body, request, platform } = call
  if (await isPlaceRemembered(platform.rateLimiter, body.email, request.ip)) return checkPassword(call, true)
  const inTurn = body.devices?.length ? devicesSemaphore : strangersSemaphore
  return inTurn(() => checkPassword(call, false))
}

async function checkPassword(call: Login, isRemembered: boolean) {
  const { vendorId, body, request, platform } = call
  const counted = await countSignIn(platform.rateLimiter, body.email, request.ip)
  return attempt(counted, async () => {
    const person = await verifyCredentials(platform, vendorId, body, isRemembered).catch(countWrongPasswordAfterResponse(call))
    const next = await nextStep(call, person)
    if (next) {
      await counted.refund()
      return { token: issueMfaChallenge(call, person), language: person.language, next }
    }
    const entered = await completeSignIn(call, person, body.devices)
    await counted.settle()
    return entered
  })
}
