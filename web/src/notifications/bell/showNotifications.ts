import type { Notification as PortalNotification } from '#contract/notifications.ts'
import { notifications } from '#contract/notifications.ts'
import { ticketName, ticketNumber } from '#contract/text/ticket-names.ts'
import { isAnyTabVisible } from '../../browser/visibleTabs.ts'
import { queryClient, queryFor } from '../../data/queries.ts'
import { describeNotification } from './describeNotification.ts'

// Loaded when there is something to show.

/** Shows notifications by the browser unless a page of the portal
 * is visible; the ticket's title only where the user allows it. */
export async function showNotifications(
  unread: PortalNotification[],
  siteName: string,
  open: (each: PortalNotification) => void,
) {
  if (await isAnyTabVisible()) return
  const { pushText } = await queryClient.fetchQuery(queryFor(notifications.preferences))
  for (const each of unread)
    show(each, pushText ? ticketName(each) : siteName, pushText, () => open(each))
}

function show(notification: PortalNotification, title: string, isNamed: boolean, open: () => void) {
  const what = describeNotification(notification)
  try {
    // Of several tabs that show it, the browser keeps one with the tag.
    const shown = new Notification(title, {
      body: isNamed ? what : `${ticketNumber(notification.number)}: ${what}`,
      tag: notification._id,
    })
    shown.onclick = () => {
      window.focus()
      open()
      shown.close()
    }
  } catch {} // Chrome on Android shows notifications of a service worker only
}
