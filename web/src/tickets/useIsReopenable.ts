import type { Ticket } from '#contract/tickets.ts'
import { useNow } from '../ui/text/useNow.ts'

/** Whether customers may reopen or unarchive a ticket now; the team always may. */
export function useIsReopenable({ dateReopenEnd }: Ticket): boolean {
  const now = useNow()
  return dateReopenEnd !== null && Date.parse(dateReopenEnd) > now
}
