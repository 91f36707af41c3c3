import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'
import { senderOf } from '#platform/mail/mailer.ts'
import { fromOf } from '../../mail/sender.ts'
import { readSender } from '../../vendors/sender.ts'
import type { MailText, ReadMail } from '../content/mail-task.ts'
import { compareReply } from '../content/read-mail.ts'
import { answersInside } from '../text/answers-inside.ts'
import type { Answered } from '../text/reply.ts'

const mostQuoted = 20

/** What a quote of the portal's mails about a ticket has. */
export async function readKnown(
  db: Db,
  config: Config,
  ticketId: string,
): Promise<Omit<Answered, 'keepsDoubtful'>> {
  const [sender, messages] = await Promise.all([
    readSender(db),
    db
      .selectFrom('messages')
      .select('contents')
      .where('ticketId', '=', ticketId)
      .orderBy('dateAdded', 'desc')
      .orderBy('id', 'desc')
      .limit(mostQuoted)
      .execute(),
  ])
  return {
    messages: messages.map(({ contents }) => contents),
    addresses: [fromOf(config, sender).address, senderOf(config.mailFrom).address],
  }
}

/** What the author of a reply wrote, also `inside` the quote. */
export async function readOwnText(
  vendor: string,
  raw: Buffer,
  { mailText: read }: ReadMail,
  answered: Answered,
): Promise<{ mailText: MailText; inside: string }> {
  const isCut = read.text !== read.whole
  const mailText = isCut ? await compareReply(raw, answered, vendor) : read
  return { mailText, inside: answersInside(mailText.quote, [...answered.messages]) }
}
