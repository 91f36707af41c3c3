import { type Ticket, TicketPriority, tickets } from '#contract/tickets.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'

export function PriorityChoice({ ticket: { _id: ticket, priority } }: { ticket: Ticket }) {
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
    scope: `priority ${ticket}`, // of several choices the last one holds
  })
  return (
    <Select
      acts
      aria-label={t.priority}
      aria-keyshortcuts="p"
      value={priority}
      options={TicketPriority.options.map(value => ({ value, label: t.priorities[value] }))}
      onChange={({ target: { value } }) =>
        void change({ params: { ticket }, body: { priority: TicketPriority.parse(value) } }).catch(
          () => {}, // announced by the mutation cache
        )
      }
    />
  )
}
