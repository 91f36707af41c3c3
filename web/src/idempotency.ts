import { useRef } from 'react'
import { kept } from './kept.ts'

/** A new Idempotency-Key: whatever is sent under it, however often, happens once. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Keys that have had their answer: the same again is meant to be another one. */
const answered = new Set<string>()
export const keyAnswered = (key: string) => answered.add(key)

type Attempt = { of: string; key: string }

/**
 * The key of what a form sends: the same until it is answered, for as long as the same is sent, so that a retry makes nothing twice.
 * With a `place` to keep it, a retry may come after the page was loaded anew.
 */
export function useAttempt(place?: string) {
  const last = useRef<Attempt | null>(null)
  return (body: unknown) => {
    const of = JSON.stringify(body)
    const before = last.current ?? (place ? (kept.read(place) as Attempt | null) : null)
    const same = before !== null && before.of === of && !answered.has(before.key)
    last.current = same ? before : { of, key: newKey() }
    if (place) kept.write(place, last.current)
    return last.current.key
  }
}
