import type { DemoPortal } from '../portal/demo-portal.ts'
import { addFile, row, rowHeaders, textFile, uploads } from '../portal/file.ts'
import { addMachine, assignMachine } from '../portal/machine.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test.describe.configure({ mode: 'parallel' })

test.describe('the files of a company’s machine', () => {
  /** A machine with two general files and one private one. */
  async function assignWithFiles(portal: DemoPortal) {
    const at = await assignMachine(portal)
    await addFile(portal, 'Çizim 9.txt', { machine: at.machine })
    await addFile(portal, 'Çizim 10.txt', { machine: at.machine })
    await addFile(portal, 'İnci kabul tutanağı.txt', {
      company: at.company,
      companyMachine: at.companyMachine,
    })
    return { ...at, below: `/companies/${at.company}/machines/${at.companyMachine}` }
  }

  test('an administrator adds a private one, which the customer sees, and deletes it', async ({
    visit,
    portal,
  }) => {
    const { company, companyMachine, below } = await assignWithFiles(portal)
    const page = await visit('admin', `/admin${below}`)
    await page.getByLabel('Özel dosya ekle').first().setInputFiles(textFile('Servis raporu.txt'))
    await expect(page.getByText('Servis raporu.txt eklendi.')).toBeVisible()
    await expect(row(page, 'Servis raporu.txt')).toContainText('Özel')

    const customer = await visit('customer', `/account/${company}/machines/${companyMachine}`)
    await expect(row(customer, 'Servis raporu.txt')).toContainText('Özel')

    await page.getByRole('button', { name: 'Sil: Servis raporu.txt' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Dosyayı sil' }).click()
    await expect(page.getByText('Dosya silindi.')).toBeVisible()
    await expect(row(page, 'Servis raporu.txt')).toHaveCount(0)

    await test.step('general ones are managed in the catalogue', async () => {
      await expect(page.getByRole('button', { name: 'Sil: Çizim 9.txt' })).toHaveCount(0)
      await page.getByRole('link', { name: 'Genel dosyaları yönet' }).click()
      await expect(page).toHaveURL(/\/admin\/machines\//)
      await expect(page.getByRole('button', { name: 'Sil: Çizim 9.txt' })).toBeVisible()
      await expect(row(page, 'İnci kabul tutanağı.txt')).toHaveCount(0)
    })
  })

  for (const [role, language, path, linkText] of [
    [
      'customer',
      'tr',
      (at: { company: string; companyMachine: string }) =>
        `/account/${at.company}/machines/${at.companyMachine}`,
      'İndir',
    ],
    [
      'staff',
      'en',
      (at: { company: string; companyMachine: string }) =>
        `/staff/companies/${at.company}/machines/${at.companyMachine}`,
      'Download',
    ],
  ] as const)
    test(`${role} see both kinds, download them, and change none (${language})`, async ({
      visit,
      portal,
    }) => {
      const at = await assignWithFiles(portal)
      const page = await visit(role, path(at), { language })
      await expect(page.getByRole('rowheader')).toHaveCount(3)
      const name =
        language === 'tr' ? 'İndir: İnci kabul tutanağı.txt' : 'Download İnci kabul tutanağı.txt'
      const download = page.waitForEvent('download')
      await page.getByRole('link', { name }).click()
      expect((await download).suggestedFilename()).toBe('İnci kabul tutanağı.txt')
      await expect(page.getByRole('link', { name: new RegExp(`^${linkText}`) })).toHaveCount(3)
      await expect(page.getByRole('button', { name: /ekle|Add|Sil|Delete/ })).toHaveCount(0)
      await expect(page.locator('input[type=file]')).toHaveCount(0)
    })

  test('are filtered by kind, and the URL keeps the filter', async ({ visit, portal }) => {
    const { company, companyMachine } = await assignWithFiles(portal)
    const page = await visit('customer', `/account/${company}/machines/${companyMachine}`)
    await expect(page.getByRole('rowheader')).toHaveCount(3)
    await page.getByText('Özel dosyalar', { exact: true }).click()
    await expect(page).toHaveURL(/filter=2/)
    await expect.poll(() => rowHeaders(page)).toEqual(['İnci kabul tutanağı.txt'])
    await page.getByText('Genel dosyalar', { exact: true }).click()
    await expect(page).toHaveURL(/filter=1/)
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.reload()
    await expect(page.getByRole('rowheader')).toHaveCount(2)
    await page.getByText('Tümü', { exact: true }).click()
    await expect(page).not.toHaveURL(/filter=/)
  })

  test('are sorted and searched by Turkish spelling', async ({ visit, portal }) => {
    const { company, companyMachine } = await assignWithFiles(portal)
    const page = await visit('customer', `/account/${company}/machines/${companyMachine}`)
    await page.getByRole('button', { name: 'Dosya', exact: true }).click()
    await expect(page).toHaveURL(/sort=fileName/)
    await expect
      .poll(() => rowHeaders(page))
      .toEqual(['Çizim 9.txt', 'Çizim 10.txt', 'İnci kabul tutanağı.txt'])
    await page.getByPlaceholder('3 kayıtta ara').fill('INCI KABUL')
    await expect(page).toHaveURL(/search=/)
    await expect.poll(() => rowHeaders(page)).toEqual(['İnci kabul tutanağı.txt'])
    await page.getByRole('button', { name: 'Aramayı temizle' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(3)
  })

  test('on a phone each is a card with all actions', async ({ visit, portal }) => {
    const { below } = await assignWithFiles(portal)
    const page = await visit('admin', `/admin${below}`, { width: 360 })
    const card = page
      .getByRole('list', { name: 'Dosyalar' })
      .getByRole('listitem')
      .filter({ hasText: 'İnci kabul tutanağı.txt' })
    await expect(card).toContainText('5 B')
    await expect(card.getByRole('link', { name: 'İndir: İnci kabul tutanağı.txt' })).toBeVisible()
    await expect(card.getByRole('button', { name: 'Sil: İnci kabul tutanağı.txt' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  })

  test('on a phone each is 56 pixels high, with the end of a long name in sight', async ({
    visit,
    portal,
  }) => {
    const name = 'Kavak 220-4100 S abkant pres yedek parça listesi ve kataloğu.txt'
    const { company, companyMachine } = await assignMachine(portal)
    await addFile(portal, name, { company, companyMachine })
    const path = `/account/${company}/machines/${companyMachine}`
    const page = await visit('customer', path, { width: 360 })
    const card = page.getByRole('list', { name: 'Dosyalar' }).getByRole('listitem')
    const link = card.getByRole('link', { name, exact: true })
    const [row, end, cut] = [
      await card.boundingBox(),
      await link.getByText('kataloğu.txt').boundingBox(),
      await link.boundingBox(),
    ]
    expect(row?.height).toBe(56)
    expect((end?.x ?? 0) + (end?.width ?? 0)).toBeLessThanOrEqual((cut?.x ?? 0) + (cut?.width ?? 0))
    const opened = page.waitForEvent('download')
    await expect(card).toContainText('Özel')
    await card.click({ position: { x: 8, y: 50 } })
    expect((await opened).suggestedFilename()).toBe(name)
  })

  test('show an error when they cannot be loaded, and load on a second attempt', async ({
    visit,
    portal,
  }) => {
    const { company, companyMachine } = await assignWithFiles(portal)
    const page = await visit('customer', '/403', { allowedConsole: /status of (400|503)/ })
    // else a late event may load them first
    await page.route('**/event?*', route => route.fulfill({ status: 503 }))
    const files = '**/machine/*/file'
    await page.route(files, route =>
      route.fulfill({ status: 400, json: { name: 'ValidationError', message: 'Bugün olmaz.' } }),
    )
    await page.goto(`/account/${company}/machines/${companyMachine}`)
    await expect(page.getByRole('alert').filter({ hasText: 'Bugün olmaz.' })).toBeVisible()
    await page.unroute(files)
    await page.getByRole('button', { name: 'Yeniden dene' }).click()
    await expect(page.getByRole('rowheader')).toHaveCount(3)
  })
})

test('running, failed and refused uploads meet WCAG 2.2 AA, in light and in dark', async ({
  visit,
  portal,
}) => {
  const { path } = await addMachine(portal)
  const page = await visit('admin', path, { allowedConsole: /ERR_FAILED/ })
  let attached = false
  await page.route('**/machine/*/file', async route => {
    if (attached || route.request().method() !== 'POST') return route.continue()
    attached = true
    await route.abort()
  })
  const input = page.getByLabel('Dosya ekle').first()
  await input.setInputFiles(textFile('kesilen.log'))
  await expect(uploads(page)).toContainText('Ağ hatası')
  await page.route('**/content?*', () => {}) // keeps running
  await input.setInputFiles([textFile('süren.log'), textFile('boş.log', '')])
  await expect(uploads(page)).toHaveCount(3)
  expect(await findViolationsInBothThemes(page)).toEqual([])
  await page
    .getByRole('navigation', { name: 'Menü' })
    .getByRole('link', { name: 'Firmalar' })
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await findViolationsInBothThemes(page)).toEqual([])
})
