import { type Expression, sql } from 'kysely'
import { type Db, prepared } from '#platform/database/database.ts'

/** What a new vendor has done of what comes first: `company` is one to go on with. */
export async function firstSteps(db: Db) {
  const [steps] = await ask(db, {})
  return steps ?? { company: null, machine: false, assigned: false, user: false, staff: false }
}

const ask = prepared(db =>
  db.selectNoFrom([
    db
      .selectFrom('companies')
      .select('id')
      .where('dateRemoved', 'is', null)
      .orderBy('dateAdded', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(1))
      .as('company'),
    there(db.selectFrom('machines').select('id').where('dateRemoved', 'is', null)).as('machine'),
    there(db.selectFrom('companyMachines').select('id').where('dateRemoved', 'is', null)).as('assigned'),
    there(db.selectFrom('memberships').select('userId')).as('user'),
    // somebody besides the first administrator
    there(db.selectFrom('users').select('id').where(sql<boolean>`role in ('staff', 'admin')`).offset(sql.lit(1))).as('staff'),
  ]),
)

const there = (rows: Expression<unknown>) => sql<boolean>`exists ${rows}`
