import type { Db } from '#platform/database/database.ts'

const mostAnswers = 10

export type AskedMail = { id: string; fingerprint: string }

/** A user's mail that was answered, and their answers to its
 * question for the machine that named none, oldest first. */
export const askedMails = (
  db: Db,
  userId: string,
  id: string,
): Promise<(AskedMail & { ticketId: string | null })[]> =>
  db
    .selectFrom('receivedMails')
    .select(['id', 'fingerprint', 'ticketId'])
    .where(eb => eb.or([eb('id', '=', id), eb('asked', '=', id)]))
    .where('userId', '=', userId)
    .where('state', '=', 'answered')
    .orderBy('dateReceived')
    .orderBy('id')
    .limit(1 + mostAnswers)
    .execute()
