import type { Page } from '@playwright/test'
import { barriersOn } from './barriers.ts'
import { type Place, placesOf } from './places.ts'
import type { Portal } from './portal.ts'
import { expect, type Look, test, type Visit } from './visit.ts'

test.describe.configure({ mode: 'parallel' })

for (const width of [360, 1280]) {
  test(`every screen can be used by everybody, in light and dark (WCAG 2.2 AA): ${width} pixels wide`, async ({ visit, portal }) => {
    test.setTimeout(600_000)
    await onEach(portal, visit, { width }, async (page, name) => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        expect.soft(await barriersOn(page), `${name}, ${colorScheme}`).toEqual([])
      }
    })
  })
}

for (const theme of ['light', 'dark'] as const) {
  test(`so can what opens over a page: ${theme}`, async ({ visit, portal }) => {
    const places = await placesOf(portal)
    const ticket = places.find(({ name }) => name === 'ticket')?.path ?? ''
    const page = await visit('customer', ticket, { theme, tolerates: /ERR_FAILED/ })
    const look = async (name: string) => expect.soft(await barriersOn(page), name).toEqual([])
    await page.route('**/message', route => route.abort())
    await page.getByLabel('Mesaj yazın').fill('Gidemeyen mesaj')
    await page.getByLabel('Mesaj yazın').press('Control+Enter')
    await expect(page.getByText('Gönderilemedi')).toBeVisible()
    await look('a message that was not sent, and its notice')
    await page.getByRole('button', { name: 'Düzenle' }).click()
    await page.getByRole('button', { name: 'Talebi kapat' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('a question')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
    await expect(page.getByRole('button', { name: 'Çıkış yap' })).toBeVisible()
    await look('the user menu')
    await page.setViewportSize({ width: 360, height: 740 })
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menüyü aç' }).click()
    await expect(page.getByRole('dialog', { name: 'Menü' })).toBeVisible()
    await look('the menu of a phone')
  })
}

for (const language of ['tr', 'en'] as const) {
  test(`no screen scrolls sideways on the narrowest phone: ${language}`, async ({ visit, portal }) => {
    test.setTimeout(600_000)
    await onEach(portal, visit, { width: 320, language }, async (page, name) => {
      // Under a dialog the page is narrower: the place of its scrollbar stays free.
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBeLessThanOrEqual(320)
      const dialogs = page.locator('dialog[open], dialog[open] > div')
      expect.soft(await dialogs.evaluateAll(all => all.filter(each => each.scrollWidth > each.clientWidth).length), name).toBe(0)
    })
  })
}

/** Goes to every place, each person in one browser as long as its console is quiet, and looks at it once it is all there. */
async function onEach(portal: Portal, visit: Visit, as: Look, look: (page: Page, name: string) => Promise<void>) {
  const pages = new Map<Place['who'], Page>()
  for (const { name, who, path, tolerates, open } of (await placesOf(portal)).filter(({ twin }) => !twin)) {
    const page = (!tolerates && pages.get(who)) || (await visit(who, path, tolerates ? { ...as, tolerates } : as))
    if (!tolerates) pages.set(who, page)
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 }), name).toBeVisible()
    await expect(page.getByText(/^(Yükleniyor|Loading|Sunucudan yanıt bekleniyor|Waiting for the server)…$/), name).toHaveCount(0)
    await open?.(page)
    await look(page, name)
  }
}

test('the keyboard passes by the menu, and lands on the title of each new page', async ({ visit }) => {
  const page = await visit('customer', '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'İçeriğe geç' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Hesaplar', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Hesaplar' })).toBeFocused()
})

test('the menu of a phone opens, leads on, and closes', async ({ visit }) => {
  const page = await visit('customer', '/', { width: 360 })
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await menu.getByRole('link', { name: 'Hesaplar' }).click()
  await expect(page.getByRole('heading', { name: 'Hesaplar' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('a folded menu and a chosen theme are remembered', async ({ visit }) => {
  const page = await visit('customer', '/accounts')
  await page.getByRole('button', { name: 'Menüyü daralt' }).click()
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByText('Koyu').click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('button', { name: 'Menüyü genişlet' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
