import { isPushSupported } from './browserSupport.ts'

/** Asks the browser for its permission, and turns pushes on where it
 * has them. Only after a click: browsers refuse other questions. */
export async function permitNotifications(user: string) {
  if ((await Notification.requestPermission()) !== 'granted' || !isPushSupported()) return
  const { turnPushOn } = await import('./push.ts')
  await turnPushOn(user)
}
