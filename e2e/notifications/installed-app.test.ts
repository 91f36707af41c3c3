import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { startAppProxy } from '../support/app-proxy.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { installWorker, openBrowser, workerDelay } from '../support/service-worker.ts'
import { expect, test } from '../support/visit.ts'

/** Without those that are loaded on their first use. */
const builtFiles = () =>
  readdirSync(join(import.meta.dirname, '../../web/dist/assets')).filter(
    file => /\.(js|css)$/.test(file) && !/^libheif-/.test(file),
  )

const storedFiles = (page: Page) =>
  page.evaluate(async () => {
    const requests = await Promise.all(
      (await caches.keys()).map(async name => (await caches.open(name)).keys()),
    )
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('the portal can be installed: its manifest is the vendor’s, and the browser finds nothing wrong with it', async ({
  visit,
  portal,
}) => {
  const page = await visit(null, '/login')
  const devTools = await page.context().newCDPSession(page)
  const { url, errors, data = '' } = await devTools.send('Page.getAppManifest')
  expect([new URL(url).pathname, errors]).toEqual(['/manifest.webmanifest', []])
  const { name } = await portal.as('customer').call(routes.sessions.portal)
  expect(JSON.parse(data)).toMatchObject({ name, display: 'standalone', start_url: '/' })
  const { installabilityErrors } = await devTools.send('Page.getInstallabilityErrors')
  // a browser context of a test is an incognito window, from which nothing is installed
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const icon = await page.request.get(
    (await page.getAttribute('link[rel=apple-touch-icon]', 'href')) ?? '',
  )
  expect([icon.status(), icon.headers()['content-type']]).toEqual([200, 'image/png'])
})

test('a page loads where the browser no longer lets the service worker read its cache', async ({
  browser,
  portal,
}) => {
  const context = await openBrowser(browser, portal)
  const { page, worker } = await installWorker(context)
  await worker.evaluate(() => {
    CacheStorage.prototype.open = () =>
      Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  await context.close()
})

test('the sign-in page installs no service worker', async ({ browser, portal }) => {
  const context = await browser.newContext({ baseURL: portal.url })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.clock.fastForward(workerDelay)
  await page.waitForTimeout(500) // enough for its installation to begin
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length),
  ).toBe(0)
  await context.close()
})

test('the shell is stored, and no call: without a network a page that was not seen yet says so, and opens once there is one', async ({
  browser,
  portal,
}) => {
  const proxy = await startAppProxy(portal.url)
  const context = await openBrowser(browser, portal, proxy.url)
  const { page } = await installWorker(context)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Merhaba/)
  expect((await storedFiles(page)).toSorted()).toEqual(
    ['/', ...builtFiles().map(file => `/assets/${file}`)].toSorted(),
  )

  await proxy.close()
  await context.setOffline(true)
  await page.goto('/security')
  const failure = page.getByRole('main').getByRole('alert').first()
  await expect(failure).toContainText('Bu bölüm yüklenemedi')
  expect(await findAccessibilityViolations(page)).toEqual([])

  await proxy.listen()
  await context.setOffline(false)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Hesap güvenliği')
  await expect(failure).toBeHidden()
  await context.close()
  await proxy.close()
})

test('an open page works on after an update, whose files take the place of the old ones once it is closed', async ({
  browser,
  portal,
}) => {
  const proxy = await startAppProxy(portal.url)
  const context = await openBrowser(browser, portal, proxy.url)
  const { page } = await installWorker(context)
  const removed = `/assets/${builtFiles().find(file => /^SecurityPage-.+\.js$/.test(file))}`
  proxy.change('/sw.js', script => `${script.replace(`"${removed}",`, '')}\n// the next build`)
  proxy.change(removed, () => null)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting !== null)

  await page.getByRole('button', { name: 'customer@demo.test' }).click()
  await page.getByRole('link', { name: 'Hesap güvenliği' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hesap güvenliği' })).toBeVisible()
  expect(await storedFiles(page)).toContain(removed)

  await page.close()
  const next = await context.newPage()
  await next.goto('/')
  await next.waitForFunction(async () => (await navigator.serviceWorker.ready).waiting === null)
  await expect.poll(() => storedFiles(next)).not.toContain(removed)
  await expect(next.getByRole('heading', { level: 1 })).toHaveText(/^Merhaba/)
  await context.close()
  await proxy.close()
})

test('a push is shown while no page of the portal is visible, and its click opens the ticket', async ({
  browser,
  portal,
}) => {
  const { path, title, ticket } = await openTicket(portal)
  const context = await openBrowser(browser, portal)
  const { page, worker } = await installWorker(context)
  const devTools = await context.newCDPSession(page)
  const registrations = new Promise<string>(resolve =>
    devTools.on(
      'ServiceWorker.workerRegistrationUpdated',
      ({ registrations: [registration] }) => registration && resolve(registration.registrationId),
    ),
  )
  await devTools.send('ServiceWorker.enable')
  const data = JSON.stringify({
    title: 'Demo Makine',
    body: 'Deniz Kaya yanıtladı',
    path,
    tag: ticket,
  })
  const push = async () =>
    devTools.send('ServiceWorker.deliverPushMessage', {
      origin: portal.url,
      registrationId: await registrations,
      data,
    })
  // A headless shell shows no notifications: what the worker asks it to show is recorded.
  await worker.evaluate(() => {
    const scope = self as unknown as {
      registration: ServiceWorkerRegistration
      shown: (NotificationOptions & { title: string })[]
      badges: (number | undefined)[]
    }
    scope.shown = []
    scope.badges = []
    navigator.setAppBadge = async count => void scope.badges.push(count)
    scope.registration.showNotification = async (title, options) =>
      void scope.shown.push({ title, ...options })
  })
  const shown = () =>
    worker.evaluate(() => {
      const scope = self as unknown as { shown: (NotificationOptions & { title: string })[] }
      return scope.shown.map(({ title, body, tag }) => ({ title, body, tag }))
    })

  const badges = () =>
    worker.evaluate(() => (self as unknown as { badges: unknown[] }).badges.length)

  await push()
  await page.waitForTimeout(1_000)
  expect([await shown(), await badges()]).toEqual([[], 0])

  await page.goto('about:blank')
  await push()
  await expect
    .poll(shown)
    .toEqual([{ title: 'Demo Makine', body: 'Deniz Kaya yanıtladı', tag: ticket }])
  await expect.poll(badges).toBe(1)

  await page.addInitScript(() => {
    const { serviceWorker } = navigator
    const addListener = serviceWorker.addEventListener.bind(serviceWorker) as (
      ...listener: unknown[]
    ) => void
    serviceWorker.addEventListener = (type: string, ...listener: unknown[]) => {
      addListener(type, ...listener)
      if (type === 'message') document.documentElement.dataset.listening = 'true'
    }
  })
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('data-listening', 'true')
  await worker.evaluate(async () => {
    const [options] = (self as unknown as { shown: NotificationOptions[] }).shown
    const click = new Event('notificationclick') as Event & {
      notification: unknown
      waitUntil: () => void
    }
    click.notification = { ...options, close() {} }
    click.waitUntil = () => {}
    self.dispatchEvent(click)
  })
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await context.close()
})

test('a user turns pushes on in a browser and off again, and allows the text in them', async ({
  browser,
  portal,
}) => {
  const context = await openBrowser(browser, portal)
  // Chromium's own push service needs the internet.
  await context.addInitScript(() => {
    // which a headless shell always denies
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    let subscription: object | null = null
    const bytes = (text: string) =>
      Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), character =>
        character.charCodeAt(0),
      ).buffer
    PushManager.prototype.getSubscription = async () => subscription as PushSubscription | null
    PushManager.prototype.subscribe = async options => {
      const endpoint = 'https://fcm.googleapis.com/fcm/send/test'
      // the example of RFC 8291
      const keys = {
        p256dh:
          'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        auth: 'BTBZMqHH6r4Tts7J_aSIgg',
      }
      const unsubscribe = async () => {
        subscription = null
        return true
      }
      subscription = {
        endpoint,
        options: { applicationServerKey: bytes(String(options?.applicationServerKey)) },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe,
      }
      return subscription as PushSubscription
    }
  })
  const page = await context.newPage()
  await page.goto('/settings/notifications')
  const browsers = async () => (await portal.as('customer').call(routes.push.status)).browsers
  await page.getByRole('button', { name: 'Portal kapalıyken de bildir' }).click()
  await expect(page.getByText('Portal kapalıyken de bu tarayıcıya bildirim gelir.')).toBeVisible()
  await expect.poll(browsers).toBe(1)
  const text = page.getByRole('checkbox', { name: /^Bildirimde talebin başlığı/ })
  await expect(text).not.toBeChecked()
  await text.click()
  await expect(text).toBeChecked()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Bu tarayıcıda kapat' }).click()
  await expect(page.getByRole('button', { name: 'Portal kapalıyken de bildir' })).toBeVisible()
  expect(await browsers()).toBe(0)
  await context.close()
})

