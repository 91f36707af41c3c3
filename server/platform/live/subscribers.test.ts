import { expect, test } from 'vitest'
import { createSubscribers } from './subscribers.ts'

test('each stream has one heartbeat in twenty seconds, and they are spread over these', () => {
  const subscribers = createSubscribers<null>()
  const beats: string[] = []
  const open = (name: string) =>
    subscribers.add({
      vendorId: 'v',
      userId: name,
      sessionId: name,
      networks: [],
      access: null,
      stream: { beat: () => beats.push(name) } as never,
    })
  const names = Array.from({ length: 40 }, (_, i) => `u${i}`)
  for (const name of names) open(name)
  const closed = open('closed')
  closed()
  for (let second = 1; second <= 20; second++) {
    const before = beats.length
    expect(subscribers.beat(second, true)).toBe(second === 20)
    expect(beats.length - before).toBe(2)
  }
  expect(beats.toSorted()).toEqual(names.toSorted())
})
