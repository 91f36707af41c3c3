import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteMutation, useRouteQuery } from '../../data/queries.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'

/** A call that assigns the ticket, refused where another one has done so since it was shown. */
export function useAssign({ _id: ticket, assignee: assigneeBefore }: Ticket) {
  const change = useRouteMutation(tickets.change, ({ message }) => message, {
    describe: t.notChanged,
  })
  return (assignee: string | null) =>
    change({ params: { ticket }, body: { assignee, assigneeBefore } }).catch(() => {})
}

export function AssigneeChoice({ ticket }: { ticket: Ticket }) {
  const { _id: me } = useMe()
  const { data } = useRouteQuery(tickets.assignees)
  const assign = useAssign(ticket)
  const { assignee, assigneeName } = ticket
  const current = assignee === null ? [] : [{ _id: assignee, name: assigneeName ?? '' }]
  const people = data?.assignees ?? current
  return (
    <Select
      aria-label={t.assignee}
      value={assignee ?? ''}
      options={[
        { value: '', label: t.nobody },
        ...people
          .toSorted((a, b) => Number(b._id === me) - Number(a._id === me))
          .map(({ _id, name }) => ({ value: _id, label: _id === me ? t.me(name) : name })),
      ]}
      onChange={event => void assign(event.target.value || null)}
    />
  )
}
