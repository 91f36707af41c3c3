import { useState } from 'react'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import type { Selection } from '../../ui/table/columns.ts'

const none: ReadonlySet<string> = new Set()

/** The tickets chosen in a list; a ticket that has left the list is no longer chosen. */
export function useSelection(rows: readonly TicketRow[]) {
  const [chosen, setChosen] = useState(none)
  const [last, setLast] = useState('')
  const selected = rows.filter(({ _id }) => chosen.has(_id))
  const ids: ReadonlySet<string> = new Set(selected.map(({ _id }) => _id))

  function toggle({ _id }: TicketRow, isRange: boolean) {
    const indexOf = (id: string) => rows.findIndex(row => row._id === id)
    const [from, to] = [isRange ? indexOf(last) : -1, indexOf(_id)]
    const range = from === -1 ? [_id] : rowsBetween(from, to).map(row => row._id)
    setChosen(
      new Set(ids.has(_id) ? [...ids].filter(id => !range.includes(id)) : [...ids, ...range]),
    )
    setLast(_id)
  }
  const rowsBetween = (from: number, to: number) =>
    rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  const selection: Selection<TicketRow> = {
    ids,
    toggle,
    toggleAll: () =>
      setChosen(ids.size === rows.length ? none : new Set(rows.map(({ _id }) => _id))),
    labelOf: ticket => t.select(ticketName(ticket)),
    allLabel: t.selectAll,
  }
  const unchoose = (tickets: readonly TicketRow[]) =>
    setChosen(chosen => new Set([...chosen].filter(id => !tickets.some(({ _id }) => _id === id))))
  return { selection, selected, unchoose, clear: () => setChosen(none) }
}
