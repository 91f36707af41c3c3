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
  if (!page.ok || !namesStored(await page.clone().text()))
    throw new Error('The page is of another build: an instance of another version has answered.')
  const shell = await openShell()
  await shell.put('/', page)
  await shell.delete(outdated)
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

/** Pages of the portal are its stored page, at once; each visit compares that with the server's,
 * so that an old one is shown once at most. Others are stored for when there is no network. */
async function loadPage(event: FetchEvent): Promise<Response> {
  const { request } = event
  const shell = await openShell().catch(() => null)
  const stored = await shell?.match('/')
  const loaded = (async () => (await event.preloadResponse) ?? (await fetch(request)))()
  if (shell && isPortalPage(request.url)) {
    const served = stored?.clone() // before the browser reads it
    const renewed = loaded.then(page => renewShell(shell, served, page.clone()))
    event.waitUntil(renewed.catch(() => {})) // no network
    if (stored) return stored
  }
  return loaded.catch(async error => {
    const old = stored ?? (await shell?.match(outdated))
    if (old) return old
    throw error
  })
}

/** The page of an older build has this name, and serves only without a network. */
const outdated = '/outdated'

/** Stores the server's page in place of `served`, once this worker has all of its files; until
 * then, the next one does. */
async function renewShell(shell: Cache, served: Response | undefined, page: Response) {
  if (!page.ok) return
  const old = await withoutNonce(served)
  const next = await withoutNonce(page)
  if (old === next || old !== (await withoutNonce(await shell.match('/')))) return
  if (namesStored(next)) return shell.put('/', page)
  if (served) await shell.put(outdated, served)
  await shell.delete('/')
}

/** The page and its policy, whose nonces are new each time. */
const withoutNonce = async (page: Response | undefined) =>
  page &&
  `${page.headers.get('content-security-policy')} ${await page.clone().text()}`.replace(
    /nonce[-=][^'\s>]+/g,
    '',
  )

/** Whether it is a page of this worker's build. */
function namesStored(html = '') {
  const named = [...html.matchAll(/\/assets\/[\w.-]+/g)]
  return named.length > 0 && named.every(([path]) => assets.has(path))
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

/** The pages of a signed-in user. */
const isPortalPage = (url: string) =>
  /^\/(accounts?|admin|index|live|notifications|security|settings|staff|t)?(\/|$)/.test(
    new URL(url).pathname,
  )

/** Opens a page of the portal in a tab that shows it, else
 * in another tab of the portal, else in a new one. */
async function openPath(path: string) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const pathname = new URL(path, location.origin).pathname
  const page =
    pages.find(({ url }) => new URL(url).pathname === pathname) ??
    pages.find(({ url }) => isPortalPage(url))
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
