import { useRef, useState } from 'react'
import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'

/** Assigns the ticket, where nobody else has done so since it was shown. Of choices made while
 * a call runs, as by arrow keys, the last one is sent after it; `chosen` until they are done. */
export function useAssign({ _id: ticket, assignee }: Ticket) {
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
  })
  const [chosen, setChosen] = useState<{ assignee: string | null } | null>(null)
  const latest = useRef(assignee)
  const isRunning = useRef(false)

  async function assign(next: string | null) {
    latest.current = next
    setChosen({ assignee: next })
    if (isRunning.current) return
    isRunning.current = true
    try {
      for (let before = assignee; latest.current !== before; ) {
        const sent = latest.current
        await change({ params: { ticket }, body: { assignee: sent, assigneeBefore: before } })
        before = sent
      }
    } catch {
      // announced by the mutation cache
    } finally {
      isRunning.current = false
      setChosen(null)
    }
  }
  return { chosen, assign }
}