test('the bell offers notifications until the offer is dismissed, and iOS is told to install the portal first', async ({
  browser,
  portal,
}) => {
  const context = await openBrowser(browser, portal)
  await context.clearPermissions()
  await context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { get: () => 'default' }),
  )
  const page = await context.newPage()
  await page.goto('/')
  const bell = page.getByRole('button', { name: /^Bildirimler(: |$)/ })
  const offer = page.getByText('Portal kapalıyken de haberiniz olsun.')
  await expect(offer).toHaveCount(0)
  await bell.click()
  await expect(offer).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Şimdi değil' }).click()
  await expect(offer).toHaveCount(0)
  await page.reload()
  await bell.click()
  await expect(page.locator('#bell')).toBeVisible()
  await expect(offer).toHaveCount(0)
  await context.close()

  const phone = await browser.newContext({
    baseURL: portal.url,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15',
  })
  const token = await portal.token('customer')
  await phone.addInitScript(token => {
    localStorage.setItem('token', JSON.stringify(token))
    Reflect.deleteProperty(window, 'Notification')
  }, token)
  const settings = await phone.newPage()
  await settings.goto('/settings/notifications')
  await expect(settings.getByText(/Ana Ekrana Ekle/)).toBeVisible()
  await settings.route('**/user/push', route =>
    route.fulfill({ json: { publicKey: null, browsers: 0, ended: null } }),
  )
  await settings.reload()
  await expect(settings.getByRole('heading', { name: 'Bildirim ayarları' })).toBeVisible()
  await expect(settings.getByText(/Ana Ekrana Ekle/)).toHaveCount(0)
  await phone.close()
})

