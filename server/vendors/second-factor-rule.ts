import type { Db } from '#platform/database/database.ts'

/** Whether the vendor requires a second factor of all users but
 * customers. `forShare`: the rule stays until the transaction ends. */
export async function requiresSecondFactor(db: Db, lock?: 'forShare'): Promise<boolean> {
  const vendor = db
    .selectFrom('vendors')
    .select('secondFactorRequired')
    .where('vendorId', '=', db.vendorId)
  return (await (lock ? vendor.forShare() : vendor).executeTakeFirstOrThrow()).secondFactorRequired
}

export const setSecondFactorRequired = (db: Db, secondFactorRequired: boolean) =>
  db
    .updateTable('vendors')
    .set({ secondFactorRequired })
    .where('vendorId', '=', db.vendorId)
    .execute()
