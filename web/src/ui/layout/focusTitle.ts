export const focusTitle = () =>
  requestAnimationFrame(() => {
    focusHeading()
    retainFocus(60)
  })

/** Repeats for some frames: the title may be the previous
 * page's, removed with its focus, or not be rendered yet. */
function retainFocus(frames: number) {
  if (document.activeElement === document.body) focusHeading()
  if (frames > 0) requestAnimationFrame(() => retainFocus(frames - 1))
}

const focusHeading = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
