import { expect, test } from 'vitest'
import { busy, unavailable } from '#platform/errors.ts'
import { createAccessCheck } from './access-check.ts'
import { EventStream } from './event-stream.ts'
import { createSubscribers } from './subscribers.ts'

/** One stream at each vendor, whose session has ended; `readAccess`
 * fails for the first vendor. Returns the vendors whose streams end. */
async function endedAfter(failure: Error) {
  const subscribers = createSubscribers<{ key: string }>()
  const ended: string[] = []
  for (const vendorId of ['first', 'second']) {
    const stream = Object.assign(new EventStream(), { end: () => ended.push(vendorId) })
    subscribers.add({
      vendorId,
      userId: vendorId,
      networks: [],
      sessionId: vendorId,
      stream,
      access: { key: 'earlier' },
    })
  }
  const readAccess = async (vendorId: string) => {
    if (vendorId === 'first') throw failure
    return new Map()
  }
  await createAccessCheck(subscribers, { readAccess }, new AbortController().signal)()
  return ended
}

test('sessions that have ended lose their streams, also where the connections of another vendor are taken', async () => {
  expect(await endedAfter(busy())).toEqual(['second'])
})

test('all streams stay while the database is away', async () => {
  expect(await endedAfter(unavailable())).toEqual([])
})
