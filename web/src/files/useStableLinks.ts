import { useState } from 'react'
import { linkLifetime } from './linkLifetime.ts'

/** A signed link changes with every answer though its picture does not: the first one is kept for as long as it is surely good. */
export function useStableLinks(link: string | null) {
  const [steady, setSteady] = useState({ link, since: Date.now() })
  const stale = steady.link !== link && (steady.link === null || link === null || Date.now() - steady.since > linkLifetime)
  if (stale) setSteady({ link, since: Date.now() })
  return stale ? link : steady.link
}
