import type { Page } from '@playwright/test'
import { openTicket } from '../portal/open-ticket.ts'
import { signIn, signOut } from '../support/sign-in.ts'
import { expect, test } from '../support/visit.ts'

/** From the next load on the browser lacks what the oldest
 * supported ones do (`web/vite/supportedBrowsers.ts`). */
const removeNewerFeatures = (page: Page) =>
  page.addInitScript(() => {
    const newer: [object, string[]][] = [
      [AbortSignal, ['any']],
      [Promise, ['withResolvers', 'try']],
      [URL, ['parse', 'canParse']],
      [Map, ['groupBy']],
      [Object, ['groupBy']],
      [Array, ['fromAsync']],
      [Array.prototype, ['toSorted', 'toReversed', 'toSpliced', 'with']],
      [String.prototype, ['isWellFormed', 'toWellFormed']],
      [
        Set.prototype,
        [
          'union',
          'intersection',
          'difference',
          'symmetricDifference',
          'isSubsetOf',
          'isSupersetOf',
          'isDisjointFrom',
        ],
      ],
      [
        Iterator.prototype,
        [
          'map',
          'filter',
          'take',
          'drop',
          'flatMap',
          'reduce',
          'toArray',
          'forEach',
          'some',
          'every',
          'find',
        ],
      ],
      [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover']],
      [HTMLInputElement.prototype, ['showPicker', 'popoverTargetElement']],
      [HTMLButtonElement.prototype, ['popoverTargetElement', 'popoverTargetAction']],
      [Element.prototype, ['checkVisibility', 'setHTMLUnsafe', 'moveBefore']],
      [Document.prototype, ['startViewTransition']],
      [window, ['scheduler', 'requestIdleCallback', 'navigation', 'CloseWatcher', 'Iterator']],
      [Intl, ['Segmenter', 'DurationFormat']],
    ]
    for (const [target, names] of newer)
      for (const name of names) Reflect.deleteProperty(target, name)
    // The browser of the tests opens popovers by itself.
    addEventListener(
      'click',
      event => (event.target as Element).closest('[popovertarget]') && event.preventDefault(),
    )
  })

test('a browser four years old signs in, answers a ticket, and uses menus and dialogs', async ({
  visit,
  portal,
}) => {
  const { path, title } = await openTicket(portal)
  const page = await visit(null, '/login', { allowedConsole: /status of 401/ })
  await removeNewerFeatures(page)
  await page.goto(`/login?${new URLSearchParams({ from: path })}`)
  await page.getByLabel('E-posta').fill('customer@demo.test')
  await page.getByLabel('Parola', { exact: true }).fill('yanlış')
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.getByRole('alert')).toContainText('E-posta ya da parola hatalı.')
  await signIn(page, 'customer@demo.test')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByLabel('Mesaj yazın').fill('Conta değişti: https://example.com/conta')
  await page.getByRole('button', { name: 'Gönder' }).click()
  await expect(
    page.getByRole('list', { name: 'Yazışma' }).getByText('Conta değişti:'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Talebi kapat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Talebi kapat' }).click()
  await expect(page.getByRole('button', { name: 'Yeniden aç' })).toBeVisible()

  await test.step('a menu opens and closes by its button, by Escape and by a click beside it', async () => {
    const opener = page.getByRole('button', { name: /Kullanıcı menüsü/ })
    // The bell has a link of that name, too.
    const entry = page
      .locator('#user-menu')
      .getByRole('link', { name: 'Bildirim ayarları', exact: true })
    const bell = page.getByRole('heading', { name: 'Bildirimler' })
    await expect(entry).toBeHidden()
    await opener.click()
    await expect(entry).toBeVisible()
    await opener.click()
    await expect(entry).toBeHidden()
    await opener.click()
    await page.keyboard.press('Escape')
    await expect(entry).toBeHidden()
    await opener.click()
    await page.getByRole('button', { name: /^Bildirimler/ }).click()
    await expect(entry).toBeHidden()
    await expect(bell).toBeVisible()
    await page.getByRole('heading', { name: title }).click()
    await expect(bell).toBeHidden()
    await opener.click()
    await entry.click()
    await expect(page).toHaveURL(/\/settings\/notifications$/)
    await expect(entry).toBeHidden()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /^Merhaba/ })).toBeVisible()
  await signOut(page)
})

test('an administrator with a browser four years old adds a company in a dialog', async ({
  visit,
}) => {
  const page = await visit('admin', '/')
  await removeNewerFeatures(page)
  await page.goto('/admin/companies')
  const name = `Eski Makine ${Date.now()}`
  await page.getByRole('button', { name: 'Firma ekle' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Firma adı').fill(name)
  await dialog.getByRole('button', { name: /^Takvim/ }).click()
  await dialog.getByRole('button', { name: 'Firma ekle' }).click()
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible()
  await expect(page.getByText('Ekleme başarılı.')).toBeVisible()
})

test('a browser that is too old shows which ones work, in both languages', async ({ visit }) => {
  const page = await visit(null, '/login')
  await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, 'timeout'))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Tarayıcınız çok eski' })).toBeVisible()
  await expect(page.getByText(/Safari 16\.2.*ya da başka bir tarayıcıyla açın/)).toBeVisible()
  await expect(
    page.getByText(
      /The portal works with these versions and newer ones: Chrome 106, .*Firefox 108/,
    ),
  ).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveCount(0)
})

test('a form says so where the page itself fails', async ({ visit }) => {
  const page = await visit(null, '/login', { allowedConsole: /of the page/ })
  const failed = page.waitForEvent('pageerror')
  await page.evaluate(() => {
    window.fetch = () => {
      throw new TypeError('of the page')
    }
  })
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page.locator('form').getByText('Beklenmeyen bir hata oluştu.')).toBeVisible()
  await failed
})
