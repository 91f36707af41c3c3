import type { Page } from '@playwright/test'
import { openTicket } from '../portal/open-ticket.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test.describe.configure({ mode: 'parallel' })

test('dialogs, menus and notices meet WCAG 2.2 AA, in light and in dark', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, {
    allowedConsole: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/,
  })
  const check = async (name: string) =>
    expect.soft(await findViolationsInBothThemes(page), name).toEqual([])
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Gidemeyen mesaj')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByText('Bağlantı bekleniyor.')).toBeVisible()
  await check('a message that waits, and its notice')
  await page.context().setOffline(true)
  await expect(page.getByText('Bağlantı yok.')).toBeVisible()
  await check('a message that waits for the connection')
  await page.context().setOffline(false)
  await expect(page.getByText('Bağlantı yok.')).toHaveCount(0)
  await expect(page.getByText('Bağlantı bekleniyor.')).toBeVisible()
  await page.getByRole('button', { name: 'Düzenle' }).click()
  await page.getByRole('button', { name: 'Talebi kapat' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await check('a question')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await expect(page.getByRole('button', { name: 'Çıkış yap' })).toBeVisible()
  await check('the user menu')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  await expect(page.getByRole('dialog', { name: 'Menü' })).toBeVisible()
  await check('the menu of a phone')
})

test('the keyboard can skip the menu, and each new page focuses its title', async ({ visit }) => {
  const page = await visit('customer', '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'İçeriğe geç' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Firmalarınız', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeFocused()
})

test('the menu on a phone opens, leads to a page and closes', async ({ visit }) => {
  const page = await visit('customer', '/', { width: 360 })
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await menu.getByRole('link', { name: 'Firmalarınız' }).click()
  await expect(page.getByRole('heading', { name: 'Firmalarınız' })).toBeVisible()
  await expect(menu).toBeHidden()
  await page.goBack()
  await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('with forced colours the chosen filter, language, page and menu entry differ from the others', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/tickets')
  await expect(page.getByRole('button', { name: 'Sayfa 2' })).toBeVisible()
  await page.emulateMedia({ forcedColors: 'active' })
  const background = (of: ReturnType<Page['locator']>) =>
    of.evaluate(element => getComputedStyle(element).backgroundColor)
  const menu = page.getByRole('navigation', { name: 'Menü' })
  const filter = page.getByRole('group', { name: 'Durum' })
  for (const [chosen, other] of [
    [filter.locator('input:checked + span'), filter.locator('input:not(:checked) + span').first()],
    [page.getByRole('button', { name: 'Türkçe' }), page.getByRole('button', { name: 'English' })],
    [
      page.getByRole('button', { name: 'Sayfa 1', exact: true }),
      page.getByRole('button', { name: 'Sayfa 2' }),
    ],
    [menu.getByRole('link', { name: 'Talepler' }), menu.getByRole('link', { name: 'Firmalar' })],
  ] as const)
    expect
      .soft(await background(chosen), await chosen.innerText())
      .not.toBe(await background(other))
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

test('a field that a user enters before the first frame of its page keeps the focus', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await page.evaluate(() => {
    const next = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = frame => Number(setTimeout(() => next(frame), 1_000))
  })
  await page.getByRole('link', { name: 'Parolamı unuttum' }).click()
  await expect(page.getByRole('heading', { name: 'Parolanızı yenileyin' })).toBeVisible()
  await page.getByLabel('E-posta').fill('usta@sac.test')
  await page.evaluate(() => new Promise(resolve => requestAnimationFrame(resolve)))
  await expect(page.getByLabel('E-posta')).toBeFocused()
})
