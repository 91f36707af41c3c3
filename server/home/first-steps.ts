import { type Expression, sql } from 'kysely'
import { type Db, prepareQuery } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'

export async function firstSteps(db: Db) {
  const [steps] = await readSteps(db, {})
  return steps ?? { company: null, machine: false, assigned: false, user: false, staff: false }
}

const readSteps = prepareQuery(db =>
  db.selectNoFrom([
    db
      .selectFrom('companies')
      .select('id')
      .where('dateRemoved', 'is', null)
      .orderBy('dateAdded', 'desc')
      .orderBy('id', 'desc')
      .limit(sql.lit(1))
      .as('company'),
    exists(db.selectFrom('machines').select('id').where('dateRemoved', 'is', null)).as('machine'),
    exists(db.selectFrom('companyMachines').select('id').where('dateRemoved', 'is', null)).as(
      'assigned',
    ),
    exists(
      db
        .selectFrom('memberships')
        .innerJoin('users', byId('users', 'memberships.userId'))
        .where('users.isContact', '=', sql.lit(false))
        .select('memberships.userId'),
    ).as('user'),
    // a second user beside the first administrator
    exists(
      db
        .selectFrom('users')
        .select('id')
        .where(sql<boolean>`role in ('staff', 'admin')`)
        .offset(sql.lit(1)),
    ).as('staff'),
  ]),
)

const exists = (rows: Expression<unknown>) => sql<boolean>`exists ${rows}`
