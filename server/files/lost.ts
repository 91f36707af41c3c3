import type pg from 'pg'
import type { Storage } from '#platform/storage/storage.ts'
import { storageKey } from './uploads.ts'

type Row = { vendorId: string; id: string; fileName: string }
/** How many files are asked for at once. */
const maxExamples = 20

/** Looks for the bytes of every file, and for no longer than so many ms: how many it has looked for, of how many, and those that are nowhere. */
export async function findLostFiles(
  client: pg.Client,
  storage: Storage,
  patience: number,
): Promise<{ looked: number; of: number; lost: Row[] }> {
  const until = Date.now() + patience
  const { rows: counted } = await client.query<{ count: number }>('select count(*)::int as count from files where date_stored is not null')
  const lost: Row[] = []
  let looked = 0
  let last: Pick<Row, 'vendorId' | 'id'> = { vendorId: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' }
  for (; Date.now() < until; ) {
    const { rows } = await client.query<Row>(
      `select vendor_id as "vendorId", id, file_name as "fileName" from files
        where (vendor_id, id) > ($1, $2) and date_stored is not null order by vendor_id, id limit ${maxExamples}`,
      [last.vendorId, last.id],
    )
    const there = await Promise.all(rows.map(({ vendorId, id }) => isThere(storage, storageKey(vendorId, id))))
    lost.push(...rows.filter((_, n) => !there[n]))
    looked += rows.length
    last = rows.at(-1) ?? last
    if (rows.length < maxExamples) break
  }
  return { looked, of: counted[0]?.count ?? 0, lost }
}

async function isThere(storage: Storage, key: string): Promise<boolean> {
  const first = await storage.get(key, { start: 0, end: 0 })
  first?.bytes.resume()
  return first !== null
}
