import { expect, test } from 'vitest'

const natives: [object, string][] = [
  [AbortSignal, 'any'],
  [Array.prototype, 'toSorted'],
  [Map, 'groupBy'],
  [Promise, 'withResolvers'],
  [URL, 'parse'],
]
const descriptors = natives.map(
  ([target, name]) => Object.getOwnPropertyDescriptor(target, name) ?? {},
)
for (const native of natives) Reflect.deleteProperty(...native)
await import('./polyfills.ts')
const any = AbortSignal.any
const { groupBy } = Map
const { toSorted } = Array.prototype
const withResolvers = <T>() =>
  resolversOf.call(Promise) as ReturnType<typeof Promise.withResolvers<T>>
const resolversOf = Promise.withResolvers
const { parse } = URL
const isEnumerable = Object.keys(Array.prototype).length > 0
natives.forEach(([target, name], index) => {
  Object.defineProperty(target, name, descriptors[index] ?? {})
})

test('the signal of several aborts with the first that does, and with its reason', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  const signal = any([first.signal, second.signal])
  expect(signal.aborted).toBe(false)
  second.abort('closed')
  first.abort('too late')
  expect([signal.aborted, signal.reason]).toEqual([true, 'closed'])
  expect(any([new AbortController().signal, second.signal]).reason).toBe('closed')
})

test('a sorted copy leaves its list as it was', () => {
  const list = [3, 1, 2]
  expect([toSorted.call(list), toSorted.call(list, (a, b) => b - a), list]).toEqual([
    [1, 2, 3],
    [3, 2, 1],
    [3, 1, 2],
  ])
  expect(isEnumerable).toBe(false)
})

test('items are grouped in their order', () => {
  expect([...groupBy([1, 2, 3], number => number % 2)]).toEqual([
    [1, [1, 3]],
    [0, [2]],
  ])
})

test('a promise is settled from outside', async () => {
  const { promise, resolve } = withResolvers<string>()
  resolve('done')
  expect(await promise).toBe('done')
  const other = withResolvers<string>()
  other.reject('refused')
  await expect(other.promise).rejects.toBe('refused')
})

test('an address is parsed, or is null', () => {
  expect([parse('/login', 'https://portal.test')?.href, parse('login')]).toEqual([
    'https://portal.test/login',
    null,
  ])
})
