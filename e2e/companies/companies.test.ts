import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { assignMachine, unique } from '../portal/machine.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

test.describe.configure({ mode: 'parallel' })

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function add(page: Page, name: string, supportEnd = '') {
  await page.getByRole('button', { name: 'Firma ekle' }).click()
  const dialog = page.getByRole('dialog', { name: 'Firma ekle' })
  await dialog.getByLabel('Firma adı').fill(name)
  await dialog.getByLabel('Destek bitiş tarihi', { exact: true }).fill(supportEnd)
  await dialog.getByRole('button', { name: 'Firma ekle' }).click()
}

test('an administrator adds a company, changes it and deletes it', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies')
  const name = unique('Iğdır Çelik')
  await add(page, name, '5.3.2031')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(page.getByText('Ekleme başarılı.')).toBeVisible()
  await expect(row(page, name)).toContainText('05/03/2031')

  await test.step('the one just added comes first, and can be opened', async () => {
    await expect(page.getByRole('table').getByRole('rowheader').first()).toHaveText(name)
  })

  await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Firmayı düzenle' })
  await expect(dialog.getByLabel('Destek bitiş tarihi', { exact: true })).toHaveValue('05/03/2031')
  await dialog.getByLabel('Firma adı').fill(`${name} A.Ş.`)
  await dialog.getByLabel('Destek bitiş tarihi', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await expect(row(page, `${name} A.Ş.`)).toContainText('Bitiş tarihi yok')

  await page.getByRole('button', { name: `Sil: ${name} A.Ş.` }).click()
  const question = page.getByRole('dialog', { name: 'Firma silinsin mi?' })
  await expect(question).toContainText(`${name} A.Ş.`)
  await expect(question).toContainText('Makinesi, dosyası ve talebi yok.')
  const typed = question.getByLabel('Silmek için firmanın adını yazın')
  await expect(typed).toBeFocused()
  const remove = question.getByRole('button', { name: 'Firmayı sil' })
  await typed.fill(name)
  await expect(remove).toHaveAttribute('aria-disabled', 'true')
  await remove.click({ force: true })
  await expect(typed).toBeFocused()
  await typed.fill(` ${name.toLocaleUpperCase('tr')} a.ş.`)
  await remove.click()
  await expect(page.getByText('Silme başarılı.')).toBeVisible()
  await expect(row(page, name)).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeFocused()
})

test('a name of which nothing is seen is no name', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies')
  await add(page, '\u200b\u00ad')
  const field = page.getByRole('dialog').getByLabel('Firma adı')
  await expect(field).toHaveAccessibleDescription(/Bu alan zorunlu/)
  await expect(field).toBeFocused()
})

test('two administrators who edit one company at once keep both changes', async ({ visit }) => {
  const [first, second] = [
    await visit('admin', '/admin/companies'),
    await visit('admin', '/admin/companies'),
  ]
  const name = unique('Ortak Döküm')
  await add(first, name, '5.3.2031')
  await expect(row(first, name)).toBeVisible()
  await second.reload()
  for (const page of [first, second])
    await page.getByRole('button', { name: `Düzenle: ${name}` }).click()
  await first.getByLabel('Firma adı', { exact: true }).fill(`${name} A.Ş.`)
  await first.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(row(first, `${name} A.Ş.`)).toBeVisible()
  await second.getByLabel('Destek bitiş tarihi', { exact: true }).fill('06/04/2032')
  await second.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await expect(row(second, `${name} A.Ş.`)).toContainText('06/04/2032')
})

