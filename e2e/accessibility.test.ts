import AxeBuilder from '@axe-core/playwright'
import { placesOf } from './places.ts'
import { expect, test } from './visit.ts'

const looks = (['light', 'dark'] as const).flatMap(theme => [360, 1280].map(width => ({ theme, width })))

for (const { theme, width } of looks) {
  test(`every screen can be used by everybody (WCAG 2.2 AA): ${theme}, ${width} pixels wide`, async ({ visit, portal }) => {
    test.setTimeout(240_000)
    for (const { name, who, path } of await placesOf(portal)) {
      const page = await visit(who, path, { theme, width })
      await page.waitForLoadState('networkidle')
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
      expect.soft(found, name).toEqual([])
      await page.context().close()
    }
  })
}

test('no screen scrolls sideways on the narrowest phone, in either language', async ({ visit, portal }) => {
  test.setTimeout(240_000)
  for (const { name, who, path } of await placesOf(portal)) {
    for (const language of ['tr', 'en'] as const) {
      const page = await visit(who, path, { width: 320, language })
      await page.waitForLoadState('networkidle')
      expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320)
      await page.context().close()
    }
  }
})

test('the keyboard passes by the menu, and lands on the title of each new page', async ({ visit }) => {
  const page = await visit('customer', '/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'İçeriğe geç' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'Hesaplar' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Hesaplar' })).toBeFocused()
})

test('the menu of a phone opens, leads on, and closes', async ({ visit }) => {
  const page = await visit('customer', '/', { width: 360 })
  await page.getByRole('button', { name: 'Menüyü aç' }).click()
  const menu = page.getByRole('dialog', { name: 'Menü' })
  await menu.getByRole('link', { name: 'Hesaplar' }).click()
  await expect(page.getByRole('heading', { name: 'Hesaplar' })).toBeVisible()
  await expect(menu).toBeHidden()
})

test('a folded menu and a chosen theme are remembered', async ({ visit }) => {
  const page = await visit('customer', '/accounts')
  await page.getByRole('button', { name: 'Menüyü daralt' }).click()
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByText('Koyu').click()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Menüyü genişlet' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
