import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { decodeBase32 } from '#testing/sign-in/base32.ts'
import { codeAt, stepAt } from '../../server/identity/second-factor/totp.ts'
import { newPassword } from '../portal/demo-portal.ts'
import { expectAccessible, openAuthenticator, signInAt } from '../support/authenticator.ts'
import { expect, test } from '../support/visit.ts'

/** Lets the next confirmation reach the server and drops its response. */
const dropResponse = (page: Page) =>
  page.route(
    '**/second-factor/confirm',
    async route => {
      const url = new URL(route.request().url())
      url.hostname = 'localhost' // Node does not resolve subdomains of localhost
      const reply = await route.fetch({ url: url.href })
      expect(reply.status()).toBe(200)
      await route.abort()
    },
    { times: 1 },
  )

/** Enters a code whose response is lost, then another one. */
async function confirmTwice(page: Page, code: () => Promise<string>) {
  const field = page.getByLabel('Uygulamanın gösterdiği 6 haneli kod')
  await dropResponse(page)
  await field.fill(await code())
  await page.keyboard.press('Enter')
  await expect(page.locator('form').getByText('Ağ hatası.')).toBeVisible()
  await field.fill(await code())
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
  await expect(page.getByText('İki adımlı giriş açık.', { exact: true })).toBeVisible()
  await expect(page.getByText('Hata', { exact: true })).toHaveCount(0)
}

async function renewCodes(page: Page, code: () => Promise<string>) {
  await page.getByRole('button', { name: 'Yeni kurtarma kodları' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yeni kurtarma kodları' })
  await dialog.getByLabel('Parolanız').fill(newPassword)
  await dialog.getByLabel('Kod', { exact: true }).fill(await code())
  await dialog.getByRole('button', { name: 'Yeni kurtarma kodları' }).click()
  await expect(
    page.getByRole('list', { name: 'Kurtarma kodlarınız' }).getByRole('listitem'),
  ).toHaveCount(10)
}

test('after a lost response to turning on two-step sign-in, a second attempt ends the set-up and offers new recovery codes', async ({
  visit,
  portal,
}) => {
  test.setTimeout(180_000)
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/security`, {
    allowedConsole: /ERR_FAILED|status of 409/,
  })
  await page.getByRole('button', { name: 'İki adımlı girişi aç' }).click()
  await page.getByLabel('Parolanız').fill(newPassword)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByRole('img', { name: 'Doğrulama uygulaması için QR kodu' })).toBeVisible()
  const code = await openAuthenticator(page, portal)
  await confirmTwice(page, code)

  const part = page.getByRole('region', { name: 'İki adımlı giriş' })
  const notice = part.getByText('Kurtarma kodlarınızı görmediyseniz şimdi yenilerini alın.')
  await expect(notice).toBeVisible()
  await expect(part.getByText('Açık', { exact: true })).toBeVisible()
  await expectAccessible(page, 'two-step sign-in is on, and its codes were not seen')
  await renewCodes(page, code)
  await page.getByRole('button', { name: 'Kaydettim' }).click()
  await expect(part.getByText('Kalan kurtarma kodu: 10')).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('after a lost response to the set-up at the sign-in, a second attempt asks for a code and signs the user in', async ({
  visit,
  portal,
}) => {
  test.setTimeout(180_000)
  const vendor = await portal.newVendor()
  const { secret } = await vendor.call(routes.secondFactor.begin, {
    body: { password: newPassword },
  })
  await vendor.call(routes.secondFactor.confirm, {
    body: { code: codeAt(decodeBase32(secret), stepAt(Date.now())) },
  })
  const email = `destek@${new URL(vendor.url).hostname}.test`
  const invited = await vendor.call(routes.team.invite, {
    body: { email, name: 'İclal', surname: 'Iğdır', role: 'staff' },
  })
  await vendor.activate(invited.activationLink ?? '')
  await vendor.call(routes.secondFactor.require)

  const page = await visit(null, `${vendor.url}/login`, {
    allowedConsole: /ERR_FAILED|status of 409/,
  })
  await signInAt(page, vendor, email)
  await expect(page.getByRole('heading', { name: 'İki adımlı girişi aç' })).toBeVisible()
  const code = await openAuthenticator(page, portal)
  await confirmTwice(page, code)

  await expect(page.getByRole('heading', { name: 'Giriş kodu' })).toBeVisible()
  await expect(page.getByText('Kurtarma kodlarınızı görmediyseniz girdikten sonra')).toBeVisible()
  await expectAccessible(page, 'a sign-in code, after a lost answer')
  await page.getByLabel('Kod', { exact: true }).fill(await code())
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  await page.goto(`${vendor.url}/security`)
  await renewCodes(page, code)
})
