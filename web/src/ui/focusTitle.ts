/** Puts the focus on the page's title: where one is after something has changed the page. */
export const focusTitle = () =>
  requestAnimationFrame(() => {
    focus()
    // The title may have been that of the page before, still there for a frame: gone with it, the focus is nowhere.
    requestAnimationFrame(() => document.activeElement === document.body && focus())
  })

const focus = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
