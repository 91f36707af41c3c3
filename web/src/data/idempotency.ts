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

/** `of` is the user's input as JSON, `body` the body first sent with
 * the key. The browser stores it under these property names. */
type Attempt = { of: string; key: string; body: unknown; begun: number }

/** Adds the key to a form's body; with a `store` also after a reload. Until a
 * response it repeats the first key and body for the same input: the server
 * refuses another body under the key, and a file uploaded again has another id. */
export function useIdempotencyKey(store?: {
  read: () => unknown
  write: (attempt: unknown) => void
}) {
  const last = useRef<Attempt | null>(null)
  return <T>(body: T, chosen: unknown = body): { body: T; idempotencyKey: string } => {
    const of = JSON.stringify(chosen)
    const previous = last.current ?? ((store?.read() ?? null) as Attempt | null)
    const isRetry =
      previous?.of === of &&
      !answeredKeys.has(previous.key) &&
      Date.now() - previous.begun < keyLifetime
    const attempt = isRetry
      ? previous
      : { of, key: createIdempotencyKey(), body, begun: Date.now() }
    last.current = attempt
    store?.write(attempt)
    return { body: attempt.body as T, idempotencyKey: attempt.key }
  }
}
