import type { EventStream } from './event-stream.ts'

export type SessionKey = { vendorId: string; userId: string; sessionId: string }
/** `access` is null until it is read. */
export type Subscriber<A> = SessionKey & {
  networks: readonly string[]
  stream: EventStream
  access: A | null
}

const heartbeatSeconds = 20

export type Subscribers<A> = ReturnType<typeof createSubscribers<A>>

/** The open streams of this instance. Their heartbeats are spread over `heartbeatSeconds`. */
export function createSubscribers<A>() {
  const byVendor = new Map<string, Set<Subscriber<A>>>()
  const byUser = new Map<string, Set<Subscriber<A>>>()
  const byNetwork = new Map<string, Set<Subscriber<A>>>()
  const beats = Array.from({ length: heartbeatSeconds }, () => new Set<Subscriber<A>>())
  let count = 0
  let opened = 0
  return {
    count: () => count,
    countOfUser: (userId: string) => byUser.get(userId)?.size ?? 0,
    countOfNetwork: (network: string) => byNetwork.get(network)?.size ?? 0,
    vendors: () => byVendor.entries(),
    ofVendor: (vendorId: string): Iterable<Subscriber<A>> => byVendor.get(vendorId) ?? [],
    ofUser: (userId: string): Iterable<Subscriber<A>> => byUser.get(userId) ?? [],
    *all() {
      for (const set of byVendor.values()) yield* set
    },
    /** Returns the function that removes it. */
    add(subscriber: Subscriber<A>) {
      const beat = beats[opened++ % heartbeatSeconds] as Set<Subscriber<A>>
      count++
      addTo(byVendor, subscriber.vendorId, subscriber)
      addTo(byUser, subscriber.userId, subscriber)
      for (const network of subscriber.networks) addTo(byNetwork, network, subscriber)
      beat.add(subscriber)
      return () => {
        count--
        removeFrom(byVendor, subscriber.vendorId, subscriber)
        removeFrom(byUser, subscriber.userId, subscriber)
        for (const network of subscriber.networks) removeFrom(byNetwork, network, subscriber)
        beat.delete(subscriber)
      }
    },
    /** Called each second. Returns whether each stream has
     * had its heartbeat since it last returned true. */
    beat(second: number, isCurrent: boolean): boolean {
      for (const { stream } of beats[second % heartbeatSeconds] ?? []) stream.beat(isCurrent)
      return second % heartbeatSeconds === 0
    },
  }
}

function addTo<T>(sets: Map<string, Set<T>>, key: string, value: T) {
  const set = sets.get(key) ?? new Set()
  sets.set(key, set.add(value))
}

function removeFrom<T>(sets: Map<string, Set<T>>, key: string, value: T) {
  const set = sets.get(key)
  set?.delete(value)
  if (set?.size === 0) sets.delete(key)
}