test('an administrator adds a company in English, with the keyboard alone', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies', { language: 'en' })
  const name = unique('Keyboard Ltd')
  await page.getByRole('button', { name: 'Add company' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Company name', { exact: true })).toBeFocused()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('31/12/2030')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Adding successful.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add company' })).toBeFocused()
  await expect(row(page, name)).toContainText('31/12/2030')
  await page.getByRole('button', { name: `Delete: ${name}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Type the name of the company to delete it')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: `Delete: ${name}` })).toBeFocused()
  await expect(row(page, name)).toHaveCount(1)
})

test('a validation error is shown at its field, and the input stays', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies')
  await add(page, '', '31/02/2027')
  const dialog = page.getByRole('dialog', { name: 'Firma ekle' })
  await expect(dialog.getByText('Bu alan zorunlu.')).toBeVisible()
  await expect(dialog.getByText('Takvimde böyle bir gün yok: 31/02/2027')).toBeVisible()
  await expect(dialog.getByLabel('Firma adı')).toBeFocused()
  await expect(dialog.getByLabel('Destek bitiş tarihi', { exact: true })).toHaveValue('31/02/2027')
  await dialog.getByLabel('Destek bitiş tarihi', { exact: true }).fill('2027 şubat')
  await dialog.getByRole('button', { name: 'Firma ekle' }).click()
  await expect(dialog.getByText('Tarihi gün/ay/yıl olarak yazın: 31/12/2026')).toBeVisible()
})

test('a failed save leaves the dialog open, and a second attempt adds one company', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/companies', { allowedConsole: /ERR_FAILED/ })
  const name = unique('Kesinti Makina')
  let broken = true
  await page.route('**/admin/company', async route => {
    if (!broken) return route.continue()
    broken = false
    await route.fetch() // only the response is lost
    await route.abort()
  })
  await add(page, name)
  const dialog = page.getByRole('dialog', { name: 'Firma ekle' })
  await expect(dialog.getByText(/Ağ hatası/)).toBeVisible()
  await expect(dialog.getByLabel('Firma adı')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Firma ekle' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, name)).toHaveCount(1)
})

test('a click outside the form discards no input', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies')
  await page.getByRole('button', { name: 'Firma ekle' }).click()
  await page.getByLabel('Firma adı', { exact: true }).fill('Yarım kalan')
  await page.mouse.click(5, 400)
  await expect(page.getByLabel('Firma adı', { exact: true })).toHaveValue('Yarım kalan')
})

test('staff can view companies and change none', async ({ visit }) => {
  const page = await visit('staff', '/staff/companies')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Firma ekle' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^(Düzenle|Sil): / })).toHaveCount(0)
  await expect(page.getByRole('link', { name: /^Aç: / }).first()).toBeVisible()
})

test('a refusal is shown although Escape was pressed while the company was being deleted', async ({
  visit,
  portal,
}) => {
  const { _id, name } = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: unique('Israrcı Metal') } })
  const page = await visit('admin', '/admin/companies', {
    allowedConsole: /status of 409/,
    height: 400,
  })
  const answer = await holdRequests(page, `**/admin/company/${_id}`, route =>
    route.fulfill({
      status: 409,
      json: { name: 'ConflictError', message: 'Bu firma şimdi silinemez.' },
    }),
  )
  await page.getByRole('button', { name: `Sil: ${name}` }).click()
  const question = page.getByRole('dialog', { name: 'Firma silinsin mi?' })
  await question.getByLabel('Silmek için firmanın adını yazın').fill(name)
  await question.getByRole('button', { name: 'Firmayı sil' }).click()
  for (let times = 0; times < 4; times += 1) await page.keyboard.press('Escape')
  answer()
  await expect(question.getByText('Bu firma şimdi silinemez.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(page.locator('html')).not.toHaveAttribute('data-held')
})

test('the response to one form does not close another form that was opened meanwhile', async ({
  visit,
  portal,
}) => {
  const admin = portal.as('admin')
  const first = await admin.call(routes.companies.create, {
    body: { name: unique('Birinci Pres') },
  })
  const second = await admin.call(routes.companies.create, {
    body: { name: unique('İkinci Pres') },
  })
  const page = await visit('admin', '/admin/companies')
  const answer = await holdRequests(page, `**/admin/company/${first._id}`)
  await page.getByRole('button', { name: `Düzenle: ${first.name}` }).click()
  await page.getByLabel('Firma adı', { exact: true }).fill(`${first.name} A.Ş.`)
  const saving = page.waitForRequest(`**/admin/company/${first._id}`)
  await page.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
  await saving
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: `Düzenle: ${second.name}` }).click()
  await page.getByLabel('Firma adı', { exact: true }).fill('Yarım kalan')
  answer()
  await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
  await expect(page.getByLabel('Firma adı', { exact: true })).toHaveValue('Yarım kalan')
})

test('the confirmation before a company is deleted counts the machines deleted with it', async ({
  visit,
  portal,
}) => {
  const { _id: company, name } = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: unique('Sayılı Pres') } })
  await assignMachine(portal, { company })
  await assignMachine(portal, { company })
  const page = await visit('admin', '/admin/companies')
  await page.getByRole('button', { name: `Sil: ${name}` }).click()
  await expect(page.getByRole('dialog')).toContainText('Artık görünmez: 2 makine.')
  await expect(page.getByRole('dialog')).toContainText('Bu işlem geri alınamaz.')
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('on a phone a long name has the whole width of its card', async ({ visit, portal }) => {
  const name = unique('Göksu Hidrolik ve Pnömatik Makine Sanayi ve Dış Ticaret Limited Şirketi')
  await portal.as('admin').call(routes.companies.create, { body: { name } })
  const page = await visit('admin', '/admin/companies', { width: 360 })
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })
  const width = async (locator: ReturnType<Page['locator']>) =>
    (await locator.boundingBox())?.width ?? 0
  expect(await width(card.getByRole('link', { name, exact: true }))).toBeGreaterThan(
    (await width(card)) * 0.75,
  )
})

test('an empty list has no search field, and a search without results keeps it', async ({
  visit,
  portal,
}) => {
  const { _id } = await portal
    .as('admin')
    .call(routes.companies.create, { body: { name: unique('Boş Pres') } })
  const page = await visit('staff', `/staff/companies/${_id}/machines`)
  await expect(page.getByText('Henüz makine yok')).toBeVisible()
  await expect(page.getByRole('search')).toHaveCount(0)
  await page.goto(`/staff/companies/${_id}/machines?search=torna`)
  await expect(page.getByText('Aramanıza uyan kayıt yok')).toBeVisible()
  await expect(page.getByRole('search')).toHaveCount(1)
})

for (const width of [360, 1280])
  test(`a notice covers no control, and is at the top on a phone: ${width}`, async ({ visit }) => {
    const page = await visit('admin', '/admin/companies', { width })
    await add(page, unique('Haberli Pres'))
    await expect(page.getByRole('dialog')).toBeHidden()
    const notice = await page.getByText('Ekleme başarılı.').boundingBox()
    const action = await page.getByRole('button', { name: 'Firma ekle' }).boundingBox()
    if (width === 360) expect((notice?.y ?? 0) + (notice?.height ?? 0)).toBeLessThan(80)
    else expect(notice?.y).toBeGreaterThan((action?.y ?? 0) + 300)
  })

test('every optional field is marked as optional', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies', { language: 'en' })
  await page.getByRole('button', { name: 'Add company' }).click()
  await expect(page.getByRole('dialog').getByText('(optional)')).toHaveCount(1)
  await page.goto('/admin/machines')
  await page.getByRole('button', { name: 'Add machine' }).click()
  await expect(page.getByRole('dialog').getByText('(optional)')).toHaveCount(1)
})
