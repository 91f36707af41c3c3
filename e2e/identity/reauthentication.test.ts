import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { type DemoPortal, emailOf, newPassword, password } from '../portal/demo-portal.ts'
import { expectAccessible, openAuthenticator } from '../support/authenticator.ts'
import { expect, test } from '../support/visit.ts'

const allowedConsole = /status of (400|403)/
/** An administrator's session with the last authentication 15 minutes ago. */
const agedSession = async (portal: DemoPortal) => ({
  token: await portal.ageSession(await portal.signIn(emailOf('admin'))),
})
const question = (page: Page, name = 'Kimliğinizi doğrulayın') => page.getByRole('dialog', { name })
const nextEmail = () => `yeni-${Math.random().toString(36).slice(2)}@example.com`

async function fillIn(page: Page, email: string) {
  await page.getByLabel('Ad', { exact: true }).fill('İnci')
  await page.getByLabel('Soyad').fill('Şahin')
  await page.getByLabel('E-posta').fill(email)
  await page.getByRole('radio', { name: /Yönetici/ }).check()
}

test('an administrator who signed in 15 minutes ago confirms the password with the keyboard alone, and the invitation is sent', async ({
  visit,
  portal,
}) => {
  const page = await visit(await agedSession(portal), '/admin/team/invite', { allowedConsole })
  await fillIn(page, nextEmail())
  await page.getByRole('button', { name: 'Daveti gönder' }).press('Enter')
  const dialog = question(page)
  await expect(dialog.getByLabel('Parolanız')).toBeFocused()
  await expect(dialog.getByLabel('Parolanız')).toHaveAccessibleDescription(
    /15 dakikadan fazla oldu/,
  )
  await expect(dialog).toContainText(emailOf('admin'))
  // no second factor
  await expect(dialog.getByRole('button', { name: /giriş kodu/ })).toHaveCount(0)
  await expectAccessible(page, 'the confirmation by password')
  await page.keyboard.type('Yanlis1453')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Parolanız')).toHaveAccessibleDescription(/Parola hatalı\./)
  await expect(dialog.getByLabel('Parolanız')).toBeFocused()
  await dialog.getByLabel('Parolanız').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'İnci Şahin davet edildi' })).toBeFocused()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('link', { name: 'Ekibe git' }).click() // the next one needs no confirmation
  await page
    .getByRole('row', { name: /İnci Şahin/ })
    .first()
    .getByRole('button', { name: /Daveti yeniden gönder/ })
    .click()
  await expect(page.getByRole('dialog').getByLabel('Davet bağlantısı')).toBeVisible()
})

// Security: P10
test('cancelling the confirmation returns to the form with its input and without an error', async ({
  visit,
  portal,
}) => {
  const page = await visit(await agedSession(portal), '/admin/team/invite', { allowedConsole })
  const email = nextEmail()
  await fillIn(page, email)
  for (const cancel of [
    () => page.keyboard.press('Escape'),
    () => question(page).getByRole('button', { name: 'Vazgeç' }).click(),
  ]) {
    await page.getByRole('button', { name: 'Daveti gönder' }).click()
    await expect(question(page).getByLabel('Parolanız')).toBeFocused()
    await cancel()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Daveti gönder' })).toBeFocused()
  }
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect(page.getByLabel('Soyad')).toHaveValue('Şahin')
  await expect(page.getByRole('radio', { name: /Yönetici/ })).toBeChecked()
  await expect(page.getByText('kimliğinizi yeniden doğrulayın')).toHaveCount(0)
  const { users } = await portal.as('admin').call(routes.team.list, { query: { search: email } })
  expect(users).toEqual([])
})

test('the confirmation opens over an open dialog, which remains after cancelling and continues after confirming', async ({
  visit,
  portal,
}) => {
  const email = nextEmail()
  await portal.as('admin').call(routes.team.invite, {
    body: { email, name: 'İclal', surname: 'Silinecek', role: 'staff' },
  })
  const page = await visit(await agedSession(portal), '/admin/team', {
    allowedConsole,
    language: 'en',
  })
  const row = page.getByRole('row').filter({ hasText: email })
  await row.getByRole('button', { name: /Revoke the invitation/ }).click()
  const revoking = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  const confirmation = question(page, 'Confirm that it is you')
  await revoking.getByRole('button', { name: 'Revoke the invitation' }).click()
  await expect(confirmation.getByLabel('Your password')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(confirmation).toHaveCount(0)
  await expect(revoking.getByRole('button', { name: 'Revoke the invitation' })).toBeFocused()
  await page.keyboard.press('Enter')
  await confirmation.getByLabel('Your password').fill(password)
  await confirmation.getByRole('button', { name: 'Confirm and go on' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(row).toHaveCount(0)
})

test('the audit is downloaded after the confirmation', async ({ visit, portal }) => {
  const page = await visit(await agedSession(portal), '/admin/audit', { allowedConsole })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV olarak indir' }).click()
  await question(page).getByLabel('Parolanız').fill(password)
  await page.keyboard.press('Enter')
  expect(await readFile(await (await download).path(), 'utf8')).toContain('İşlem')
})

test('an administrator with a second factor confirms by a code', async ({ visit, portal }) => {
  test.setTimeout(120_000)
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/security`, { allowedConsole })
  await page.getByRole('button', { name: 'İki adımlı girişi aç' }).click()
  await page.getByLabel('Parolanız').fill(newPassword)
  await page.getByRole('button', { name: 'Devam et' }).click()
  await expect(page.getByRole('img', { name: 'Doğrulama uygulaması için QR kodu' })).toBeVisible()
  const code = await openAuthenticator(page, portal)
  await page.getByLabel('Uygulamanın gösterdiği 6 haneli kod').fill(await code())
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Kaydettim' }).click()
  await portal.ageSession(vendor.admin)

  await page.goto(`${vendor.url}/admin/team`)
  await page.getByRole('button', { name: 'Ekipten iki adımlı giriş iste' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Ekipten iki adımlı giriş iste' })
    .click()
  const dialog = question(page)
  await dialog.getByRole('button', { name: 'Parola yerine giriş kodu kullan' }).click()
  await expect(dialog.getByLabel('Kod', { exact: true })).toBeFocused()
  await expectAccessible(page, 'the confirmation by code')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel('Kod', { exact: true })).toHaveAccessibleDescription(
    /Kod doğru değil/,
  )
  await dialog.getByLabel('Kod', { exact: true }).fill(await code())
  await page.keyboard.press('Enter')
  await expect(page.getByText('İki adımlı giriş artık zorunlu.')).toBeVisible()
})

test('refused sign-ins are one line of the audit, with their count', async ({ visit, portal }) => {
  for (let i = 0; i < 3; i++)
    await expect(portal.signIn(emailOf('staff'), 'Yanlis1453')).rejects.toThrow(/401/)
  const page = await visit('admin', '/admin/audit?action=sessions.login&outcome=refused')
  const row = page.getByRole('row').filter({ hasText: emailOf('staff') })
  await expect(row).toHaveCount(1)
  for (const word of [
    'Oturum açtı',
    'Reddedildi: yanlış parola ya da kod',
    '3 deneme',
    'Oturum açmamış biri',
  ])
    await expect(row).toContainText(word)
})
