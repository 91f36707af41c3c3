import { formatRelativeTime, formatTicketTime } from './format.ts'
import { useNow } from './useNow.ts'

export function Ago({ instant }: { instant: string }) {
  const now = useNow()
  return (
    <time dateTime={instant} title={formatTicketTime(instant)}>
      <span>{formatRelativeTime(instant, now)}</span>
      <span className="sr-only">{` (${formatTicketTime(instant)})`}</span>
    </time>
  )
}
