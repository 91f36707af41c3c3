import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { purchaseDay, warrantyEndDay } from '#testing/days.ts'
import { addFile } from '../portal/file.ts'
import { accountOf, addMachine, assignMachine, unique, writtenDay } from '../portal/machine.ts'
import { findViolationsInBothThemes } from '../support/axe.ts'
import { type BrowserOptions, expect, test, type Visit } from '../support/visit.ts'

test.describe.configure({ mode: 'parallel' })

const [purchase, warrantyEnd] = [writtenDay(purchaseDay), writtenDay(warrantyEndDay)]
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test.describe('a company’s machines', () => {
  async function openDialog(visit: Visit, company: string, options: BrowserOptions = {}) {
    const page = await visit('admin', `/admin/companies/${company}/machines`, options)
    await page.getByRole('button', { name: 'Makine ata' }).click()
    return { page, dialog: page.getByRole('dialog', { name: 'Makine ata' }) }
  }

  test('an administrator assigns one; its warranty ends a year after the purchase', async ({
    visit,
    portal,
  }) => {
    const company = await accountOf(portal)
    const { machine, name } = await addMachine(portal)
    const { page, dialog } = await openDialog(visit, company)
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    const serial = unique('SN')
    await dialog.getByLabel('Seri no').fill(serial)
    await dialog
      .getByLabel('Satın alma tarihi', { exact: true })
      .fill(purchase.replaceAll('/0', '/'))
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(
      warrantyEnd,
    )
    await dialog.getByLabel('Notlar').fill('Kuzey hattı')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(page.getByText('Makine atandı.')).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('button', { name: 'Makine ata' })).toBeFocused()
    for (const text of [name, 'Kuzey hattı', purchase, `Geçerli · ${warrantyEnd}`])
      await expect(row(page, serial)).toContainText(text)
  })

  test('a warranty ends a year after the purchase by the calendar', async ({ visit, portal }) => {
    const { dialog } = await openDialog(visit, await accountOf(portal))
    const purchase = dialog.getByLabel('Satın alma tarihi', { exact: true })
    for (const [bought, ends] of [
      ['29/02/2028', '28/02/2029'],
      ['28/02/2027', '28/02/2028'],
      ['31.12.2026', '31/12/2027'],
    ] as const) {
      await purchase.fill('')
      await purchase.pressSequentially(bought)
      await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(ends)
    }
  })

  test('a typed warranty date is not overwritten, and reaches the server', async ({
    visit,
    portal,
  }) => {
    const { machine } = await addMachine(portal)
    const { page, dialog } = await openDialog(visit, await accountOf(portal))
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    const serial = unique('SN')
    await dialog.getByLabel('Seri no').fill(serial)
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/03/2026')
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('15/03/2031')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('16/03/2026')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(
      '15/03/2031',
    )
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(row(page, serial)).toContainText('15/03/2031')
  })

  test('a warranty that is left empty is none, and stays none when the purchase is corrected', async ({
    visit,
    portal,
  }) => {
    const { company, serialNumber } = await assignMachine(portal)
    const page = await visit('admin', `/admin/companies/${company}/machines`)
    const dialog = page.getByRole('dialog')
    const edit = page.getByRole('button', { name: new RegExp(`^Düzenle.*${serialNumber}`) })
    await edit.click()
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('')
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(row(page, serialNumber)).toContainText('Garanti yok')
    await edit.click()
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('17/03/2026')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue('')
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(row(page, serialNumber)).toContainText('17/03/2026')
    await expect(row(page, serialNumber)).toContainText('Garanti yok')
  })

  test('validation errors are shown at each field, and the input stays', async ({
    visit,
    portal,
  }) => {
    const { dialog } = await openDialog(visit, await accountOf(portal))
    await dialog.getByLabel('Seri no').fill('SN-1')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('31/02/2026')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(dialog.getByLabel('Makine', { exact: true })).toBeFocused()
    await expect(dialog.getByLabel('Makine', { exact: true })).toHaveAccessibleDescription(
      'Bu alan zorunlu.',
    )
    await expect(
      dialog.getByLabel('Satın alma tarihi', { exact: true }),
    ).toHaveAccessibleDescription('Takvimde böyle bir gün yok: 31/02/2026')
    await expect(dialog.getByLabel('Satın alma tarihi', { exact: true })).toHaveValue('31/02/2026')
    await expect(dialog.getByLabel('Seri no')).toHaveValue('SN-1')
  })

  test('a warranty cannot end before the purchase', async ({ visit, portal }) => {
    const { machine } = await addMachine(portal)
    const { dialog } = await openDialog(visit, await accountOf(portal))
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    await dialog.getByLabel('Seri no').fill('SN-1')
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/03/2026')
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('14/03/2026')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(
      dialog.getByLabel('Garanti bitiş tarihi', { exact: true }),
    ).toHaveAccessibleDescription(/Garanti bitişi satın alma tarihinden önce olamaz\./)
  })

  test('a serial number that another machine of the model has is refused at its field', async ({
    visit,
    portal,
  }) => {
    const { machine, serialNumber } = await assignMachine(portal)
    const { dialog } = await openDialog(visit, await accountOf(portal), {
      allowedConsole: /status of 409/,
    })
    await dialog.getByLabel('Makine', { exact: true }).selectOption(machine)
    await dialog.getByLabel('Seri no').fill(serialNumber.toLowerCase())
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('15/03/2026')
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(dialog.getByLabel('Seri no')).toBeFocused()
    await expect(dialog.getByLabel('Seri no')).toHaveAccessibleDescription(
      /bu seri numarasıyla atanmış bir makine zaten var/,
    )
  })

  test('an administrator assigns one in English, with the keyboard alone', async ({
    visit,
    portal,
  }) => {
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
    await keyboard.type(purchase.replaceAll('/0', '/'))
    await keyboard.press('Enter')
    await expect(page.getByText('Machine assigned.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Assign machine' })).toBeFocused()
    for (const text of [name, purchase, `Valid until ${warrantyEnd}`])
      await expect(row(page, serial)).toContainText(text)

    await page.getByRole('button', { name: `Remove the assignment of ${name} · ${serial}` }).focus()
    await keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Remove this assignment?' })).toContainText(
      serial,
    )
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
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(
      '16/03/2026',
    )
    await dialog.getByLabel('Garanti bitiş tarihi', { exact: true }).fill('16/03/2030')
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(row(page, serialNumber)).toContainText('16/03/2030')

    await page.goto(`/admin/companies/${company}/machines/${companyMachine}`)
    await page.getByRole('button', { name: 'Bilgileri düzenle' }).click()
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(
      '16/03/2030',
    )
    await dialog.getByLabel('Satın alma tarihi', { exact: true }).fill('17/03/2025')
    await expect(dialog.getByLabel('Garanti bitiş tarihi', { exact: true })).toHaveValue(
      '16/03/2030',
    )
    await dialog.getByLabel('Seri no').fill(`${serialNumber}-B`)
    await dialog.getByRole('button', { name: 'Değişiklikleri kaydet' }).click()
    await expect(page.getByText(`${serialNumber}-B`)).toBeVisible()
  })

  test('an administrator removes one, and the customer no longer has it', async ({
    visit,
    portal,
  }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    await addFile(portal, 'sözleşme.txt', { company, companyMachine })
    const page = await visit('admin', `/admin/companies/${company}/machines`)
    await page.getByRole('button', { name: `Atamayı kaldır: ${name} · ${serialNumber}` }).click()
    const question = page.getByRole('dialog', { name: 'Atama kaldırılsın mı?' })
    await expect(question).toContainText(`${name} · ${serialNumber}`)
    await expect(question).toContainText('Birlikte silinen dosya sayısı: 1.')
    await question.getByRole('button', { name: 'Atamayı kaldır' }).click()
    await expect(row(page, serialNumber)).toHaveCount(0)
    const customer = await visit('customer', `/account/${company}/machines/${companyMachine}`)
    await expect(customer.getByRole('heading', { name: 'Makine bulunamadı' })).toBeVisible()
  })

  test('one that another administrator has just removed is reported as gone', async ({
    visit,
    portal,
  }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    const page = await visit('admin', `/admin/companies/${company}/machines`, {
      allowedConsole: /status of 404/,
    })
    await page.getByRole('button', { name: `Atamayı kaldır: ${name} · ${serialNumber}` }).click()
    await portal.as('admin').call(routes.machines.unassign, { params: { company, companyMachine } })
    await page.getByRole('dialog').getByRole('button', { name: 'Atamayı kaldır' }).click()
    await expect(page.getByRole('dialog')).toContainText('Aradığınız kayıt bulunamadı.')
  })

  test('one of a long catalogue is found by a search', async ({ visit, portal }) => {
    test.setTimeout(120_000)
    const { call } = portal.as('admin')
    const prefix = unique('Kalabalık')
    const created: { _id: string }[] = []
    for (let i = 0; i <= 100; i++)
      created.push(
        await call(routes.machines.create, { body: { name: `${prefix} ${i}`, sku: `K-${i}` } }),
      )
    try {
      const { name } = await addMachine(portal, unique('ŞIRINGA'))
      const { dialog } = await openDialog(visit, await accountOf(portal))
      await dialog.getByPlaceholder(/kayıtta ara/).fill(name.replace('ŞIRINGA', 'siringa'))
      const machine = dialog.getByLabel('Makine', { exact: true })
      const options = machine.getByRole('option')
      await expect(options).toHaveText(['Makine seçin', `${name} · İT-1`])
      await expect(machine.locator('option:checked')).toHaveText(`${name} · İT-1`)

      await dialog.getByPlaceholder(/kayıtta ara/).fill(prefix)
      await expect(options).toHaveCount(102)
      expect((await options.allInnerTexts()).slice(1, 4)).toEqual([
        `${prefix} 0 · K-0`,
        `${prefix} 1 · K-1`,
        `${prefix} 2 · K-2`,
      ])
    } finally {
      for (const { _id } of created)
        await call(routes.machines.remove, { params: { machine: _id } })
    }
  })

  test('a customer sees their machines with warranty and support, changes none, and asks for help with one', async ({
    visit,
    portal,
  }) => {
    const { company, companyMachine, name, serialNumber } = await assignMachine(portal)
    const page = await visit('customer', `/account/${company}`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Makine ayarları \d+ makine$/ })
      .click()
    await expect(row(page, serialNumber)).toContainText(`Geçerli · ${warrantyEnd}`)
    await expect(
      page.getByRole('button', { name: /^(Makine ata|Atamayı kaldır|Düzenle|Sil)/ }),
    ).toHaveCount(0)
    await row(page, serialNumber).getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name })).toBeFocused()
    for (const fact of [
      serialNumber,
      purchase.replaceAll('/', '.'),
      `Geçerli · ${warrantyEnd.replaceAll('/', '.')}`,
      'Kuzey kapısının yanında.',
    ])
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

  test('staff can view them and change none, in English too', async ({ visit, portal }) => {
    const { company, name, serialNumber } = await assignMachine(portal)
    const page = await visit('staff', `/staff/companies/${company}`, { language: 'en' })
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Machines \d+ machines$/ })
      .click()
    await expect(row(page, serialNumber)).toContainText(`Valid until ${warrantyEnd}`)
    await expect(page.getByRole('button', { name: /^(Assign|Remove|Edit|Delete)/ })).toHaveCount(0)
    await row(page, serialNumber).click()
    await expect(page.getByRole('heading', { name })).toBeVisible()
    await expect(page.getByRole('link', { name: 'New ticket' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Manage general files' })).toHaveCount(0)
  })

  test('another company’s machine does not exist for a customer', async ({ visit, portal }) => {
    const { _id: other } = await portal
      .as('admin')
      .call(routes.companies.create, { body: { name: unique('Başka Firma') } })
    const { companyMachine } = await assignMachine(portal, { company: other })
    const page = await visit(
      'customer',
      `/account/${await accountOf(portal)}/machines/${companyMachine}`,
    )
    await expect(page.getByRole('heading', { name: 'Makine bulunamadı' })).toBeVisible()
  })

  test('an empty list says what will be here, to administrators and to staff', async ({
    visit,
    portal,
  }) => {
    const { _id } = await portal
      .as('admin')
      .call(routes.companies.create, { body: { name: unique('Yeni Firma') } })
    const admin = await visit('admin', `/admin/companies/${_id}/machines`)
    await expect(admin.getByText(/katalogdan seçip atayın/)).toBeVisible()
    const staff = await visit('staff', `/staff/companies/${_id}/machines`, { language: 'en' })
    await expect(staff.getByText('Machines assigned to this company appear here.')).toBeVisible()
  })

  test('the dialog that assigns one meets WCAG 2.2 AA, in light and in dark', async ({
    visit,
    portal,
  }) => {
    const { page, dialog } = await openDialog(visit, await accountOf(portal))
    await dialog.getByRole('button', { name: 'Makine ata' }).click()
    await expect(dialog.getByText('Bu alan zorunlu.').first()).toBeVisible()
    expect(await findViolationsInBothThemes(page)).toEqual([])
  })
})

