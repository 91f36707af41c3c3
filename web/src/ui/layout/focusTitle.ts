/** Focuses the title in the next frame, unless the user has
 * entered a field by then: on a slow machine that takes a while. */
export function focusTitle() {
  const before = document.activeElement
  requestAnimationFrame(() => {
    const { activeElement } = document
    if (activeElement !== before && activeElement?.matches('input, textarea, select')) return
    focusHeading()
    retainFocus(60)
  })
}

/** Repeats for some frames: the title may be the previous
 * page's, removed with its focus, or not be rendered yet. */
function retainFocus(frames: number) {
  if (document.activeElement === document.body) focusHeading()
  if (frames > 0) requestAnimationFrame(() => retainFocus(frames - 1))
}

const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
