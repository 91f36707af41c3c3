import type { push } from '#contract/push.ts'
import type { Route, RouteAddress } from '#contract/route.ts'
import { localStore } from '../../browser/localStore.ts'
import { call, token } from '../../data/api.ts'
import { browserPermission, isPushOn, isPushSupported } from './browserSupport.ts'

// Loaded after the page, or when the user turns pushes on or off.

/** Without the schemas of `contract/push.ts`, which the browser does not need. */
const addressOf = <R extends Route>(address: RouteAddress<R>) => address
const status = addressOf<typeof push.status>({ method: 'GET', path: '/user/push' })
const subscribe = addressOf<typeof push.subscribe>({ method: 'POST', path: '/user/push' })
const end = addressOf<typeof push.end>({ method: 'POST', path: '/user/push/end' })

/** In ms; `ready` stays pending where a worker cannot be installed. */
const installationTimeout = 30_000

const failAfter = (ms: number) =>
  new Promise<never>((_, reject) =>
    setTimeout(reject, ms, new Error('The service worker was not installed in time.')),
  )

const registerWorker = () => navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })

/** Installs the service worker, and renews the subscription of this browser. */
export async function startWorker(user: string) {
  await registerWorker()
  if (isPushSupported()) await renewPush(user)
}

/** Of this session and day: the server forgets browsers that do not renew. */
const renewalOf = ({ endpoint }: PushSubscription) =>
  [new Date().toISOString().slice(0, 10), endpoint.slice(-16), token.read()?.slice(-8)].join()

async function renewPush(user: string) {
  const subscription = await findSubscription()
  if (isPushOn(user) && (await readStatus()).ended !== localStore.read('pushEnded'))
    localStore.remove('push') // in another browser, for all
  if (isPushOn(user) && browserPermission() === 'granted') {
    if (!subscription || localStore.read('pushRenewed') !== renewalOf(subscription))
      await turnPushOn(user)
  } else await subscription?.unsubscribe() // ended, or of another user, who has signed out
}

/** Null also where the browser has no pushes; the user may end those of other browsers there. */
async function findSubscription() {
  if (!isPushSupported()) return null
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** The key with which browsers subscribe, the number of the
 * user's browsers that do, and when the user last ended all. */
export const readStatus = () => call(status)

/** @returns whether this installation pushes. @throws where
 * the push service or the server refuses */
export async function turnPushOn(user: string): Promise<boolean> {
  const { publicKey, ended } = await readStatus()
  if (publicKey === null) {
    localStore.remove('push')
    return false
  }
  await registerWorker()
  const { pushManager } = await Promise.race([
    navigator.serviceWorker.ready,
    failAfter(installationTimeout),
  ])
  const present = await pushManager.getSubscription()
  const isCurrent = present && base64url(present.options.applicationServerKey) === publicKey
  if (present && !isCurrent) await present.unsubscribe()
  const subscription = isCurrent
    ? present
    : await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint, keys = {} } = subscription.toJSON()
  await call(subscribe, {
    body: { endpoint: endpoint ?? '', p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' },
  })
  localStore.write('push', user)
  localStore.write('pushEnded', ended)
  localStore.write('pushRenewed', renewalOf(subscription))
  return true
}

const base64url = (bytes: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0)))).replace(
    /[+/=]/g,
    character => ({ '+': '-', '/': '_' })[character] ?? '',
  )

/** In this browser, or in all browsers of the user. */
export async function turnPushOff(where: 'here' | 'everywhere') {
  const subscription = await findSubscription()
  if (where === 'everywhere' || subscription)
    await call(end, {
      body: where === 'here' && subscription ? { endpoint: subscription.endpoint } : {},
    })
  localStore.remove('push')
  await subscription?.unsubscribe()
}

/** At sign-out, which ends it at the server too. The same user's next sign-in turns it on again. */
export async function pausePush() {
  await (await findSubscription())?.unsubscribe()
}
