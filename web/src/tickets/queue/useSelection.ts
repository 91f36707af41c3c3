import { useRef, useState } from 'react'
import { ticketName } from '#contract/text/ticket-names.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { createStore } from '../../browser/store.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import type { Selection } from '../../ui/table/columns.ts'

const none: ReadonlySet<string> = new Set()

export type TicketSelection = Selection<TicketRow> & {
  selected: () => readonly TicketRow[]
  unchoose: (tickets: readonly TicketRow[]) => void
  clear: () => void
}

/** The tickets chosen in a list; a ticket that has left the list is no longer chosen. */
export function useSelection(rows: readonly TicketRow[]): TicketSelection {
  const [ids] = useState(() => createStore(none))
  const last = useRef('')
  const selected = () => rows.filter(({ _id }) => ids.get().has(_id))

  function toggle({ _id }: TicketRow, isRange: boolean) {
    const indexOf = (id: string) => rows.findIndex(row => row._id === id)
    const [from, to] = [isRange ? indexOf(last.current) : -1, indexOf(_id)]
    const range = from === -1 ? [_id] : idsOf(rowsBetween(from, to))
    const before = idsOf(selected())
    ids.set(
      new Set(
        before.includes(_id) ? before.filter(id => !range.includes(id)) : [...before, ...range],
      ),
    )
    last.current = _id
  }
  const rowsBetween = (from: number, to: number) =>
    rows.slice(Math.min(from, to), Math.max(from, to) + 1)
  return {
    ids,
    selected,
    toggle,
    toggleAll: () => ids.set(selected().length === rows.length ? none : new Set(idsOf(rows))),
    unchoose: tickets =>
      ids.set(new Set([...ids.get()].filter(id => !tickets.some(({ _id }) => _id === id)))),
    clear: () => ids.set(none),
    labelOf: ticket => t.select(ticketName(ticket)),
    allLabel: t.selectAll,
  }
}

const idsOf = (tickets: readonly TicketRow[]) => tickets.map(({ _id }) => _id)
