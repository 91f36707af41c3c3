import { useSyncExternalStore } from 'react'

/** A value outside React; components read it with `useStore`. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    /** Returns the unsubscribe function. */
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
export type Store<T> = ReturnType<typeof createStore<T>>

export const useStore = <T>({ subscribe, get }: Pick<Store<T>, 'subscribe' | 'get'>) =>
  useSyncExternalStore(subscribe, get, get)
