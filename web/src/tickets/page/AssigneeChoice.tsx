import { type Ticket, tickets } from '#contract/tickets.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Select } from '../../ui/controls/Select.tsx'
import { isolate } from '../../ui/text/isolate.ts'
import { useAssign } from './useAssign.ts'

export function AssigneeChoice({ ticket }: { ticket: Ticket }) {
  const { _id: me } = useMe()
  const { data } = useRouteQuery(tickets.assignees)
  const { chosen, assign } = useAssign(ticket)
  const { assignee, assigneeName } = ticket
  const colleagues = data?.assignees ?? []
  const isListed = assignee === null || colleagues.some(({ _id }) => _id === assignee)
  const people = isListed
    ? colleagues
    : [{ _id: assignee, name: assigneeName ?? '' }, ...colleagues]
  return (
    <Select
      acts
      aria-label={t.assignee}
      aria-keyshortcuts="a"
      value={(chosen ?? ticket).assignee ?? ''}
      options={[
        { value: '', label: t.nobody },
        ...people
          .toSorted((a, b) => Number(b._id === me) - Number(a._id === me))
          .map(({ _id, name }) => ({ value: _id, label: _id === me ? t.me(isolate(name)) : name })),
      ]}
      onChange={event => void assign(event.target.value || null)}
    />
  )
}
