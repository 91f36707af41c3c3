import { relativeTime, ticketTime } from './format.ts'
import { useNow } from './useNow.ts'

/** How long ago it was; the full date on hover and for screen readers. */
export function Ago({ instant }: { instant: string }) {
  const now = useNow()
  return (
    <time dateTime={instant} title={ticketTime(instant)}>
      {relativeTime(instant, now)}
      <span className="sr-only"> ({ticketTime(instant)})</span>
    </time>
  )
}
