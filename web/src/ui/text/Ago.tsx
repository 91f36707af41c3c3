import { formatRelativeTime, formatTicketTime } from './format.ts'
import { useNow } from './useNow.ts'

/** How long ago it was, with the full date as tooltip and for screen readers. */
export function Ago({ instant }: { instant: string }) {
  const now = useNow()
  return (
    <time dateTime={instant} title={formatTicketTime(instant)}>
      {formatRelativeTime(instant, now)}
      <span className="sr-only"> ({formatTicketTime(instant)})</span>
    </time>
  )
}
