import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { newPassword } from '../portal/demo-portal.ts'
import {
  adminEmailOf,
  expectAccessible,
  openAuthenticator,
  signInAt,
} from '../support/authenticator.ts'
import { expect, test } from '../support/visit.ts'

async function signOut(page: Page) {
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(page).toHaveURL(/\/login$/)
}

/** Changing the language keeps the page and its codes, and stores
 * none of them; `texts` identify the page in each language. */
async function staysInEnglish(page: Page, texts: { tr: string; en: string }) {
  const codes = await page.locator('main code').allTextContents()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText(texts.en, { exact: true })).toBeVisible()
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  for (const code of codes)
    expect(stored.replaceAll(' ', '')).not.toContain(code.replaceAll(' ', ''))
  await expect(page.locator('main code')).toHaveText(codes)
  await page.getByRole('button', { name: 'Türkçe' }).click()
  await expect(page.getByText(texts.tr, { exact: true })).toBeVisible()
  await expect(page.locator('main code')).toHaveText(codes)
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
}

test('an administrator turns on two-step sign-in, and signs in with a code, and then with a recovery code', async ({
  visit,
  portal,
}) => {
  test.setTimeout(180_000)
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/security`, {
    allowedConsole: /status of (400|401)/,
  })
  const part = page.getByRole('region', { name: 'İki adımlı giriş' })
  await expect(part.getByText('Kapalı')).toBeVisible()
  await expectAccessible(page, 'two-step sign-in is off')
  await part.getByRole('button', { name: 'İki adımlı girişi aç' }).click()
  await expect(
    page.getByRole('dialog').getByText('diğer cihazlardaki oturumlarınız kapanır'),
  ).toBeVisible()
  await page.getByLabel('Parolanız').fill('Yanlis1453')
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByLabel('Parolanız')).toHaveAccessibleDescription(/Parola hatalı\./)
  await page.getByLabel('Parolanız').fill(newPassword)
  await page.getByRole('button', { name: 'Devam et' }).click()

  await expect(page.getByRole('img', { name: 'Doğrulama uygulaması için QR kodu' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await part.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(part.getByRole('button', { name: 'İki adımlı girişi aç' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByLabel('Parolanız').fill(newPassword)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('img', { name: 'Doğrulama uygulaması için QR kodu' })).toBeVisible()
  const code = await openAuthenticator(page, portal)
  const field = page.getByLabel('Uygulamanın gösterdiği 6 haneli kod')
  await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(field).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page, 'a QR code')
  await field.fill('000000')
  await page.getByRole('button', { name: 'Kodu doğrula ve aç' }).click()
  await expect(field).toHaveAccessibleDescription(/Kod doğru değil/)
  await expect(page.getByText('Kod doğru değil')).toHaveCount(1)
  await field.fill(await code())
  await page.getByRole('button', { name: 'Kodu doğrula ve aç' }).click()
  const list = page.getByRole('list', { name: 'Kurtarma kodlarınız' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  await expectAccessible(page, 'recovery codes')
  await staysInEnglish(page, { tr: 'Kaydettim', en: 'I have saved them' })
  await expect(part.getByRole('heading', { name: 'Kurtarma kodlarınız' })).toBeVisible()
  const codes = await list.getByRole('listitem').allTextContents()
  const [recovery = '', another = ''] = codes

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Dosya olarak indir' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain(`Hesap: ${adminEmailOf(vendor)}\nTarih: `)
  expect(file.split('\n')).toEqual(expect.arrayContaining(codes))
  await page.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(part.getByText('Kalan kurtarma kodu: 10')).toBeVisible()
  await expectAccessible(page, 'two-step sign-in is on')

  await test.step('with a code', async () => {
    await signOut(page)
    await signInAt(page, vendor)
    await expect(page.getByRole('heading', { name: 'Giriş kodu' })).toBeVisible()
    await expect(page.getByLabel('Kod', { exact: true })).toBeFocused()
    await expectAccessible(page, 'a sign-in code')
    await staysInEnglish(page, { tr: 'Giriş kodu', en: 'Sign-in code' })
    await page.getByLabel('Kod', { exact: true }).fill('000000')
    await page.keyboard.press('Enter')
    await expect(page.locator('form').getByText('Kod doğru değil')).toBeVisible()
    await expect(page.getByText('Kod doğru değil')).toHaveCount(1)
    await page.getByLabel('Kod', { exact: true }).fill(await code())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  })

  await test.step('with a recovery code', async () => {
    await signOut(page)
    await signInAt(page, vendor)
    await page
      .getByRole('button', { name: 'Telefonum yanımda değil: kurtarma kodu kullan' })
      .click()
    await expect(page.getByLabel('Kurtarma kodu')).toBeFocused()
    await page.keyboard.type('AAAAA-BBBBB')
    await page.keyboard.press('Enter')
    await expect(
      page.locator('form').getByText('Kurtarma kodu doğru değil ya da daha önce kullanıldı.'),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Uygulamadaki kodu kullan' }).click()
    await page
      .getByRole('button', { name: 'Telefonum yanımda değil: kurtarma kodu kullan' })
      .click()
    await expect(page.getByText('Kurtarma kodu doğru değil')).toHaveCount(0)
    await expect(page.getByLabel('Kurtarma kodu')).toBeFocused()
    await page.keyboard.type(recovery.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
    await page.goto(`${vendor.url}/security`)
    await expect(part.getByText('Kalan kurtarma kodu: 9')).toBeVisible()
  })

  await test.step('and turns it off again, with the password and another recovery code', async () => {
    await part.getByRole('button', { name: 'İki adımlı girişi kapat' }).click()
    const dialog = page.getByRole('dialog', { name: 'İki adımlı girişi kapat' })
    await dialog.getByLabel('Parolanız').fill(newPassword)
    await dialog.getByLabel('Kod', { exact: true }).fill(another)
    await dialog.getByRole('button', { name: 'İki adımlı girişi kapat' }).click()
    await expect(page.getByText('İki adımlı giriş kapatıldı.')).toBeVisible()
    await expect(part.getByText('Kapalı')).toBeVisible()
  })
})

test('an administrator requires two-step sign-in of the team: a colleague is signed out, sets it up at the next sign-in, and can have it reset', async ({
  visit,
  portal,
}) => {
  test.setTimeout(180_000)
  const vendor = await portal.newVendor()
  const email = `destek@${new URL(vendor.url).hostname}.test`
  const invited = await vendor.call(routes.team.invite, {
    body: { email, name: 'İclal', surname: 'Iğdır', role: 'staff' },
  })
  const colleague = await vendor.activate(invited.activationLink ?? '')
  const colleaguePage = await visit({ token: colleague }, `${vendor.url}/staff/companies`, {
    allowedConsole: /status of (401|500)/,
  })
  await expect(colleaguePage.getByRole('heading', { name: 'Firmalar' })).toBeVisible()

  const page = await visit({ token: vendor.admin }, `${vendor.url}/admin/team`)
  await expect(page.getByText('Zorunlu değil')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Ekipten istemek için önce kendi hesabınızda açın' }).click()
  await page.getByRole('button', { name: 'İki adımlı girişi aç' }).click()
  await page.getByLabel('Parolanız').fill(newPassword)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByRole('img')).toBeVisible()
  const ownCode = await openAuthenticator(page, portal)
  await page.getByLabel('Uygulamanın gösterdiği 6 haneli kod').fill(await ownCode())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(page.getByText('Kalan kurtarma kodu: 10')).toBeVisible()

  await page.goto(`${vendor.url}/admin/team`)
  await page.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  const confirmation = page.getByRole('dialog', { name: 'Ekipten iki adımlı giriş istensin mi?' })
  await confirmation.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  await expect(page.getByText('İki adımlı giriş artık zorunlu.')).toBeVisible()
  await expect(page.getByText('Zorunlu', { exact: true })).toBeVisible()
  await expect(colleaguePage.getByText('Oturumunuz sona erdi.')).toBeVisible()

  await signInAt(colleaguePage, vendor, email)
  await expect(colleaguePage.getByRole('heading', { name: 'İki adımlı girişi aç' })).toBeVisible()
  await expectAccessible(colleaguePage, 'a QR code at the sign-in')
  await staysInEnglish(colleaguePage, {
    tr: 'Kodu doğrula ve aç',
    en: 'Check the code and turn on',
  })
  const code = await openAuthenticator(colleaguePage, portal)
  await colleaguePage.getByLabel('Uygulamanın gösterdiği 6 haneli kod').fill(await code())
  await colleaguePage.keyboard.press('Enter')
  await expect(colleaguePage.getByRole('heading', { name: 'Kurtarma kodlarınız' })).toBeVisible()
  await staysInEnglish(colleaguePage, { tr: 'Kaydettim', en: 'I have saved them' })
  // already on: the codes are not shown again
  await expect(colleaguePage.getByRole('button', { name: 'Baştan başla' })).toHaveCount(0)
  await test.step('where the browser refuses to copy the codes, the colleague is told', async () => {
    await colleaguePage.evaluate(() => {
      navigator.clipboard.writeText = () =>
        Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'))
    })
    await colleaguePage.getByRole('button', { name: 'Kopyala' }).click()
    await expect(
      colleaguePage.getByText('Kopyalanamadı. Metni seçip kendiniz kopyalayın.'),
    ).toBeVisible()
  })
  await test.step('and where the server fails after the codes, too, and goes on', async () => {
    await colleaguePage.route('**/user/me', route => route.fulfill({ status: 500 }), { times: 1 })
    await colleaguePage.getByRole('button', { name: 'Kaydettim' }).click()
    await expect(colleaguePage.getByText('Sunucu isteği yanıtlayamadı (hata 500).')).toBeVisible()
  })
  await colleaguePage.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(colleaguePage).toHaveURL(/\/staff\/companies$/)
  await colleaguePage.goto(`${vendor.url}/security`)
  await expect(colleaguePage.getByText('Hesabınız için zorunlu')).toBeVisible()
  await expect(colleaguePage.getByRole('button', { name: 'İki adımlı girişi kapat' })).toHaveCount(
    0,
  )

  await page.reload()
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Açık')
  await row.getByRole('button', { name: 'İki adımlı girişi sıfırla: İclal Iğdır' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'İki adımlı girişi sıfırla' }).click()
  await expect(page.getByText('İki adımlı girişi sıfırlandı.')).toBeVisible()
  await expect(row).toContainText('Kapalı')
  await expect(colleaguePage.getByText('Oturumunuz sona erdi.')).toBeVisible()
})
