import type { Browser, BrowserContext, Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { addUser } from '../portal/invitations.ts'
import { openTicket, reply } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { startAppProxy } from '../support/app-proxy.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { workerDelay } from '../support/service-worker.ts'
import { expect, test } from '../support/visit.ts'

/** A phone of a user of the customer's company, in which they have signed in. */
async function openPhone(browser: Browser, portal: DemoPortal) {
  const { path, company, title, ticket } = await openTicket(portal)
  const { _id: user, email } = await addUser(portal, company, { name: 'Deniz', surname: 'Kaya' })
  const proxy = await startAppProxy(portal.url)
  const context = await browser.newContext({
    baseURL: proxy.url,
    viewport: { width: 360, height: 740 },
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/healthz')
  const signIn = async (token: string) =>
    page.evaluate(value => localStorage.setItem('token', JSON.stringify(value)), token)
  await signIn(await portal.signIn(email, newPassword))
  return { page, context, proxy, signIn, path, company, title, ticket, email, user }
}

const answer = (page: Page) => page.getByLabel('Mesaj yazın')
const asOf = (page: Page) => page.getByRole('status').filter({ hasText: 'Bağlantı yok · bugün' })

async function installWorker(page: Page) {
  await page.clock.fastForward(workerDelay)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    timeout: 30_000,
  })
}

const keptCount = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('pages')
        opening.onerror = reject
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('pages')) return resolve(0)
          const counting = database.transaction('pages').objectStore('pages').count()
          counting.onsuccess = () => {
            database.close()
            resolve(counting.result)
          }
        }
      }),
  )

/** Waits until what the page shows is kept. */
async function settle(page: Page) {
  await page.clock.fastForward(2_000)
  await expect(async () => {
    const before = await keptCount(page)
    await page.waitForTimeout(300)
    expect([before, before > 1]).toEqual([await keptCount(page), true])
  }).toPass()
}

const close = async ({
  context,
  proxy,
}: {
  context: BrowserContext
  proxy: { close(): unknown }
}) => {
  await context.close()
  await proxy.close()
}

test('a ticket, the machines, home and a new ticket open in the basement as they were last seen, and anew once there is a network', async ({
  browser,
  portal,
}) => {
  const phone = await openPhone(browser, portal)
  const { page, context, proxy, path, company, title } = phone
  await page.goto('/')
  await expect(page.getByRole('main').getByText(title)).toBeVisible()
  await settle(page)
  await page.goto(`/account/${company}/machines`)
  const machine = page.locator('main a[href*="/machines/"]:visible').first()
  const name = await machine.innerText()
  await settle(page)
  await machine.click()
  const emergency = page.locator('a[href="tel:+902165551010"]')
  await expect(emergency).toBeVisible()
  await settle(page)
  const machinePath = page.url()
  await page.goto(path)
  await expect(answer(page)).toBeVisible()
  await installWorker(page)
  await settle(page)

  await proxy.close()
  await page.reload()
  await expect(page.getByText('Piston altında yağ var.')).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.goto('/')
  await expect(page.getByRole('main').getByText(title)).toBeVisible()
  await page.goto(`/account/${company}/machines`)
  await expect(page.getByRole('main').getByText(name)).toBeVisible()
  await page.goto(machinePath)
  await expect(emergency).toBeVisible()
  // Its form was not opened before: its machines are those of their list.
  await page.goto(`/account/${company}/tickets/new`)
  const machines = page.getByRole('combobox').locator('option', { hasText: name })
  await expect(machines.first()).toBeAttached()
  await page.getByText('Makine duruyor', { exact: true }).click()
  await expect(emergency).toBeVisible()
  await expect(asOf(page)).toBeVisible()
  const pill = await asOf(page).boundingBox()
  const back = await page.getByRole('navigation').getByRole('link').last().boundingBox()
  expect((pill?.y ?? 0) + (pill?.height ?? 0)).toBeLessThanOrEqual(back?.y ?? 0)

  await proxy.listen()
  await page.clock.fastForward(10_000)
  await expect(asOf(page)).toBeHidden()
  await settle(page)
  await context.setOffline(true)
  await page.reload()
  await expect(asOf(page)).toBeVisible()
  await expect(machines.first()).toBeAttached()
  await context.setOffline(false)
  await expect(asOf(page)).toBeHidden({ timeout: 4_000 }) // a poll would come later
  await close(phone)
})

