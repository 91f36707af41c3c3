// The form that the server's page has before the app's code has arrived (record
// 0083). It is beside the app's root, which is hidden as long as it is shown.

// The build renders the app without a document.
const findEarlyForm = () => globalThis.document?.getElementById('early')

/** Each is found once in either form. */
const controls = [
  '[name=email]',
  '[name=password]',
  'form [type=checkbox]',
  'form [aria-pressed]',
  '[type=submit]',
  'button[lang=tr]',
  'button[lang=en]',
]

/** Whether the visitor has begun, and the e-mail, with which the app's form begins. */
export function readEarlyForm() {
  const early = findEarlyForm()
  const fields = [...(early?.querySelectorAll<HTMLInputElement>('[name]') ?? [])]
  const isStarted = fields.some(({ value }) => value) || early?.contains(document.activeElement)
  return { isStarted: isStarted ?? false, email: early ? fields[0]?.value : undefined }
}

/** Shows the app's form with what was entered, pressed and focused in the early one. */
export function takeOverEarlyForm() {
  const early = findEarlyForm()
  const root = document.getElementById('root')
  if (!early || !root) return
  root.hidden = false
  const { activeElement } = document
  for (const selector of controls) {
    const from = early.querySelector<HTMLElement>(selector)
    const to = root.querySelector<HTMLElement>(selector)
    if (from && to) takeOver(from, to, from === activeElement)
  }
  const isSubmitted = early.querySelector('[type=submit][aria-busy=true]')
  early.remove()
  // once the app has rendered what is chosen
  if (isSubmitted) queueMicrotask(() => root.querySelector('form')?.requestSubmit())
}

function takeOver(from: HTMLElement, to: HTMLElement, hasFocus: boolean) {
  const isField = from instanceof HTMLInputElement && to instanceof HTMLInputElement
  const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed')
  if (isField && from.checked !== to.checked) to.click()
  if (isPressed(from) !== isPressed(to)) to.click()
  if (isField && from.type !== 'checkbox' && from.value) {
    to.value = from.value
    to.dispatchEvent(new Event('input', { bubbles: true })) // it is unsaved input
  }
  if (!hasFocus) return
  to.focus()
  // of type email has no caret, as where it was focused a moment ago
  if (isField && from.type !== 'checkbox' && to.type !== 'email')
    to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

/** Shows the app where it has another page than the form. */
export function dropEarlyForm() {
  findEarlyForm()?.remove()
  document.getElementById('root')?.removeAttribute('hidden')
}
