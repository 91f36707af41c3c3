import { type Ticket, tickets, WaitingFor } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'

/** Whose reply an open ticket waits for: the team keeps it, or asks the customer by telephone. */
export function WaitingForChoice({ ticket: { _id: ticket, waitingFor } }: { ticket: Ticket }) {
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `waiting for ${ticket}`, // of several choices the last one holds
  })
  return (
    <Select
      aria-label={t.waitingFor}
      value={waitingFor ?? ''}
      options={WaitingFor.options.map(value => ({ value, label: t.waitingForSides[value] }))}
      onChange={({ target: { value } }) =>
        void change({ params: { ticket }, body: { waitingFor: WaitingFor.parse(value) } }).catch(
          () => {}, // announced by the mutation cache
        )
      }
    />
  )
}
