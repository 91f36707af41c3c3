/** Puts the focus on the page's title: where one is after something has changed the page. */
export const focusTitle = () => requestAnimationFrame(() => document.querySelector<HTMLElement>('h1')?.focus({ preventScroll: true }))
