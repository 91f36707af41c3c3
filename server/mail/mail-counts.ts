import { sql } from 'kysely'
import { type MailCounts, type MailOutcome, mailCountDays, mailOutcomes } from '#contract/mail.ts'
import {
  type Database,
  type Db,
  type Placeholders,
  platformVendor,
  prepareQuery,
} from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'
import { publish } from '../events/notices.ts'

export function countMails(db: Db, outcome: MailOutcome, count = 1) {
  publish(db, { kind: 'mail' })
  return addToCount(db, { outcome, count })
}

const addToCount = prepareQuery(
  (db, { outcome, count }: Placeholders<{ outcome: MailOutcome; count: number }>) =>
    db
      .insertInto('mailCounts')
      .values({ outcome, count })
      .onConflict(conflict =>
        conflict
          .columns(['vendorId', 'day', 'outcome'])
          .doUpdateSet({ count: sql<number>`mail_counts.count + excluded.count` }),
      ),
)

export async function readMailCounts(db: Db): Promise<MailCounts> {
  const outcomes = db
    .selectFrom('mailCounts')
    .select(['outcome', sql<number>`sum(count)::int`.as('count')])
    .where(isRecent)
    .groupBy('outcome')
  const undelivered = db
    .selectFrom('mails')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('state', '<>', 'failed')
  const [rows, { count: waiting }] = await Promise.all([
    outcomes.execute(),
    undelivered.executeTakeFirstOrThrow(),
  ])
  return { waiting, ...countsOf(rows) }
}

export const sumMailCounts = async (database: Database): Promise<OutcomeCounts> =>
  countsOf(
    (await database.runAtVendor(
      platformVendor,
      statement('select outcome, count from sum_mail_counts()'),
    )) as CountRow[],
  )

export const sweepMailCounts = (db: Db) =>
  db.deleteFrom('mailCounts').where(sql<boolean>`not ${isRecent}`).execute()

type OutcomeCounts = Record<MailOutcome, number>
type CountRow = { outcome: string; count: number }

const isRecent = sql<boolean>`(day > current_date - ${sql.lit(mailCountDays)}::int)`

function countsOf(rows: CountRow[]): OutcomeCounts {
  const counts = new Map(rows.map(({ outcome, count }) => [outcome, count]))
  return Object.fromEntries(
    mailOutcomes.map(outcome => [outcome, counts.get(outcome) ?? 0]),
  ) as OutcomeCounts
}
