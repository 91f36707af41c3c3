import { routes } from '#contract/routes.ts'
import config from '../../playwright.config.ts'
import { expect, test } from '../support/visit.ts'

// A headless browser hides scrollbars by default.
test.use({
  launchOptions: { ...config.use?.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] },
})

test('a press on the scrollbar of a dialog scrolls it, and does not close it', async ({
  visit,
  portal,
}) => {
  const { _id } = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: `Uzun Menü ${Date.now()}` } })
  const page = await visit('admin', `/admin/companies/${_id}`, { width: 360, height: 260 })
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  const { x, y, width, height } = (await menu.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.click(x + width - 8, y + height - 24)
  const scrolled = () =>
    menu.evaluate(dialog =>
      [dialog, ...dialog.querySelectorAll('*')].some(({ scrollTop }) => scrollTop > 0),
    )
  await expect.poll(scrolled).toBe(true)
  await expect(menu).toBeVisible()
})

test('a list that becomes longer than the window and a dialog above it move nothing', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/machines?search=yokböyle')
  const add = page.getByRole('button', { name: 'Makine ekle' }).first()
  await expect(page.getByText('Aramanıza uyan kayıt yok')).toBeVisible()
  const before = await add.boundingBox()
  await page.getByRole('button', { name: 'Aramayı temizle' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  expect(await add.boundingBox()).toEqual(before)
  await page.setViewportSize({ width: 1280, height: 400 })
  await add.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await add.boundingBox()).toEqual(before)
})

test('a press on an empty part of the menu on a phone leaves it open', async ({ visit }) => {
  const page = await visit('customer', '/', { width: 360 })
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await menu.click({ position: { x: 100, y: 700 } })
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(menu).toBeVisible()
})
