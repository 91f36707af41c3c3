import type { TicketRow } from '#contract/tickets.ts'
import { pressControlOf, useShortcuts } from '../../browser/shortcuts.ts'
import type { TicketSelection } from './useSelection.ts'

const rowLinks = () => [...document.querySelectorAll<HTMLElement>('main [data-opens-row]')]

export function focusRow(index: number) {
  const links = rowLinks()
  links[Math.min(Math.max(index, 0), links.length - 1)]?.focus()
}

/** The keys of a list of tickets, for the row that has the focus. */
export function useQueueKeys(rows: readonly TicketRow[], selection?: TicketSelection) {
  useShortcuts(key => {
    const links = rowLinks()
    const focused = links.findIndex(link =>
      link.closest('tr, li')?.contains(document.activeElement),
    )
    // Beside a ticket from its row on, after a choice from the first chosen row on.
    const marked = links.findIndex(link =>
      link.closest('[aria-current], [data-selected], [data-current]'),
    )
    const current = focused === -1 ? marked : focused
    const ticket = rows[current]
    if (key === 'j' || key === 'k') {
      focusRow(key === 'j' ? current + 1 : current - 1)
      return true
    }
    if (!selection) return false
    const hasSelection = selection.selected().length > 0
    if (key === 'escape' && hasSelection) {
      selection.clear()
      focusRow(current)
      return true
    }
    if (key === 'x' && ticket) {
      selection.toggle(ticket, false)
      return true
    }
    if (!['a', 'p', 's', 'e'].includes(key) || hasSelection || !ticket) return false
    selection.toggle(ticket, false)
    requestAnimationFrame(() => pressControlOf(key)) // of the bar that this shows
    return true
  })
}
