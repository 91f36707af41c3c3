import { useEffect, useEffectEvent } from 'react'
import { localStore } from './localStore.ts'
import { createStore } from './store.ts'

/** Whether single keys are shortcuts: speech input and some readers need them off (WCAG 2.1.4). */
export const hasShortcuts = createStore(localStore.read('shortcuts') !== 'off')

export function setShortcuts(isOn: boolean) {
  hasShortcuts.set(isOn)
  localStore.write('shortcuts', isOn ? 'on' : 'off')
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])'))

/** Calls `run` with each key that is pressed alone outside of fields and
 * dialogs, in lower case; where it returns true the key has been used. */
export function useShortcuts(run: (key: string) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!hasShortcuts.get() || event.defaultPrevented) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog:modal')) return
    if (run(event.key.toLowerCase())) event.preventDefault()
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

/** Uses the control with this key in `aria-keyshortcuts`: a button
 * is pressed, a field gets the focus. Returns whether there is one. */
export function pressControlOf(key: string): boolean {
  const control = [...document.querySelectorAll<HTMLElement>('[aria-keyshortcuts]')].find(
    each =>
      each.getAttribute('aria-keyshortcuts')?.split(' ').includes(key) &&
      each.getClientRects().length > 0,
  )
  if (!control) return false
  if (control.matches('button')) control.click()
  else control.focus()
  if (control instanceof HTMLSelectElement) showOptions(control)
  return true
}

/** Where the browser can; otherwise the arrow keys choose. */
function showOptions(select: HTMLSelectElement) {
  try {
    select.showPicker?.()
  } catch {
    // not allowed without a user's gesture
  }
}
