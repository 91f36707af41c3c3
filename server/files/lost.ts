import type pg from 'pg'
import type { Storage } from '#platform/storage/storage.ts'
import { storageKey } from './uploads.ts'

type Row = { vendorId: string; id: string; storageId: string; fileName: string }
const batchSize = 20

/** Looks for `timeout` ms at most. Returns how many of the
 * `total` files were checked, and the lost ones. */
export async function findLostFiles(
  client: pg.Client,
  storage: Storage,
  timeout: number,
): Promise<{ checked: number; total: number; lost: Row[] }> {
  const until = Date.now() + timeout
  const { rows: counted } = await client.query<{ count: number }>(
    'select count(*)::int as count from files where date_stored is not null',
  )
  const lost: Row[] = []
  let checked = 0
  let last: Pick<Row, 'vendorId' | 'id'> = {
    vendorId: '00000000-0000-0000-0000-000000000000',
    id: '00000000-0000-0000-0000-000000000000',
  }
  for (; Date.now() < until; ) {
    const { rows } = await client.query<Row>(
      `select vendor_id as "vendorId", id, coalesce(stored_as, id) as "storageId", file_name as "fileName" from files
        where (vendor_id, id) > ($1, $2) and date_stored is not null order by vendor_id, id limit ${batchSize}`,
      [last.vendorId, last.id],
    )
    const found = await Promise.all(
      rows.map(({ vendorId, storageId }) => exists(storage, storageKey(vendorId, storageId))),
    )
    lost.push(...rows.filter((_, n) => !found[n]))
    checked += rows.length
    last = rows.at(-1) ?? last
    if (rows.length < batchSize) break
  }
  return { checked, total: counted[0]?.count ?? 0, lost }
}

async function exists(storage: Storage, key: string): Promise<boolean> {
  const first = await storage.get(key, { start: 0, end: 0 })
  first?.bytes.resume()
  return first !== null
}
