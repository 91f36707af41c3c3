import { useState } from 'react'
import { linkLifetime } from './refetchWhileChecking.ts'

/** Keeps the first signed link while it is valid: each response has
 * another one, and the browser would load the picture again. */
export function useStableLinks(link: string | null) {
  const [stable, setStable] = useState({ link, since: Date.now() })
  const isStale =
    stable.link !== link &&
    (stable.link === null || link === null || Date.now() - stable.since > linkLifetime)
  if (isStale) setStable({ link, since: Date.now() })
  return isStale ? link : stable.link
}
