import pg from 'pg'

/** `indexes` are sorted by an older version of the collation, so a
 * sorted list may miss rows. `name` is null for the database's own. */
export type OutdatedCollation = { name: string | null; indexes: string[] }

const outdated = `
  select c.collname::text as name, array_agg(distinct i.indexrelid::regclass::text) as indexes
    from pg_index i cross join unnest(i.indcollation::oid[]) as used(id) join pg_collation c on c.oid = used.id
   where c.collowner = current_user::regrole and c.collversion <> pg_collation_actual_version(c.oid) group by c.collname
  union all
  select null, '{}' from pg_database where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)`

/** The collations of the schema and of the database whose
 * version has changed, as with a newer ICU or C library. */
export const outdatedCollations = async (client: pg.Client): Promise<OutdatedCollation[]> =>
  (await client.query<OutdatedCollation>(outdated)).rows

/** Rebuilds the indexes of outdated collations. That of the database is its administrator's. */
export async function rebuildOutdatedIndexes(client: pg.Client): Promise<void> {
  for (const { name, indexes } of await outdatedCollations(client)) {
    if (name === null) continue
    await client.query('begin')
    for (const index of indexes) await client.query(`reindex index ${index}`) // quoted by regclass
    await client.query(`alter collation ${pg.escapeIdentifier(name)} refresh version`)
    await client.query('commit')
  }
}