test('on a phone a machine is 64 pixels high, its serial number and warranty are told, and a tap beside its name opens it', async ({
  visit,
  portal,
}) => {
  const name = unique('Meşe 1100 CNC dik işleme merkezi')
  const { company, companyMachine, serialNumber } = await assignMachine(portal, { name })
  const page = await visit('customer', `/account/${company}/machines`, { width: 360 })
  const card = page.getByRole('listitem').filter({ hasText: serialNumber })
  const day = warrantyEnd.replaceAll('/', '.')
  await expect(card).toContainText(`Garanti: Geçerli · ${day}`)
  await expect(card.getByText(day, { exact: true })).toBeVisible()
  expect((await card.boundingBox())?.height).toBe(64)
  const size = (text: string) =>
    card.getByText(text).evaluate(each => Number.parseFloat(getComputedStyle(each).fontSize))
  expect(await size(serialNumber)).toBeGreaterThan(await size(name))
  await card.click({ position: { x: 200, y: 60 } })
  await expect(page).toHaveURL(new RegExp(`/machines/${companyMachine}$`))
})

test.describe('the page of a company’s machine', () => {
  test('has its open tickets above its files, and leads to the closed ones', async ({
    visit,
    portal,
  }) => {
    const at = await assignMachine(portal)
    const customer = portal.as('customer')
    const open = (title: string) =>
      customer.call(routes.tickets.open, {
        params: { company: at.company },
        body: { title, machine: at.companyMachine, message: 'Piston altında yağ var.' },
      })
    const [{ _id: closed }] = [await open('Yağ kaçırıyor'), await open('Mil ısınıyor')]
    await customer.call(routes.tickets.changeOfAccount, {
      params: { company: at.company, ticket: closed },
      body: { status: 'closed' },
    })
    const path = `/account/${at.company}/machines/${at.companyMachine}`
    const page = await visit('customer', path, { width: 360, height: 800 })
    const tickets = page.getByRole('region', { name: '1 açık talep' })
    await expect(tickets.getByRole('link', { name: /Mil ısınıyor/ })).toBeVisible()
    await tickets.getByRole('link', { name: '1 kapalı' }).click()
    await expect(page.getByRole('link', { name: 'Yağ kaçırıyor', exact: true })).toBeVisible()
    await expect(page.getByText('Mil ısınıyor')).toHaveCount(0)
  })

  test('says for the team that there is no open ticket', async ({ visit, portal }) => {
    const { company, companyMachine } = await assignMachine(portal)
    const path = `/staff/companies/${company}/machines/${companyMachine}`
    const page = await visit('staff', path, { language: 'en' })
    await expect(page.getByText('This machine has no open ticket.')).toBeVisible()
  })
})
