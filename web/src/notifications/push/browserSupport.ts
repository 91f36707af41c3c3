import { localStore } from '../../browser/localStore.ts'

/** Whether the browser may show notifications; `unsupported` by the browser. */
export const browserPermission = (): NotificationPermission | 'unsupported' =>
  'Notification' in window ? Notification.permission : 'unsupported'

/** Not over plain HTTP, and on iOS only in an installed app. */
export const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether the user has not been asked yet in this browser. */
export const mayOfferPush = () =>
  isPushSupported() && browserPermission() === 'default' && localStore.read('pushOffer') === null

/** Whether this user has turned pushes on in this browser. */
export const isPushOn = (user: string) => localStore.read('push') === user
