import type { MouseEvent } from 'react'

/** For `onClick` and `onAuxClick` of a row: does what its name's link
 * does, with Ctrl or the middle button in a new tab. Leaves the row's
 * controls and selected text alone; the keyboard has the link. */
export function openRow(event: MouseEvent<HTMLElement>) {
  const { target, currentTarget: row, button } = event
  const link = row.querySelector<HTMLAnchorElement>('a[data-opens-row]')
  if (!link || button > 1 || event.defaultPrevented) return
  // Events of a dialog that the row renders reach the row through React's tree.
  if (
    !row.contains(target as Node) ||
    (target as Element).closest('a, button, input, select, textarea, label')
  )
    return
  if (getSelection()?.isCollapsed === false) return
  if (button === 1 || event.ctrlKey || event.metaKey || event.shiftKey)
    window.open(link.href, '_blank', 'noopener')
  else link.click()
}
