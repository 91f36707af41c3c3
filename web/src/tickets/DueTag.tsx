import { ticketMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { formatRoughDuration, formatTicketTime } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import { urgencyAt } from './urgency.ts'

/** By when the team is to reply: how much time is left, or how late it is. */
export function DueTag({ instant }: { instant: string }) {
  const left = Date.parse(instant) - useNow()
  const duration = formatRoughDuration(Math.abs(left))
  const urgency = urgencyAt(left)
  return (
    <Tag tone={urgency === 'good' ? 'idle' : urgency}>
      <time dateTime={instant} title={formatTicketTime(instant)}>
        {left < 0 ? t.replyLate(duration) : t.replyDue(duration)}
      </time>
    </Tag>
  )
}
