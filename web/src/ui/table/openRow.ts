import type { MouseEvent } from 'react'

/**
 * A click anywhere on a row does what its name's link does, with Ctrl or the wheel in a tab of its own. Not on what does something itself,
 * nor where text is being selected; the keyboard has the link. For `onClick` and `onAuxClick` of the row.
 */
export function openRow(event: MouseEvent<HTMLElement>) {
  const { target, currentTarget: row, button } = event
  const link = row.querySelector<HTMLAnchorElement>('a[data-opens-row]')
  if (!link || button > 1 || event.defaultPrevented) return
  // What a dialog of the row is told comes here too, though it does not stand in it.
  if (!row.contains(target as Node) || (target as Element).closest('a, button, input, select, textarea, label')) return
  if (getSelection()?.isCollapsed === false) return
  if (button === 1 || event.ctrlKey || event.metaKey || event.shiftKey) window.open(link.href, '_blank', 'noopener')
  else link.click()
}
