import type { Db } from './database.ts'

type CacheOptions<T> = { size: (result: T) => number; minSize: number; ttlMs: number }

/** The result of `load`, cached per vendor and `key` for
 * `ttlMs` when its `size` is at least `minSize`. */
export async function cached<T>(
  db: Db,
  key: string,
  load: () => Promise<T>,
  { size, minSize, ttlMs }: CacheOptions<T>,
): Promise<T> {
  const vendorKey = `${db.vendorId} ${key}`
  const entry = entries.get(vendorKey)
  if (entry && entry.expires > Date.now()) return entry.result as T
  // one caller reloads, the others get the stale result
  if (entry) entry.expires = Date.now() + staleMs
  // in a speculative request, rejects for a wrong vendor: nothing of it is cached
  const result = await load()
  if (entries.size >= 1_000) entries.clear()
  if (size(result) >= minSize) entries.set(vendorKey, { result, expires: Date.now() + ttlMs })
  else entries.delete(vendorKey)
  return result
}
const entries = new Map<string, { result: unknown; expires: number }>()
const staleMs = 2_000
