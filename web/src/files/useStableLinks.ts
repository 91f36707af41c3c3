import { useState } from 'react'
import { linkLifetime } from './refetchWhileChecking.ts'

type Linked = { id: string; previewURL: string | null }
type Kept = Record<string, { link: string | null; since: number }>

/** Keeps the first signed preview link of each file while it is valid: each response
 * has another one, and the browser would load the picture again. By file. */
export function useStableLinks(files: readonly Linked[]): Record<string, string | null> {
  const [kept, setKept] = useState<Kept>({})
  const current: Kept = {}
  for (const { id, previewURL: link } of files) {
    const before = kept[id]
    const isStale =
      !before ||
      (before.link !== link &&
        (before.link === null || link === null || Date.now() - before.since > linkLifetime))
    current[id] = isStale ? { link, since: Date.now() } : before
  }
  if (files.some(({ id }) => current[id] !== kept[id])) setKept(current)
  return Object.fromEntries(Object.entries(current).map(([id, { link }]) => [id, link]))
}
