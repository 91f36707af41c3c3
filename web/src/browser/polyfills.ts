// What `supportedBrowsers.ts` lacks and the portal uses. The
// compiler's libraries, `ES2022` and these, hold the code to it.

declare global {
  interface Array<T> {
    findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined
    toSorted(compare?: (a: T, b: T) => number): T[]
  }
  interface ReadonlyArray<T> {
    findLast(predicate: (value: T, index: number, array: readonly T[]) => unknown): T | undefined
    toSorted(compare?: (a: T, b: T) => number): T[]
  }
  interface MapConstructor {
    groupBy<K, T>(items: Iterable<T>, keyOf: (item: T) => K): Map<K, T[]>
  }
  interface PromiseConstructor {
    withResolvers<T>(): {
      promise: Promise<T>
      resolve: (value: T | PromiseLike<T>) => void
      reject: (reason?: unknown) => void
    }
  }
}

function define(target: object, name: string, value: unknown) {
  if (!(name in target))
    Object.defineProperty(target, name, { value, configurable: true, writable: true })
}

define(AbortSignal, 'any', (signals: Iterable<AbortSignal>) => {
  const controller = new AbortController()
  const { signal } = controller
  for (const source of signals) {
    if (source.aborted) controller.abort(source.reason)
    source.addEventListener('abort', () => controller.abort(source.reason), { signal })
  }
  return signal
})

define(
  Array.prototype,
  'toSorted',
  function (this: unknown[], compare?: (a: unknown, b: unknown) => number) {
    return [...this].sort(compare)
  },
)

define(Map, 'groupBy', <K, T>(items: Iterable<T>, keyOf: (item: T) => K) => {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return groups
})

define(Promise, 'withResolvers', () => {
  const resolvers = {} as Record<'resolve' | 'reject', (value: unknown) => void>
  const promise = new Promise((resolve, reject) => Object.assign(resolvers, { resolve, reject }))
  return { promise, ...resolvers }
})

define(URL, 'parse', (address: string, base?: string) => {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
})

export {}
