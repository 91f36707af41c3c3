import type { Actor } from '#contract/actor.ts'
import type { FieldChange } from '#contract/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { oneLine } from '#platform/mail/mailer.ts'
import { type Email, onlySender } from '#platform/mail/parse-mail.ts'
import { writeAudit } from '../../audit/audit-log.ts'
import type { ReceivedRow } from '../receiving/settle.ts'

type Change = {
  action: 'tickets.open' | 'tickets.reply' | 'tickets.replyOfAccount'
  ids: Record<string, string>
  subject?: string
  changes?: FieldChange[]
}

/** As the portal's call would; the device is the mail's sender, the request the received mail. */
export const auditMail = (
  db: Db,
  { id, clientAddress }: ReceivedRow,
  email: Email,
  actor: Actor,
  change: Change,
) =>
  writeAudit(
    db,
    {
      address: clientAddress,
      device: oneLine(`mailto:${onlySender(email)?.address ?? ''}`, 300),
      request: id,
    },
    { actor, ...change },
  )
