import { expect, test } from 'vitest'
import type { Refusal } from '#platform/errors.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import type { Limit } from './rate-limit.ts'

const portal = await openPortal()
const { rateLimiter } = portal.platform

const narrow: Limit = { name: 'narrow', most: 1, seconds: 900 }
const wide: Limit = { name: 'wide', most: 40, seconds: 900 }

/** Sixteen who try at once what one may, under a limit that has room for all of them. */
async function sixteenAtOnce() {
  const { vendorId } = await givenIn(portal).vendor()
  const one = () => rateLimiter.count(vendorId, { limit: narrow, of: ['Ayşe'] }, { limit: wide, of: ['here'] })
  const answers = await Promise.allSettled(Array.from({ length: 16 }, one))
  const refusals = answers.flatMap(answer => (answer.status === 'rejected' ? [answer.reason as Refusal] : []))
  return { vendorId, refusals }
}

test('of many who try at once what one may, the others are told when there will be room', async () => {
  const { refusals } = await sixteenAtOnce()
  expect(refusals.map(({ status }) => status)).toEqual(Array(15).fill(429))
  for (const { retryAfter } of refusals) expect(retryAfter).toBeGreaterThan(850)
})

test('of many who try at once what one may, the others are counted under no other limit', async () => {
  const { vendorId } = await sixteenAtOnce()
  for (let left = wide.most - 1; left > 0; left--) await rateLimiter.count(vendorId, { limit: wide, of: ['here'] })
  await expect(rateLimiter.count(vendorId, { limit: wide, of: ['here'] })).rejects.toThrow('tooManyRequests')
})
