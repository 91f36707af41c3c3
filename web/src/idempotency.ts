import { useRef } from 'react'

/** A new Idempotency-Key: whatever is sent under it, however often, happens once. */
export const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

/** The key of what a form sends: the same for as long as the same is sent, so that a retry makes nothing twice. */
export function useAttempt() {
  const last = useRef({ of: '', key: '' })
  return (body: unknown) => {
    const of = JSON.stringify(body)
    if (last.current.of !== of) last.current = { of, key: newKey() }
    return last.current.key
  }
}
