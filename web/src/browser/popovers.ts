// The parts of popovers that the portal uses, for browsers without them: Safari before 17, Chrome
// before 114, Firefox before 125. They are not in the top layer; `theme.css` gives their position.

const isOpen = (popover: HTMLElement) => popover.hasAttribute('data-open')

function toggle(popover: HTMLElement, force: boolean) {
  if (isOpen(popover) === force) return
  popover.toggleAttribute('data-open', force)
  const [oldState, newState] = force ? ['closed', 'open'] : ['open', 'closed']
  popover.dispatchEvent(Object.assign(new Event('toggle'), { oldState, newState }))
}

Object.assign(HTMLElement.prototype, {
  hidePopover(this: HTMLElement) {
    toggle(this, false)
  },
  togglePopover(this: HTMLElement, force = !isOpen(this)) {
    toggle(this, force)
  },
})

/** Closes the open popovers that close by themselves, except for one, and that with `within`. */
function closeOthers(except?: Element | null, within?: Element) {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto][data-open]'))
    if (popover !== except && !(within && popover.contains(within))) toggle(popover, false)
}

addEventListener('click', ({ target }) => {
  if (!(target instanceof Element)) return
  const id = target.closest('[popovertarget]')?.getAttribute('popovertarget')
  const popover = id ? document.getElementById(id) : null
  closeOthers(popover, target)
  popover?.togglePopover()
})
addEventListener('keydown', ({ key }) => key === 'Escape' && closeOthers())

export {}