test('a picture whose link no longer leads to it is the one that the browser has kept', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { width: 360, allowedConsole: /ERR_FAILED/ })
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'plaka.png', mimeType: 'image/png', buffer: createPng() })
  await answer(page).fill('Plaka ekte.')
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  const picture = page.getByRole('button', { name: 'Büyüt: plaka.png' }).locator('img')
  await expect(picture).toHaveJSProperty('naturalWidth', 32)
  await expect.poll(() => keptCount(page)).toBeGreaterThan(1)
  await page.route('**/content?*', route => route.abort())
  await page.reload()
  await expect(picture).toHaveAttribute('src', /^blob:/)
  await expect(picture).toHaveJSProperty('naturalWidth', 32)
})

test('a ticket that shows what was kept marks no answer as read', async ({ visit, portal }) => {
  const { path, ticket, company } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /status of 500/ })
  await expect(answer(page)).toBeVisible()
  await page.waitForTimeout(2_500) // until it is kept
  await page.goto('/notifications')
  await reply(portal, ticket, 'Yarın geliyoruz.')
  await page.route(`**/account/${company}/ticket/${ticket}`, async route => {
    await page.waitForTimeout(500) // what was kept is shown meanwhile
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto(path)
  await expect(page.getByText('Yenilenemedi · bugün')).toBeVisible()
  await page.waitForTimeout(500) // enough for the call that marks it
  const { notifications } = await portal.as('customer').call(routes.notifications.list)
  expect(notifications.find(each => each.ticket === ticket)?.isRead).toBe(false)
})

test('what is written in the basement goes out once there is a network again', async ({
  browser,
  portal,
}) => {
  const phone = await openPhone(browser, portal)
  const { page, proxy, path, company, ticket } = phone
  await page.goto(path)
  await expect(answer(page)).toBeVisible()
  await installWorker(page)
  await settle(page)
  await proxy.close()
  await page.reload()
  await answer(page).fill('Bodrumdayım, valf kapalı.')
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await expect(page.getByText('Bodrumdayım, valf kapalı.')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Bodrumdayım, valf kapalı.')).toBeVisible()
  await proxy.listen()
  await page.reload()
  const messages = async () =>
    (
      await portal.as('customer').call(routes.tickets.getOfAccount, { params: { company, ticket } })
    ).conversation.map(({ message }) => message)
  await expect.poll(messages).toEqual(['Piston altında yağ var.', 'Bodrumdayım, valf kapalı.'])
  await close(phone)
})

// Security: P14
test('nothing that was seen stays in the browser after signing out, nor shows to its next user', async ({
  browser,
  portal,
}) => {
  const phone = await openPhone(browser, portal)
  const { page, proxy, path, signIn } = phone
  await page.goto(path)
  await expect(answer(page)).toBeVisible()
  await installWorker(page)
  await settle(page)
  await page.getByRole('button', { name: /^Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => keptCount(page)).toBe(0)
  await signIn(await portal.token('customer'))
  await proxy.close()
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(İnternet bağlantısı yok|Hizmet verilemiyor)$/,
  )
  await close(phone)
})

// Security: P14
test('the device of a user who was removed shows nothing after its next contact', async ({
  browser,
  portal,
}) => {
  const phone = await openPhone(browser, portal)
  const { page, path, company, email, user } = phone
  await page.goto(path)
  await expect(answer(page)).toBeVisible()
  await settle(page)
  await portal.as('admin').call(routes.users.remove, { params: { company, user }, body: { email } })
  await page.reload()
  await expect(page).toHaveURL(/\/login/)
  await expect.poll(() => keptCount(page)).toBe(0)
  await close(phone)
})

// Security: P14
test('after the end of a session without a network nothing is shown either', async ({
  browser,
  portal,
}) => {
  const phone = await openPhone(browser, portal)
  const { page, proxy, path } = phone
  await page.goto(path)
  await expect(answer(page)).toBeVisible()
  await installWorker(page)
  await settle(page)
  await proxy.close()
  await page.clock.setSystemTime(Date.now() + 12.1 * 3_600_000)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^(İnternet bağlantısı yok|Hizmet verilemiyor)$/,
  )
  await close(phone)
})

test('a page of an older build is shown once, and then the new one', async ({
  browser,
  portal,
}) => {
  const phone = await openPhone(browser, portal)
  const { page, proxy } = phone
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await installWorker(page)
  proxy.change('/', html =>
    html.replace('</head>', '<link rel="next" href="/assets/next.css"></head>'),
  )
  const newer = page.locator('link[rel=next]')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(newer).toHaveCount(0)
  await expect(async () => {
    await page.reload()
    await expect(newer).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await close(phone)
})
