import { useRef } from 'react'

/** A new Idempotency-Key: whatever is sent under it, however often, happens once. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Keys that have had their answer: the same again is meant to be another one. */
const answered = new Set<string>()
export const keyAnswered = (key: string) => answered.add(key)

/** The key of what a form sends: the same until it is answered, for as long as the same is sent, so that a retry makes nothing twice. */
export function useAttempt() {
  const last = useRef({ of: '', key: '' })
  return (body: unknown) => {
    const of = JSON.stringify(body)
    if (last.current.of !== of || answered.has(last.current.key)) last.current = { of, key: newKey() }
    return last.current.key
  }
}
