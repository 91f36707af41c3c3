import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react'
import { keyOf } from './keys.ts'
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
  (target.isContentEditable ||
    target.matches('textarea, select:not([data-acts]), input:not([type=checkbox])') ||
    (target instanceof HTMLSelectElement && isOpen(target) !== false))

/** Whether the options of a select are shown; undefined where the browser does not tell. */
function isOpen(select: HTMLSelectElement): boolean | undefined {
  try {
    return select.matches(':open')
  } catch {
    return undefined
  }
}

/** For a select whose choice is carried out at once: while its options are hidden,
 * a letter chooses none of them, and is a shortcut of the page; an arrow shows them. */
export function keepChoice(event: ReactKeyboardEvent<HTMLSelectElement>) {
  const { currentTarget: select, ctrlKey, metaKey, altKey } = event
  const key = keyOf(event)
  if (ctrlKey || metaKey || altKey || isOpen(select) !== false) return
  const isArrow = key.startsWith('arrow')
  if (!isArrow && key.length !== 1 && !['home', 'end', 'pageup', 'pagedown'].includes(key)) return
  event.preventDefault()
  if (isArrow || key === ' ') showOptions(select)
}

/** Calls `run` with each key that is pressed alone outside of fields and
 * dialogs, in lower case; where it returns true the key has been used. */
export function useShortcuts(run: (key: string) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    // `keepChoice` prevents only what the select would do
    const isUsed = event.defaultPrevented && !(event.target as Element).matches('[data-acts]')
    if (!hasShortcuts.get() || isUsed) return
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
    if (document.querySelector('dialog:modal')) return
    if (run(keyOf(event))) event.preventDefault()
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
