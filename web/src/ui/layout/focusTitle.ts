/** Puts the focus on the page's title: where one is after something has changed the page. */
export const focusTitle = () =>
  requestAnimationFrame(() => {
    focus()
    keep(60)
  })

/** For so many frames: the title may still be that of the page before, gone with the focus on it, or the page be drawn a moment later. */
function keep(frames: number) {
  if (document.activeElement === document.body) focus()
  if (frames > 0) requestAnimationFrame(() => keep(frames - 1))
}

const focus = () => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true })
