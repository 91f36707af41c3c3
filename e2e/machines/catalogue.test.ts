import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { addMachine, assignMachine, unique } from '../portal/machine.ts'
import { expect, test } from '../support/visit.ts'

test.describe.configure({ mode: 'parallel' })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const nowhere = '01a1fe87-0000-7000-8000-000000000000'

test.describe('the catalogue', () => {
  test('an administrator adds a machine, changes it and deletes it', async ({ visit }) => {
    const page = await visit('admin', '/')
    await page
      .getByRole('navigation', { name: 'Menü' })
      .getByRole('link', { name: 'Makineler' })
      .click()
    const name = unique('Iğdır Pres')
    await page.getByRole('button', { name: 'Makine ekle' }).click()
    const adding = page.getByRole('dialog', { name: 'Makine ekle' })
    await adding.getByLabel('Makine adı').fill(name)
    await adding.getByLabel('Ürün kodu').fill('IP-40')
    await adding.getByLabel('Açıklama').fill('40 ton,\nhidrolik')
    await adding.getByRole('button', { name: 'Makine ekle' }).click()
    await expect(adding).toBeHidden()
    await expect(page.getByText('Ekleme başarılı.')).toBeVisible()
    await expect(page.getByRole('rowheader').first()).toContainText(name)
    await expect(row(page, name)).toContainText('IP-40')

    await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
    const editing = page.getByRole('dialog', { name: 'Makineyi düzenle' })
    await expect(editing.getByLabel('Açıklama')).toHaveValue('40 ton,\nhidrolik')
    await editing.getByLabel('Ürün kodu').fill('IP-41')
    await editing.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
    await expect(row(page, name)).toContainText('IP-41')
    await expect(page.getByRole('button', { name: `Düzenle: ${name}` })).toBeFocused()

    await page.getByRole('button', { name: `Sil: ${name}` }).click()
    const question = page.getByRole('dialog', { name: 'Makine silinsin mi?' })
    await expect(question).toContainText(name)
    await expect(question).toContainText('Böyle bir dosyası yok.')
    await question.getByRole('button', { name: 'Makineyi sil' }).click()
    await expect(page.getByText('Silme başarılı.')).toBeVisible()
    await expect(row(page, name)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Makineler' })).toBeFocused()
  })

  test('a machine that companies have is not deleted, and the dialog says why', async ({
    visit,
    portal,
  }) => {
    const { name } = await assignMachine(portal)
    const page = await visit('admin', '/admin/machines', { allowedConsole: /status of 409/ })
    await page.getByRole('button', { name: `Sil: ${name}` }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Makineyi sil' }).click()
    await expect(question).toContainText(
      'Bu makine hâlâ firmalara atanmış; önce atamaları kaldırın.',
    )
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await expect(row(page, name)).toHaveCount(1)
  })

  test('in English too the dialog says why a machine is not deleted', async ({ visit, portal }) => {
    const { name } = await assignMachine(portal)
    const page = await visit('admin', '/admin/machines', {
      language: 'en',
      allowedConsole: /status of 409/,
    })
    await page.getByRole('button', { name: `Delete: ${name}` }).click()
    await page
      .getByRole('dialog', { name: 'Delete this machine?' })
      .getByRole('button', { name: 'Delete machine' })
      .click()
    await expect(page.getByRole('dialog')).toContainText(
      'This machine is still assigned to companies; remove the assignments first.',
    )
  })

  test('a machine without a name is not added, and the input stays', async ({ visit }) => {
    const page = await visit('admin', '/admin/machines')
    await page.getByRole('button', { name: 'Makine ekle' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ürün kodu').fill('X-1')
    await dialog.getByRole('button', { name: 'Makine ekle' }).click()
    await expect(dialog.getByLabel('Makine adı')).toBeFocused()
    await expect(dialog.getByLabel('Makine adı')).toHaveAccessibleDescription('Bu alan zorunlu.')
    await expect(dialog.getByLabel('Ürün kodu')).toHaveValue('X-1')
  })

  test('a failed change leaves the dialog open with its input', async ({ visit, portal }) => {
    const { name } = await addMachine(portal)
    const page = await visit('admin', '/admin/machines', { allowedConsole: /ERR_FAILED/ })
    await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
    await page.route('**/admin/machine/*', route => route.abort())
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ürün kodu').fill('YENİ-2')
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(dialog.getByText(/Ağ hatası/)).toBeVisible()
    await expect(dialog.getByLabel('Ürün kodu')).toHaveValue('YENİ-2')
    await page.unroute('**/admin/machine/*')
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(dialog).toBeHidden()
    await expect(row(page, name)).toContainText('YENİ-2')
  })

  test('the same machine can be added twice on purpose', async ({ visit }) => {
    const page = await visit('admin', '/admin/machines')
    const name = unique('İkiz Freze')
    for (const times of [1, 2]) {
      await page.getByRole('button', { name: 'Makine ekle' }).click()
      await page.getByLabel('Makine adı', { exact: true }).fill(name)
      await page.getByLabel('Ürün kodu', { exact: true }).fill('F-2')
      await page.getByRole('dialog').getByRole('button', { name: 'Makine ekle' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await expect(row(page, name)).toHaveCount(times)
    }
  })

  test('is searched by Turkish spelling', async ({ visit, portal }) => {
    const { name } = await addMachine(portal, unique('ŞAHMERDAN ÇIĞLIK'))
    const page = await visit('admin', '/admin/machines')
    await page
      .getByPlaceholder(/kayıtta ara/)
      .fill(name.toLocaleLowerCase('tr').replace('ş', 's').replace('ç', 'c'))
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByRole('rowheader')).toContainText(name)
  })

  test('a long name and a long code leave space for the other columns', async ({
    visit,
    portal,
  }) => {
    const sku = 'AT-5X-PALET-400-'.repeat(6)
    const name = unique('Beş eksenli işleme merkezi '.repeat(6))
    await portal.as('admin').call(routes.machines.create, { body: { name, sku } })
    const page = await visit('admin', '/admin/machines')
    await expect(row(page, name)).toBeVisible()
    const cells = await row(page, name).locator('th, td').all()
    const widths = await Promise.all(
      cells.map(async cell => (await cell.boundingBox())?.width ?? 0),
    )
    expect(widths.length).toBeGreaterThan(3)
    expect(Math.min(...widths)).toBeGreaterThanOrEqual(100)
    await expect(row(page, name).locator('time')).toHaveCSS('white-space', 'nowrap')
  })

  test('a long description is shortened and can be expanded', async ({ visit, portal }) => {
    const description = 'Beş eksenli, otomatik palet değiştiricili. '.repeat(20)
    const { _id } = await portal
      .as('admin')
      .call(routes.machines.create, { body: { name: unique('Uzun'), sku: 'U-1', description } })
    const page = await visit('admin', `/admin/machines/${_id}`)
    const all = page.getByRole('button', { name: 'Tamamını göster' })
    await expect(all).toHaveAttribute('aria-expanded', 'false')
    const height = async () =>
      (await page.locator('[dir=auto]', { hasText: 'Beş eksenli' }).boundingBox())?.height ?? 0
    const before = await height()
    await all.press('Enter')
    await expect(page.getByRole('button', { name: 'Daha az göster' })).toBeFocused()
    expect(await height()).toBeGreaterThan(before)
  })

  for (const role of ['staff', 'customer'] as const)
    test(`refuses ${role}`, async ({ visit }) => {
      const page = await visit(role, '/admin/machines')
      await expect(page).toHaveURL(/\/403\?from=/)
    })

  test('a missing machine shows an error with a link back', async ({ visit }) => {
    const page = await visit('admin', `/admin/machines/${nowhere}`, {
      allowedConsole: /status of 404/,
    })
    await expect(page.getByRole('heading', { name: 'Makine bulunamadı' })).toBeVisible()
    await page.getByRole('link', { name: 'Makinelere dön' }).click()
    await expect(page).toHaveURL(/\/admin\/machines$/)
  })
})
