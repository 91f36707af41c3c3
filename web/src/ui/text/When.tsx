import { formatTicketTime, formatWhen } from './format.ts'
import { useNow } from './useNow.ts'

/** `bugün 13:31`, with the second in its tooltip. */
export const When = ({ instant }: { instant: string }) => (
  <time dateTime={instant} title={formatTicketTime(instant)}>
    {formatWhen(instant, useNow())}
  </time>
)
