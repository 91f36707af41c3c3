import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { accountOf, addMachine, assignMachine, unique } from './machine.ts'
import { expect, test } from './visit.ts'

test.describe.configure({ mode: 'parallel' })

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const nowhere = '01a1fe87-0000-7000-8000-000000000000'

test.describe('the catalogue', () => {
  test('an administrator adds a machine, changes it and deletes it', async ({ visit }) => {
    const page = await visit('admin', '/')
    await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: 'Makineler' }).click()
    const name = unique('Iğdır Pres')
    await page.getByRole('button', { name: 'Makine ekle' }).click()
    const adding = page.getByRole('dialog', { name: 'Makine ekle' })
    await adding.getByLabel('Makine adı').fill(name)
    await adding.getByLabel('Ürün kodu').fill('IP-40')
    await adding.getByLabel('Açıklama').fill('40 ton,\nhidrolik')
    await adding.getByRole('button', { name: 'Makine ekle' }).click()
    await expect(adding).toBeHidden()
    await expect(page.getByText('Makine eklendi.')).toBeVisible()
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
    await question.getByRole('button', { name: 'Makineyi sil' }).click()
    await expect(page.getByText('Silme başarılı.')).toBeVisible()
    await expect(row(page, name)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Makineler' })).toBeFocused()
  })

  test('a machine that companies have is not deleted, and the dialog says why', async ({ visit, portal }) => {
    const { name } = await assignMachine(portal)
    const page = await visit('admin', '/admin/machines', { tolerates: /status of 409/ })
    await page.getByRole('button', { name: `Sil: ${name}` }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Makineyi sil' }).click()
    await expect(question).toContainText('Bu makine hâlâ firmalara atanmış; önce atamaları kaldırın.')
    await question.getByRole('button', { name: 'Vazgeç' }).click()
    await expect(row(page, name)).toHaveCount(1)
  })

  test('the same in English', async ({ visit, portal }) => {
    const { name } = await assignMachine(portal)
    const page = await visit('admin', '/admin/machines', { language: 'en', tolerates: /status of 409/ })
    await page.getByRole('button', { name: `Delete: ${name}` }).click()
    await page.getByRole('dialog', { name: 'Delete this machine?' }).getByRole('button', { name: 'Delete machine' }).click()
    await expect(page.getByRole('dialog')).toContainText('This machine is still assigned to companies; remove the assignments first.')
  })

  test('a machine without a name is not added; what was typed stays', async ({ visit }) => {
    const page = await visit('admin', '/admin/machines')
    await page.getByRole('button', { name: 'Makine ekle' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Ürün kodu').fill('X-1')
    await dialog.getByRole('button', { name: 'Makine ekle' }).click()
    await expect(dialog.getByLabel('Makine adı')).toBeFocused()
    await expect(dialog.getByLabel('Makine adı')).toHaveAccessibleDescription('Bu alan zorunlu.')
    await expect(dialog.getByLabel('Ürün kodu')).toHaveValue('X-1')
  })

  test('a change that does not get through leaves the dialog open with what was typed', async ({ visit, portal }) => {
    const { name } = await addMachine(portal)
    const page = await visit('admin', '/admin/machines', { tolerates: /ERR_FAILED/ })
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
      await page.getByLabel('Makine adı').fill(name)
      await page.getByLabel('Ürün kodu').fill('F-2')
      await page.getByRole('dialog').getByRole('button', { name: 'Makine ekle' }).click()
      await expect(row(page, name)).toHaveCount(times)
    }
  })

  test('is searched as Turkish is written', async ({ visit, portal }) => {
    const { name } = await addMachine(portal, unique('ŞAHMERDAN ÇIĞLIK'))
    const page = await visit('admin', '/admin/machines')
    await page.getByPlaceholder(/kayıtta ara/).fill(name.toLocaleLowerCase('tr').replace('ş', 's').replace('ç', 'c'))
    await expect(page).toHaveURL(/search=/)
    await expect(page.getByRole('rowheader')).toHaveCount(1)
    await expect(page.getByRole('rowheader')).toContainText(name)
  })

  test('a long name and a long code leave the other columns their room', async ({ visit, portal }) => {
    const sku = 'AT-5X-PALET-400-'.repeat(6)
    const name = unique('Beş eksenli işleme merkezi '.repeat(6))
    await portal.as('admin').call(routes.machines.create, { body: { name, sku } })
    const page = await visit('admin', '/admin/machines')
    const cells = await row(page, name).locator('th, td').all()
    const widths = await Promise.all(cells.map(async cell => (await cell.boundingBox())?.width ?? 0))
    expect(Math.min(...widths)).toBeGreaterThan(100)
    await expect(row(page, name).locator('time')).toHaveCSS('white-space', 'nowrap')
  })

  test('of a long description the beginning is shown, and all of it when asked for', async ({ visit, portal }) => {
    const description = 'Beş eksenli, otomatik palet değiştiricili. '.repeat(20)
    const { _id } = await portal.as('admin').call(routes.machines.create, { body: { name: unique('Uzun'), sku: 'U-1', description } })
    const page = await visit('admin', `/admin/machines/${_id}`)
    const all = page.getByRole('button', { name: 'Tamamını göster' })
    await expect(all).toHaveAttribute('aria-expanded', 'false')
    const height = async () => (await page.getByText('Beş eksenli').boundingBox())?.height ?? 0
    const before = await height()
    await all.press('Enter')
    await expect(page.getByRole('button', { name: 'Daha az göster' })).toBeFocused()
    expect(await height()).toBeGreaterThan(before)
  })

  for (const who of ['staff', 'customer'] as const)
    test(`is not for ${who}`, async ({ visit }) => {
      const page = await visit(who, '/admin/machines')
      await expect(page).toHaveURL(/\/403\?from=/)
    })

  test('a machine that is not there says so, with a way back', async ({ visit }) => {
    const page = await visit('admin', `/admin/machines/${nowhere}`, { tolerates: /status of 404/ })
    await expect(page.getByRole('heading', { name: 'Makine bulunamadı' })).toBeVisible()
    await page.getByRole('link', { name: 'Makinelere dön' }).click()
    await expect(page).toHaveURL(/\/admin\/machines$/)
  })
})

test.describe('a company’s machines', () => {
  async function opened(visit: (who: 'admin', path: string, look?: object) => Promise<Page>, company: string, look = {}) {
    const page = await visit('admin', `/admin/companies/${company}/machines`, look)
    await page.getByRole('button', { name: 'Makine ata' }).click()
    return { page, dialog: page.getByRole('dialog', { name: 'Makine ata' }) }
  }

  test('an administrator assigns one; its warranty ends a year after the purchase', async ({ visit, portal }) => {
    const company = await accountOf(portal)
    const { machine, name } = await addMachine(portal)
    const { page, dialog } = await opened(visit, company)
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    const serial = unique('SN')
    await dialog.getByLabel('Seri no').fill(serial)
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/3/2026')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue('15/03/2027')
    await dialog.getByLabel('Notlar').fill('Kuzey hattı')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(page.getByText('Makine atandı.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Makine ata' })).toBeFocused()
    for (const said of [name, 'Kuzey hattı', '15/03/2026', 'Geçerli · 15/03/2027']) await expect(row(page, serial)).toContainText(said)
  })

  for (const [bought, ends] of [
    ['29/02/2028', '28/02/2029'],
    ['28/02/2027', '28/02/2028'],
    ['31.12.2026', '31/12/2027'],
  ] as const)
    test(`bought on ${bought}, its warranty ends on ${ends}`, async ({ visit, portal }) => {
      const { dialog } = await opened(visit, await accountOf(portal))
      await dialog.getByLabel('Satın alma tarihi', { exact: true }).pressSequentially(bought)
      await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(ends)
    })

  test('a warranty that somebody has typed is not written over, and reaches the server', async ({ visit, portal }) => {
    const { machine } = await addMachine(portal)
    const { page, dialog } = await opened(visit, await accountOf(portal))
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    const serial = unique('SN')
    await dialog.getByLabel('Seri no').fill(serial)
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/03/2026')
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('15/03/2031')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('16/03/2026')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue('15/03/2031')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(row(page, serial)).toContainText('15/03/2031')
  })

  test('what is wrong is said at each field, and everything typed stays', async ({ visit, portal }) => {
    const { dialog } = await opened(visit, await accountOf(portal))
    await dialog.getByLabel('Seri no').fill('SN-1')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('31/02/2026')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(dialog.getByLabel('Makine', { exact: true })).toBeFocused()
    await expect(dialog.getByLabel('Makine', { exact: true })).toHaveAccessibleDescription('Bu alan zorunlu.')
    await expect(dialog.getByLabel('Satın alma tarihi', { exact: true })).toHaveAccessibleDescription(
      'Takvimde böyle bir gün yok: 31/02/2026',
    )
    await expect(dialog.getByLabel('Satın alma tarihi', { exact: true })).toHaveValue('31/02/2026')
    await expect(dialog.getByLabel('Seri no')).toHaveValue('SN-1')
  })

  test('a warranty cannot end before the purchase', async ({ visit, portal }) => {
    const { machine } = await addMachine(portal)
    const { dialog } = await opened(visit, await accountOf(portal))
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    await dialog.getByLabel('Seri no').fill('SN-1')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/03/2026')
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('14/03/2026')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveAccessibleDescription(
      /Garanti bitişi satın alma tarihinden önce olamaz\./,
    )
  })

  test('a serial number that another machine of the model has is refused at its field', async ({ visit, portal }) => {
    const { machine, serialNumber } = await assignMachine(portal)
    const { dialog } = await opened(visit, await accountOf(portal), { tolerates: /status of 409/ })
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    await dialog.getByLabel('Seri no').fill(serialNumber.toLowerCase())
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/03/2026')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(dialog.getByLabel('Seri no')).toBeFocused()
    await expect(dialog.getByLabel('Seri no')).toHaveAccessibleDescription(/bu seri numarasıyla atanmış bir makine zaten var/)
  })

  test('in English, by the keyboard alone', async ({ visit, portal }) => {
    const company = await accountOf(portal)
    const { name } = await addMachine(portal, unique('Zzz lathe'))
    const page = await visit('admin', `/admin/companies/${company}/machines`, { language: 'en' })
    const { keyboard } = page
    await page.getByRole('button', { name: 'Assign machine' }).focus()
    await keyboard.press('Enter')
    await expect(page.getByLabel('Machine', { exact: true })).toBeFocused()
    await expect(page.getByRole('option', { name })).toBeAttached()
    await keyboard.type(name)
    await keyboard.press('Tab')
    const serial = unique('SN')
    await keyboard.type(serial)
    await keyboard.press('Tab')
    await keyboard.type('1/2/2026')
    await keyboard.press('Enter')
    await expect(page.getByText('Machine assigned.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign machine' })).toBeFocused()
    for (const said of [name, '01/02/2026', 'Valid until 01/02/2027']) await expect(row(page, serial)).toContainText(said)

    await page.getByRole('button', { name: `Remove the assignment of ${name} · ${serial}` }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remove this assignment?' })).toContainText(serial)
    await keyboard.press('Tab')
    await keyboard.press('Enter')
    await expect(page.getByText('Deletion successful.')).toBeVisible()
    await expect(row(page, serial)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'Machines' })).toBeFocused()
  })

  test('an administrator corrects one in its row, and on its page', async ({ visit, portal }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    const page = await visit('admin', `/admin/companies/${company}/machines`)
    await page.getByRole('button', { name: `Düzenle: ${name} · ${serialNumber}` }).click()
    const dialog = page.getByRole('dialog', { name: `Düzenle: ${name}` })
    await expect(dialog.getByLabel('Notlar')).toHaveAccessibleDescription('Müşteri de görür.')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('16/03/2025')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue('16/03/2026')
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('16/03/2030')
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(row(page, serialNumber)).toContainText('16/03/2030')

    await page.goto(`/admin/companies/${company}/machines/${companyMachine}`)
    await page.getByRole('button', { name: 'Bilgileri düzenle' }).click()
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue('16/03/2030')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('17/03/2025')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue('16/03/2030')
    await dialog.getByLabel('Seri no').fill(`${serialNumber}-B`)
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(page.getByText(`${serialNumber}-B`)).toBeVisible()
  })

  test('an administrator removes one, and the customer no longer has it', async ({ visit, portal }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    const page = await visit('admin', `/admin/companies/${company}/machines`)
    await page.getByRole('button', { name: `Atamayı kaldır: ${name} · ${serialNumber}` }).click()
    const question = page.getByRole('dialog', { name: 'Atama kaldırılsın mı?' })
    await expect(question).toContainText(`${name} · ${serialNumber}`)
    await question.getByRole('button', { name: 'Atamayı kaldır' }).click()
    await expect(row(page, serialNumber)).toHaveCount(0)
    const customer = await visit('customer', `/account/${company}/machines/${companyMachine}`)
    await expect(customer.getByRole('heading', { name: 'Makine bulunamadı' })).toBeVisible()
  })

  test('one that somebody else has just removed is said to be gone', async ({ visit, portal }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    const page = await visit('admin', `/admin/companies/${company}/machines`, { tolerates: /status of 404/ })
    await page.getByRole('button', { name: `Atamayı kaldır: ${name} · ${serialNumber}` }).click()
    await portal.as('admin').call(routes.machines.unassign, { params: { company, companyMachine } })
    await page.getByRole('dialog').getByRole('button', { name: 'Atamayı kaldır' }).click()
    await expect(page.getByRole('dialog')).toContainText('Aradığınız kayıt bulunamadı.')
  })

  test('of a catalogue too long to look through, one is searched', async ({ visit, portal }) => {
    test.setTimeout(120_000)
    const { call } = portal.as('admin')
    const crowd = unique('Kalabalık')
    const made: { _id: string }[] = []
    for (let place = 0; place <= 100; place++)
      made.push(await call(routes.machines.create, { body: { name: `${crowd} ${place}`, sku: `K-${place}` } }))
    try {
      const { name } = await addMachine(portal, unique('ŞIRINGA'))
      const { dialog } = await opened(visit, await accountOf(portal))
      await dialog.getByPlaceholder(/kayıtta ara/).fill(name.replace('ŞIRINGA', 'siringa'))
      const options = dialog.getByLabel('Makine', { exact: true }).getByRole('option')
      await expect(options).toHaveText(['Makine seçin', `${name} · İT-1`])

      await dialog.getByPlaceholder(/kayıtta ara/).fill(crowd)
      await expect(options).toHaveCount(101)
      expect((await options.allInnerTexts()).slice(1, 4)).toEqual([`${crowd} 0 · K-0`, `${crowd} 1 · K-1`, `${crowd} 2 · K-2`])
    } finally {
      for (const { _id } of made) await call(routes.machines.remove, { params: { machine: _id } })
    }
  })

  test('a customer sees theirs with what covers them, changes none, and asks for help with one', async ({ visit, portal }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    const page = await visit('customer', `/account/${company}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Makineler \d+ makine$/ })
      .click()
    await expect(row(page, serialNumber)).toContainText('Geçerli · 15/03/2027')
    await expect(page.getByRole('button', { name: /^(Makine ata|Atamayı kaldır|Düzenle|Sil)/ })).toHaveCount(0)
    await row(page, serialNumber).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    for (const fact of [serialNumber, '15/03/2026', 'Geçerli · 15/03/2027', 'Kuzey kapısının yanında.'])
      await expect(page.getByText(fact)).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'Buradasınız' })).toContainText(name)
    await expect(page.getByRole('button', { name: /ekle|Sil/ })).toHaveCount(0)

    await page.getByRole('link', { name: 'Yeni talep' }).click()
    await expect(page).toHaveURL(new RegExp(`/tickets/new\\?machine=${companyMachine}$`))
    await expect(page.getByLabel('Makine', { exact: true })).toHaveValue(companyMachine)
    await page.getByLabel('Konu').fill('Yağ kaçağı')
    await page.getByLabel('Mesaj').fill('Ana mil altında.')
    await page.getByRole('button', { name: 'Talebi gönder' }).click()
    await expect(page.getByRole('heading', { name: 'Yağ kaçağı' })).toBeVisible()
    await expect(page.getByText(`${name} · ${serialNumber}`).first()).toBeVisible()
  })

  test('staff look at them and change none, in English too', async ({ visit, portal }) => {
    const { company, name, serialNumber } = await assignMachine(portal)
    const page = await visit('staff', `/staff/companies/${company}`, { language: 'en' })
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Machines \d+ machines$/ })
      .click()
    await expect(row(page, serialNumber)).toContainText('Valid until 15/03/2027')
    await expect(page.getByRole('button', { name: /^(Assign|Remove|Edit|Delete)/ })).toHaveCount(0)
    await row(page, serialNumber).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New ticket' })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Manage general files' })).toHaveCount(0)
  })

  test('somebody else’s machine is not there', async ({ visit, portal }) => {
    const { _id: other } = await portal.as('admin').call(routes.companies.create, { body: { name: unique('Başka Firma') } })
    const { companyMachine } = await assignMachine(portal, { company: other })
    const page = await visit('customer', `/account/${await accountOf(portal)}/machines/${companyMachine}`)
    await expect(page.getByRole('heading', { name: 'Makine bulunamadı' })).toBeVisible()
  })

  test('a company without machines says what will be here, each in its own words', async ({ visit, portal }) => {
    const { _id } = await portal.as('admin').call(routes.companies.create, { body: { name: unique('Yeni Firma') } })
    const admin = await visit('admin', `/admin/companies/${_id}/machines`)
    await expect(admin.getByText(/katalogdan seçip atayın/)).toBeVisible()
    const staff = await visit('staff', `/staff/companies/${_id}/machines`, { language: 'en' })
    await expect(staff.getByText('Machines assigned to this company appear here.')).toBeVisible()
  })

  for (const theme of ['light', 'dark'] as const)
    test(`the dialog that assigns one can be used by everybody: ${theme}`, async ({ visit, portal }) => {
      const { page, dialog } = await opened(visit, await accountOf(portal), { theme })
      await dialog.getByRole('button', { name: 'Makine ata' }).click()
      await expect(dialog.getByText('Bu alan zorunlu.').first()).toBeVisible()
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']).analyze()
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
    })
})
