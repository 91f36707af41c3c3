import { type DemoPortal, startDemoPortal } from '../portal/demo-portal.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { test as base, expect } from '../support/visit.ts'

// The portal looks up real DNS names below `.invalid`, which never
// exist (RFC 6761); a check that finds records is answered by the test.

const test = base.extend<object, { portal: DemoPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const portal = await startDemoPortal({
        MAIL_FROM: 'destek@isletme.example',
        MAIL_IN_URL: `webhook:?domain=gelen.example&secret=${'x'.repeat(32)}`,
        MAIL_SPF: 'include:_spf.posta.example',
        MAIL_DKIM: 's1=s1.dkim.posta.example',
      })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('an administrator sets the sender, reads the DNS records to add, and checks them', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/mail', { allowedConsole: /status of 400/ })
  await page.getByRole('link', { name: 'Göndereni düzenle' }).click()
  await expect(page.getByText('<destek@isletme.example>')).toBeVisible()
  await page.getByLabel('Gönderen adı').fill('Örnek Destek')
  await page.getByLabel('Gönderen adresi').fill('destek@isletme.example2')
  await page.getByLabel('Gelen adresin @ işaretinden önceki bölümü').fill('reply')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(
    page.getByText(
      'Bu ad e-posta sunucularına ya da portalın kendisine ayrılmış. Başka bir ad seçin.',
    ),
  ).toBeVisible()
  await page.getByLabel('Gelen adresin @ işaretinden önceki bölümü').fill('ornek')
  await page.getByLabel('Gönderen adresi').fill('biri@isletme.example')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Bu alan adındaki adresler portalı işletene ait.')).toBeVisible()
  await page.getByLabel('Gönderen adresi').fill('yardim@ornek.invalid')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('ornek@gelen.example')).toBeVisible()
  await expect(page.getByText('Örnek Destek <destek@isletme.example>')).toBeVisible()

  const records = page.getByRole('table', { name: 'DNS kayıtları' })
  for (const name of [
    '_tezgah.ornek.invalid',
    's1._domainkey.ornek.invalid',
    '_dmarc.ornek.invalid',
  ])
    await expect(records.getByText(name, { exact: true })).toBeVisible()
  await expect(
    records.getByText('v=spf1 include:_spf.posta.example ~all', { exact: true }),
  ).toBeVisible()
  await page.route('**/admin/mail/sender/check', async route => {
    const record = (purpose: string, status: string, found: string[]) => ({
      ...{ purpose, type: 'TXT', name: `${purpose}.ornek.invalid`, value: 'x', status, found },
    })
    const checked = [
      record('ownership', 'ok', ['x']),
      record('spf', 'several', ['v=spf1 mx -all', 'v=spf1 a -all']),
      record('dmarc', 'missing', []),
    ]
    await route.fulfill({ json: { isVerified: false, records: checked } })
  })
  await page.getByRole('button', { name: 'DNS kayıtlarını kontrol et' }).click()
  await expect(page.getByRole('status').getByText('Bazı kayıtlar doğru değil')).toBeVisible()
  for (const text of ['Doğru', 'Birden fazla', 'Bulunamadı', 'v=spf1 mx -all'])
    await expect(records.getByText(text, { exact: true })).toBeVisible()

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findAccessibilityViolations(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      width,
    )
  }

  await test.step('and finds them right after a reload once the address is verified', async () => {
    await page.route(/\/api\/.*\/admin\/mail\/sender$/, async route => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), isVerified: true } })
    })
    await page.reload()
    await expect(page.getByText('Doğrulandı')).toBeVisible()
    await expect(records.getByText('Doğru', { exact: true })).toHaveCount(4)
    await expect(records.getByText('Kontrol edilmedi')).toHaveCount(0)
  })
})

test('a colour that cannot be read is refused with the reason, and one from the picker is saved', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/settings', { language: 'en' })
  const color = page.getByLabel('Colour of mails', { exact: true })
  await color.fill('#ffd400')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This colour is too light')).toBeVisible()
  await page.getByLabel('Choose a colour: Colour of mails').fill('#8a1c4f')
  await expect(color).toHaveValue('#8a1c4f')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Update successful.')).toBeVisible()
  await page.reload()
  await expect(color).toHaveValue('#8a1c4f')
  expect(await findAccessibilityViolations(page)).toEqual([])
})
