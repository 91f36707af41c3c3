import { unread } from '../../browser/unread.ts'

/** Shows the number of unread notifications at the icon: a dot
 * in that of a tab, the number at that of an installed app. */
function showBadge() {
  const { count } = unread.get()
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  const href = count > 0 ? '/favicon-unread.svg' : '/favicon.svg'
  if (icon && icon.getAttribute('href') !== href) icon.href = href
  if (!('setAppBadge' in navigator)) return
  // refused where no app is installed
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => {})
}

export function followUnread(): () => void {
  showBadge()
  return unread.subscribe(showBadge)
}
