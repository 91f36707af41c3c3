import { expect, test } from 'vitest'
import '../../../testing/fakeBrowser.ts'
import { nextOf } from './lastQueue.ts'

const rows = (...ids: string[]) => ids.map(_id => ({ _id }))

test('the next ticket is the one below, as long as it is still in the list', () => {
  expect(nextOf('B', ['A', 'B', 'C', 'D'], rows('A', 'C', 'D'))?._id).toBe('C')
  expect(nextOf('B', ['A', 'B', 'C', 'D'], rows('A', 'B', 'D'))?._id).toBe('D')
})

test('after the last ticket the first one follows, also a new one; of an empty list none', () => {
  expect(nextOf('C', ['A', 'B', 'C'], rows('N', 'A', 'B'))?._id).toBe('N')
  expect(nextOf('C', ['C'], rows('C'))).toBeNull()
})
