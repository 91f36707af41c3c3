import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { signInAttemptsIn, times } from '#testing/sign-in/sign-in-attempts.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const { signInFrom } = signInAttemptsIn(portal)

describe('while strangers of two hundred networks try made-up accounts at once', async () => {
  const { member, domain } = await fixtures.company()
  const home = '203.0.113.91'
  /** Keeps the queue of unknown networks full while `work`
   * runs, with about 60 refused sign-ins a second. */
  async function whileFlooded<T>(work: () => Promise<T>) {
    let over = false
    let refused = 0
    let next = 0
    const stranger = async () => {
      while (!over) {
        const i = next++
        const { statusCode } = await signInFrom(`2001:db8:${(i % 200) + 16}:1::1`, {
          domain,
          email: `uydurma-${i}@tezgah.test`,
        })
        if (statusCode !== 503) continue
        refused++
        await pause(500)
      }
    }
    const strangers = [...Array(80)].map(stranger)
    await expect.poll(() => refused, { timeout: 60_000 }).toBeGreaterThan(0)
    const outcome = await work().finally(() => {
      over = true
    })
    await Promise.all(strangers)
    return outcome
  }
  let device = ''
  beforeAll(async () => {
    device = (await signInFrom(home, member)).json().device
  })

  // Security: P2
  test('users sign in where they have signed in before', async () => {
    const statuses = await whileFlooded(() =>
      times(6, async () => (await signInFrom(home, member)).statusCode),
    )
    expect(statuses).toEqual(Array(6).fill(200))
  })

  // Security: P2
  test('users sign in elsewhere with a browser that they have signed in with before', async () => {
    const signIn = async () =>
      portal.http.inject({
        method: 'POST',
        url: `/api/v1/domain/${domain}/user/login`,
        payload: { email: member.email, password, devices: [device] },
        remoteAddress: '192.0.2.91',
      })
    const statuses = await whileFlooded(() => times(6, async () => (await signIn()).statusCode))
    expect(statuses).toEqual(Array(6).fill(200))
  })
})
