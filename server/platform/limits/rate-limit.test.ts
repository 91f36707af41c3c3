import { expect, test } from 'vitest'
import type { HttpError } from '#platform/errors.ts'
import { together } from '#testing/database/together.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'
import type { Limit } from './rate-limit.ts'

const portal = await sharedPortal()
const { rateLimiter } = portal.platform

const narrow: Limit = { name: 'narrow', max: 1, seconds: 900 }
const wide: Limit = { name: 'wide', max: 40, seconds: 900 }

/** Sixteen concurrent attempts: the narrow limit has room for one, the wide one for all. */
async function sixteenAtOnce() {
  const { vendorId } = await fixturesIn(portal).vendor()
  const attempt = () =>
    rateLimiter.count(
      vendorId,
      { limit: narrow, subject: ['Ayşe'] },
      { limit: wide, subject: ['here'] },
    )
  const answers = await Promise.allSettled(together(16, attempt))
  const refusals = answers.flatMap(answer =>
    answer.status === 'rejected' ? [answer.reason as HttpError] : [],
  )
  return { vendorId, refusals }
}

test('concurrent attempts beyond a limit are refused with the time to wait', async () => {
  const { refusals } = await sixteenAtOnce()
  expect(refusals.map(({ status }) => status)).toEqual(Array(15).fill(429))
  for (const { retryAfter } of refusals) expect(retryAfter).toBeGreaterThan(850)
})

test('concurrent attempts beyond one limit are not counted under another', async () => {
  const { vendorId } = await sixteenAtOnce()
  for (let left = wide.max - 1; left > 0; left--)
    await rateLimiter.count(vendorId, { limit: wide, subject: ['here'] })
  await expect(rateLimiter.count(vendorId, { limit: wide, subject: ['here'] })).rejects.toThrow(
    'tooManyRequests',
  )
})
