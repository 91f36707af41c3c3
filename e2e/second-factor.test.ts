import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { codeAt, stepAt } from '../server/second-factor/totp.ts'
import { chosen, type Portal } from './portal.ts'
import { expect, test } from './visit.ts'

type Vendor = Awaited<ReturnType<Portal['newVendor']>>
const adminOf = (vendor: Vendor) => `yonetici@${new URL(vendor.url).hostname}.test`

/** An authenticator app that was given the key on the page: shows its code, a new one each time that it is asked. */
async function appWith(page: Page) {
  const typed = ((await page.locator('code').first().textContent()) ?? '').replaceAll(' ', '')
  const bits = [...typed].map(letter => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const secret = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  let last = 0
  return async () => {
    // Each code is good once, and the server knows those of the half minutes to either side.
    while (stepAt(Date.now()) + 1 <= last) await page.waitForTimeout(1_000)
    last = Math.max(last + 1, stepAt(Date.now()))
    return codeAt(secret, last)
  }
}

async function signIn(page: Page, vendor: Vendor, email = adminOf(vendor)) {
  await page.goto(`${vendor.url}/login`)
  await page.getByLabel('E-posta').fill(email)
  await page.getByLabel('Parola', { exact: true }).fill(chosen)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
}

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** Everybody can use what is on the screen, also on the narrowest phone. */
async function holds(page: Page, name: string) {
  const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  expect
    .soft(
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`),
      name,
    )
    .toEqual([])
  const size = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 700 })
  expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), name).toBe(320)
  if (size) await page.setViewportSize(size)
}

test('an administrator turns on two-step sign-in, and signs in with a code, and then with a recovery code', async ({ visit, portal }) => {
  test.setTimeout(180_000)
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/security`, { tolerates: /status of (400|401)/ })
  const part = page.getByRole('region', { name: 'İki adımlı giriş' })
  await expect(part.getByText('Kapalı')).toBeVisible()
  await holds(page, 'two-step sign-in is off')
  await part.getByRole('button', { name: 'İki adımlı girişi aç' }).click()
  await page.getByLabel('Parolanız').fill('Yanlis1453')
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByLabel('Parolanız')).toHaveAccessibleDescription(/Parola hatalı\./)
  await page.getByLabel('Parolanız').fill(chosen)
  await page.getByRole('button', { name: 'Devam et' }).click()

  await expect(page.getByRole('img', { name: 'Doğrulama uygulaması için QR kodu' })).toBeVisible()
  const code = await appWith(page)
  const field = page.getByLabel('Uygulamanın gösterdiği 6 haneli kod')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await holds(page, 'a QR code')
  await field.fill('000000')
  await page.getByRole('button', { name: 'Kodu doğrula ve aç' }).click()
  await expect(field).toHaveAccessibleDescription(/Kod doğru değil/)
  await field.fill(await code())
  await page.getByRole('button', { name: 'Kodu doğrula ve aç' }).click()
  const list = page.getByRole('list', { name: 'Kurtarma kodlarınız' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await holds(page, 'recovery codes')
  const [recovery = '', another = ''] = await list.getByRole('listitem').allTextContents()
  await page.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(part.getByText('Kalan kurtarma kodu: 10')).toBeVisible()
  await holds(page, 'two-step sign-in is on')

  await test.step('with a code', async () => {
    await signOut(page)
    await signIn(page, vendor)
    await expect(page.getByRole('heading', { name: 'Giriş kodu' })).toBeVisible()
    await expect(page.getByLabel('Kod', { exact: true })).toBeFocused()
    await holds(page, 'a sign-in code')
    await page.getByLabel('Kod', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.locator('form').getByText('Kod doğru değil')).toBeVisible()
    await page.getByLabel('Kod', { exact: true }).fill(await code())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  })

  await test.step('with a recovery code', async () => {
    await signOut(page)
    await signIn(page, vendor)
    await page.getByRole('button', { name: 'Telefonum yanımda değil: kurtarma kodu kullan' }).click()
    await expect(page.getByLabel('Kurtarma kodu')).toBeFocused()
    await page.keyboard.type(recovery.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
    await page.goto(`${vendor.url}/security`)
    await expect(part.getByText('Kalan kurtarma kodu: 9')).toBeVisible()
  })

  await test.step('and turns it off again, by the password and another of these', async () => {
    await part.getByRole('button', { name: 'İki adımlı girişi kapat' }).click()
    const dialog = page.getByRole('dialog', { name: 'İki adımlı girişi kapat' })
    await dialog.getByLabel('Parolanız').fill(chosen)
    await dialog.getByLabel('Kod', { exact: true }).fill(another)
    await dialog.getByRole('button', { name: 'İki adımlı girişi kapat' }).click()
    await expect(page.getByText('İki adımlı giriş kapatıldı.')).toBeVisible()
    await expect(part.getByText('Kapalı')).toBeVisible()
  })
})

test('an administrator requires it of the team: a colleague is signed out, sets it up at the next sign-in, and can have it reset', async ({
  visit,
  portal,
}) => {
  test.setTimeout(180_000)
  const vendor = await portal.newVendor()
  const email = `destek@${new URL(vendor.url).hostname}.test`
  const invited = await vendor.call(routes.team.invite, { body: { email, name: 'İclal', surname: 'Iğdır', role: 'staff' } })
  const colleague = await vendor.activated(invited.activationLink ?? '')
  const theirs = await visit({ token: colleague }, `${vendor.url}/staff/companies`, { tolerates: /status of 401/ })
  await expect(theirs.getByRole('heading', { name: 'Firmalar' })).toBeVisible()

  const page = await visit({ token: vendor.admin }, `${vendor.url}/admin/team`, { tolerates: /status of 409/ })
  await page.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  const asked = page.getByRole('dialog', { name: 'Ekipten iki adımlı giriş istensin mi?' })
  await asked.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  await expect(asked.getByText('önce kendi hesabınızda iki adımlı girişi açın')).toBeVisible()
  await asked.getByRole('button', { name: 'Vazgeç' }).click()
  await page.goto(`${vendor.url}/security`)
  await page.getByRole('button', { name: 'İki adımlı girişi aç' }).click()
  await page.getByLabel('Parolanız').fill(chosen)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByRole('img')).toBeVisible()
  const ownCode = await appWith(page)
  await page.getByLabel('Uygulamanın gösterdiği 6 haneli kod').fill(await ownCode())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Kaydettim' }).click()

  await page.goto(`${vendor.url}/admin/team`)
  await page.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  await asked.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  await expect(page.getByText('İki adımlı giriş artık zorunlu.')).toBeVisible()
  await expect(theirs.getByText('Oturumunuz sona erdi.')).toBeVisible({ timeout: 15_000 })

  await signIn(theirs, vendor, email)
  await expect(theirs.getByRole('heading', { name: 'İki adımlı girişi aç' })).toBeVisible()
  await holds(theirs, 'a QR code at the sign-in')
  const code = await appWith(theirs)
  await theirs.getByLabel('Uygulamanın gösterdiği 6 haneli kod').fill(await code())
  await theirs.keyboard.press('Enter')
  await expect(theirs.getByRole('heading', { name: 'Kurtarma kodlarınız' })).toBeVisible()
  await theirs.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(theirs).toHaveURL(/\/staff\/companies$/)
  await theirs.goto(`${vendor.url}/security`)
  await expect(theirs.getByText('Portalınız zorunlu tutuyor')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'İki adımlı girişi kapat' })).toHaveCount(0)

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Açık')
  await row.getByRole('button', { name: 'İki adımlı girişi sıfırla: İclal Iğdır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'İki adımlı girişi sıfırla' }).click()
  await expect(page.getByText('İki adımlı girişi sıfırlandı.')).toBeVisible()
  await expect(row).toContainText('Kapalı')
  await expect(theirs.getByText('Oturumunuz sona erdi.')).toBeVisible({ timeout: 15_000 })
})
