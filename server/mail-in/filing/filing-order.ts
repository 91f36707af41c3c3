import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { localPartOf, tokenOf } from '../receiving/addresses.ts'
import { hasFailedAttempt, type WaitingMail } from '../receiving/settle.ts'

const longestWait = 60
/** Seconds, for one that was not tried yet or is being
 * filed: beyond them its job was lost, as by a restore. */
const longestBacklog = 3_600
/** Seconds after which a mail looks again for an earlier
 * one; usually the attempt of that one files it before. */
const nextLook = 5

/** Whether an earlier mail to the reply address, or of the sender to
 * the vendor's address, is still to be filed: they keep their order. */
export const hasEarlierMail = async (db: Db, config: OrderConfig, mail: WaitingMail) =>
  (await waitingWith(db, config, mail)
    .where('id', '<', mail.id)
    .where(
      sql<boolean>`date_changed > now() - make_interval(secs => case when ${hasFailedAttempt} then ${sql.lit(longestWait)} else ${sql.lit(longestBacklog)} end)`,
    )
    .executeTakeFirst()) !== undefined

export const findNextMail = async (
  db: Db,
  config: OrderConfig,
  mail: WaitingMail,
): Promise<string | undefined> =>
  (
    await waitingWith(db, config, mail)
      .where('id', '>', mail.id)
      .where('dateAttempted', 'is', null)
      .orderBy('id')
      .executeTakeFirst()
  )?.id

type OrderConfig = Pick<Config, 'mailInUrl'>

function waitingWith(db: Db, config: OrderConfig, { recipient, envelopeFrom }: WaitingMail) {
  const isReply = tokenOf(localPartOf(config, recipient) ?? '') !== null
  return db
    .selectFrom('receivedMails')
    .select('id')
    .where('recipient', '=', recipient)
    .where('state', '=', 'waiting')
    .$if(!isReply, query => query.where('envelopeFrom', '=', envelopeFrom))
    .limit(1)
}

export const fileLater = (db: Db, mail: string, seconds = nextLook) =>
  db.jobs.send(db, 'mail.received', { mail }, [randomUUID()], seconds)
