import { IconX } from '@tabler/icons-react'
import { TicketPriority, tickets } from '#contract/tickets.ts'
import { useStore } from '../../browser/store.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { useMe } from '../../identity/session/session.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Select } from '../../ui/controls/Select.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import { isolate } from '../../ui/text/isolate.ts'
import { useNow } from '../../ui/text/useNow.ts'
import type { TicketsChange } from '../changeTickets.ts'
import { labelOf, snoozeTimes } from '../snoozeTimes.ts'
import classes from './SelectionBar.module.css'
import type { TicketSelection } from './useSelection.ts'

const nobody = 'nobody'
const unsnoozed = 'unsnoozed'

type Props = {
  selection: TicketSelection
  isBusy: boolean
  onChange: (change: TicketsChange) => void
}

/** What can be done to the chosen tickets, once there are some. */
export function SelectionBar(props: Props) {
  const { ids, selected } = props.selection
  const count = useStore({ ...ids, get: () => selected().length })
  return count > 0 && <Bar count={count} {...props} />
}

function Bar({ count, selection, isBusy, onChange }: Props & { count: number }) {
  const { _id: me } = useMe()
  const { data } = useRouteQuery(tickets.assignees)
  const times = snoozeTimes(useNow())
  const people = (data?.assignees ?? []).toSorted(
    (a, b) => Number(b._id === me) - Number(a._id === me),
  )
  return (
    <section className={classes.bar} data-bar aria-label={t.selection} aria-busy={isBusy}>
      <span role="status">{t.selected(formatNumber(count))}</span>
      <Choose
        shortcut="a"
        label={t.assign}
        options={[
          ...people.map(({ _id, name }) => ({
            value: _id,
            label: _id === me ? t.me(isolate(name)) : name,
          })),
          { value: nobody, label: t.nobody },
        ]}
        onChoose={value => onChange({ assignee: value === nobody ? null : value })}
      />
      <Choose
        shortcut="p"
        label={t.priority}
        options={TicketPriority.options.map(value => ({ value, label: t.priorities[value] }))}
        onChoose={value => onChange({ priority: TicketPriority.parse(value) })}
      />
      <Choose
        shortcut="s"
        label={t.snoozeUntil}
        options={[
          ...times.map(time => ({ value: time.date, label: labelOf(time, selection.selected()) })),
          { value: unsnoozed, label: t.endSnooze },
        ]}
        onChoose={value => onChange({ dateSnoozed: value === unsnoozed ? null : value })}
      />
      <Button
        variant="plain"
        aria-keyshortcuts="e"
        busy={isBusy}
        onClick={() => onChange({ status: 'closed' })}
      >
        {t.closeSeveral}
      </Button>
      <IconButton icon={IconX} label={t.unselect} onClick={selection.clear} />
    </section>
  )
}

/** A select that keeps its name: each choice is an action. */
const Choose = ({
  shortcut,
  label,
  options,
  onChoose,
}: {
  shortcut: string
  label: string
  options: { value: string; label: string }[]
  onChoose: (value: string) => void
}) => (
  <Select
    acts
    aria-label={label}
    aria-keyshortcuts={shortcut}
    value=""
    options={[{ value: '', label }, ...options]}
    onChange={({ target: { value } }) => value && onChoose(value)}
  />
)
