import type { PushPayload } from '#contract/push.ts'

// Caches the shell, the page and the hashed files of its build,
// and nothing else; shows pushes. Record 0033 has the reasons.

declare const self: ServiceWorkerGlobalScope
/** The paths of the build's hashed files, set by web/vite/buildServiceWorker.ts. */
declare const buildAssets: string[]

const assets: ReadonlySet<string> = new Set(buildAssets)
const openAssets = () => caches.open('assets')
const openShell = () => caches.open('shell')

self.addEventListener('install', event => event.waitUntil(storeBuild()))
self.addEventListener('activate', event => event.waitUntil(beginBuild()))
self.addEventListener('fetch', answerFetch)
self.addEventListener('push', event => event.waitUntil(showPush(event.data)))
self.addEventListener('notificationclick', event => {
  event.notification.close()
  event.waitUntil(openPath(event.notification.data.path))
})

/** Files first, so that the stored page never names one that is missing.
 * Of a failed installation the next one finds what it stored. */
async function storeBuild() {
  const cache = await openAssets()
  for (const path of assets)
    if (!(await cache.match(path))) await cache.add(new Request(path, { priority: 'low' }))
  const page = await fetch('/', { cache: 'no-store' })
  const html = await page.clone().text()
  const isOfBuild =
    page.ok && [...html.matchAll(/\/assets\/[\w.-]+/g)].every(([path]) => assets.has(path))
  if (!isOfBuild)
    throw new Error('The page is of another build: an instance of another version has answered.')
  await (await openShell()).put('/', page)
}

/** Runs once no page uses the previous worker any more, so
 * that the files of an older build can go. */
async function beginBuild() {
  await self.registration.navigationPreload?.enable()
  const cache = await openAssets()
  for (const request of await cache.keys())
    if (!assets.has(new URL(request.url).pathname)) await cache.delete(request)
  await self.clients.claim()
}

function answerFetch(event: FetchEvent) {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (pathname.startsWith('/assets/')) event.respondWith(loadAsset(request))
  else if (request.mode === 'navigate') event.respondWith(loadPage(event))
}

const findAsset = async (request: Request) =>
  (await openAssets()).match(request, { ignoreVary: true })

/** A hashed file never changes. The browser may refuse the
 * cache, as where the user forbids storage. */
const loadAsset = async (request: Request) =>
  (await findAsset(request).catch(() => undefined)) ?? fetch(request)

/** The stored page serves only while the server cannot be
 * reached: a page that is loaded online is never an old one. */
async function loadPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  try {
    return (await preloadResponse) ?? (await fetch(request))
  } catch (error) {
    const stored = await (await openShell()).match('/')
    if (stored) return stored
    throw error
  }
}

/** Safari ends a subscription after some pushes that show nothing;
 * other browsers permit it while a page of the portal is visible. */
const mustShow = !/Chrome\/|Firefox\//.test(navigator.userAgent)

async function showPush(data: PushMessageData | null) {
  if (!data) return
  const { title, body, path, tag } = data.json() as PushPayload
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!mustShow && pages.some(({ visibilityState }) => visibilityState === 'visible')) return
  const options = { body, tag, renotify: true, icon: '/icons/app-192.png', data: { path } }
  await self.registration.showNotification(title, options)
  // a dot: the number is known to the page, which replaces it
  if ('setAppBadge' in navigator) await navigator.setAppBadge().catch(() => {})
}

/** Pages that do not open a ticket: they are public, or files of the server. */
const otherPage = /^\/(login|forgotpassword|activate|resetpassword|unsubscribe|api)(\/|$)/

/** Opens a page of the portal in a tab that shows it, else
 * in another tab of the portal, else in a new one. */
async function openPath(path: string) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pathname = new URL(path, location.origin).pathname
  const of = (isRight: (path: string) => boolean) =>
    pages.find(({ url }) => isRight(new URL(url).pathname))
  const page = of(each => each === pathname) ?? of(each => !otherPage.test(each))
  // A click permits one of the two: to focus a page or to open one.
  if (page && (await isOpenedBy(page, path))) await page.focus().catch(() => {})
  else await self.clients.openWindow(path)
}

/** In ms. A suspended or loading page does not answer; Firefox
 * permits `openWindow` for a second after the click. */
const longestWait = 500

function isOpenedBy(page: WindowClient, path: string) {
  const { port1, port2 } = new MessageChannel()
  return new Promise<boolean>(resolve => {
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, longestWait, false)
    page.postMessage({ open: path }, [port2])
  })
}
