import { useRef } from 'react'
import { type Ticket, tickets, WaitingFor } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'

/** Whose reply an open ticket waits for: the team keeps it, or asks the customer by telephone. */
export function WaitingForChoice({ ticket: { _id, waitingFor, dateWaiting } }: { ticket: Ticket }) {
  const left = useRef({ at: Number.NEGATIVE_INFINITY, dateWaiting })
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `waiting for ${_id}`, // of several choices the last one holds
  })
  function choose(next: WaitingFor) {
    const isTakenBack = next === 'team' && performance.now() - left.current.at < takenBackWithinMs
    const since = isTakenBack && left.current.dateWaiting
    if (next === 'customer') left.current = { at: performance.now(), dateWaiting }
    const body = { waitingFor: next, ...(since && { dateWaiting: since }) }
    void change({ params: { ticket: _id }, body }).catch(() => {}) // announced by the mutation cache
  }
  return (
    <Select
      acts
      aria-label={t.waitingFor}
      value={waitingFor ?? ''}
      options={WaitingFor.options.map(value => ({ value, label: t.waitingForSides[value] }))}
      onChange={({ target: { value } }) => choose(WaitingFor.parse(value))}
    />
  )
}

/** A wrong choice that is taken back so soon leaves the reply due when it was. */
const takenBackWithinMs = 60_000