test('a browser without pushes promises none, and ends those of the user’s other browsers', async ({
  browser,
  portal,
}) => {
  const customer = portal.as('customer')
  await customer.call(routes.push.subscribe, {
    body: {
      endpoint: 'https://fcm.googleapis.com/fcm/send/other',
      // the example of RFC 8291
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  })
  const context = await openBrowser(browser, portal)
  await context.addInitScript(() => {
    Object.defineProperty(Notification, 'permission', { get: () => 'default' })
    // as in a tab of Safari on iOS, and before Safari 16.4
    Reflect.deleteProperty(window, 'PushManager')
    Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'pushManager')
  })
  const { page } = await installWorker(context, '/settings/notifications')
  await expect(
    page.getByText(
      'Bu tarayıcı, portal açıkken bildirim gösterebilir; başka bir sayfaya bakıyor olsanız da.',
    ),
  ).toBeVisible()
  const everywhere = page.getByRole('button', {
    name: 'Tüm tarayıcılarda kapat (1 tarayıcı daha)',
  })
  await everywhere.click()
  await expect(everywhere).toHaveCount(0)
  await expect(page.getByText(/^Bildirimler açılamadı ya da kapatılamadı/)).toHaveCount(0)
  expect((await customer.call(routes.push.status)).browsers).toBe(0)
  await context.close()
})
