import type { routes } from '#contract/routes.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { openTurns } from '#platform/semaphore.ts'
import { enter } from './enter.ts'
import { nextStep, passOf } from './mfa-challenge.ts'
import { countingWrongPassword } from './refused-sign-ins.ts'
import { whoseCredentials } from './sign-in.ts'
import { countSignIn, isPlaceRemembered, tried } from './sign-in-limits.ts'

type Login = DetachedCall<(typeof routes)['sessions']['login']>

/**
 * A flood of strangers takes neither the processors nor the database's connections from users: at each instance one sign-in from a place that is
 * not remembered is worked on, and fifty wait; the next is answered 503. Those that show a device, known or not, have a queue of their own.
 */
const strangersInTurn = openTurns(1, 50)
const devicesInTurn = openTurns(1, 50)

/** Signs in by e-mail and password; `next` says what is asked for beside the password. */
export async function login(call: Login) {
  const { body, request, platform } = call
  if (await isPlaceRemembered(platform.attempts, body.email, request.ip)) return checkPassword(call, true)
  const inTurn = body.devices?.length ? devicesInTurn : strangersInTurn
  return inTurn(() => checkPassword(call, false))
}

async function checkPassword(call: Login, isRemembered: boolean) {
  const { vendorId, body, request, platform } = call
  const counted = await countSignIn(platform.attempts, body.email, request.ip)
  return tried(counted, async () => {
    const person = await whoseCredentials(platform, vendorId, body, isRemembered).catch(countingWrongPassword(call))
    const next = await nextStep(call, person)
    if (next) {
      await counted.takeBack()
      return { token: passOf(call, person), language: person.language, next }
    }
    const entered = await enter(call, person, body.devices)
    await counted.wentWell()
    return entered
  })
}
