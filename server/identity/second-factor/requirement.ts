import type { Config } from '#platform/config/config.ts'
import { type Database, type Db, platformVendor } from '#platform/database/database.ts'
import { requiresSecondFactor } from '../../vendors/second-factor-rule.ts'
import { endSessions } from '../sessions/sessions.ts'

type Rule = Pick<Config, 'operatorSecondFactor'>

/** Whether a user of the team or an operator must have one: by the
 * vendor's rule, an operator also by OPERATOR_SECOND_FACTOR. */
export const needsSecondFactor = async (
  db: Db,
  { operatorSecondFactor }: Rule,
  homeVendorId: string,
  lock?: 'forShare',
) =>
  (operatorSecondFactor && homeVendorId === platformVendor) ||
  (await requiresSecondFactor(db, lock))

export const endOperatorSessionsWithoutSecondFactor = ({ inVendor }: Database) =>
  inVendor(platformVendor, endSessionsWithoutSecondFactor)

async function endSessionsWithoutSecondFactor(db: Db) {
  const operators = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'operator')
    .where(({ exists, not, selectFrom }) => {
      const confirmed = selectFrom('secondFactors')
        .select('userId')
        .where('dateConfirmed', 'is not', null)
      return not(exists(confirmed.whereRef('secondFactors.userId', '=', 'users.id')))
    })
    .execute()
  for (const { id } of operators) await endSessions(db, id)
}
