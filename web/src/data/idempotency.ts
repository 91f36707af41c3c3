import { useRef } from 'react'

/** The server executes requests with the same Idempotency-Key once. */
export const createIdempotencyKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Keys with a response: sending the same input again is a new request. */
const answeredKeys = new Set<string>()
export const markKeyAnswered = (key: string) => answeredKeys.add(key)

/** The server stores a key for 24 h; the client reuses it for an hour less, in ms. */
export const keyLifetime = 23 * 3_600_000

/** Adds the key to a form's body. Until a response it repeats the first key for the same input. */
export function useIdempotencyKey() {
  const last = useRef<{ of: string; key: string; begun: number } | null>(null)
  return <T>(body: T): { body: T; idempotencyKey: string } => {
    const of = JSON.stringify(body)
    const previous = last.current
    const isRetry =
      previous?.of === of &&
      !answeredKeys.has(previous.key) &&
      Date.now() - previous.begun < keyLifetime
    const attempt = isRetry ? previous : { of, key: createIdempotencyKey(), begun: Date.now() }
    last.current = attempt
    return { body, idempotencyKey: attempt.key }
  }
}
