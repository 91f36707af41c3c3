import type { Db } from './database.ts'

/** How large something must be to be kept, and for how many milliseconds it is. */
type CacheOptions<T> = { size: (answer: T) => number; from: number; ms: number }

/**
 * Asks, or answers what was answered a moment ago: so what is large costs the same however many ask for it. What is small is exact at
 * each call. `what` tells one of a vendor's questions from the others, and must name whatever else the answer depends on.
 *
 * A request that reads supposes whose vendor it is at before it knows (see `inRequest`). That keeps nothing of one vendor under another:
 * until the supposed opening has been confirmed, every round trip of `ask` carries it, and rejects where it answers otherwise; so `ask` has
 * an answer only if the vendor was the right one. And what is known already is answered without a round trip, but reaches nobody
 * before the opening is confirmed at the end.
 */
export async function cached<T>(db: Db, what: string, ask: () => Promise<T>, { size, from, ms }: CacheOptions<T>): Promise<T> {
  const key = `${db.vendorId} ${what}`
  const known = entries.get(key)
  if (known && known.until > Date.now()) return known.answer as T
  if (known) known.until = Date.now() + staleMs // one asks anew, and the others do not wait for it
  const answer = await ask()
  if (entries.size >= 1_000) entries.clear()
  if (size(answer) >= from) entries.set(key, { answer, until: Date.now() + ms })
  else entries.delete(key)
  return answer
}
const entries = new Map<string, { answer: unknown; until: number }>()
/** So long what has had its time is told once more, while somebody asks anew. In ms. */
const staleMs = 2_000
