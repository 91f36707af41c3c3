import { useRef } from 'react'

/** A new Idempotency-Key: whatever is sent under it, however often, happens once. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** Keys that have had their answer: the same again is meant to be another one. */
const answered = new Set<string>()
export const markKeyAnswered = (key: string) => answered.add(key)

/** The server knows a key for a day: what was sent under one before is not sent under it again, in ms. */
export const keyLifetime = 23 * 3_600_000

/** `of` is what the user has chosen to send; `body` is what was sent of it under the key. */
type Attempt = { of: string; key: string; body: unknown; begun: number }

/**
 * What a form sends, with its key: the same until it is answered, for as long as `of` is the same, so that a retry makes nothing twice.
 * It is the body that was sent first, as the server refuses another one under its key: a file that was uploaded again has another id.
 * With a `store` to keep it in, a retry may come after the page was loaded anew.
 */
export function useAttempt(store?: { read: () => unknown; write: (attempt: unknown) => void }) {
  const last = useRef<Attempt | null>(null)
  return <T>(body: T, chosen: unknown = body): { body: T; idempotencyKey: string } => {
    const of = JSON.stringify(chosen)
    const before = last.current ?? ((store?.read() ?? null) as Attempt | null)
    const same = before?.of === of && !answered.has(before.key) && Date.now() - before.begun < keyLifetime
    const attempt = same ? before : { of, key: newKey(), body, begun: Date.now() }
    last.current = attempt
    store?.write(attempt)
    return { body: attempt.body as T, idempotencyKey: attempt.key }
  }
}
