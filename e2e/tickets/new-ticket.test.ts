import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { createCustomerWithMachine } from '../portal/create-customer.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

const accountOf = async (portal: DemoPortal) =>
  (await portal.as('customer').call(routes.companies.accounts)).accounts[0]?._id ?? ''
const ticketsNamed = async (portal: DemoPortal, company: string, search: string) =>
  (
    await portal
      .as('customer')
      .call(routes.tickets.listOfAccount, { params: { company }, query: { search } })
  ).tickets

async function fill(page: Page, title: string) {
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Konu').fill(title)
  await page.getByLabel('Mesaj').fill('Sabahtan beri böyle.')
}
const unique = () => `Yeni talep ${Math.random().toString(36).slice(2)}`
const small = { name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E-217 12:04') }

for (const { language, send, texts } of [
  {
    language: 'tr',
    send: 'Talebi gönder',
    texts: {
      toast: 'Konu ya da mesaj boş olamaz.',
      title: 'Hata',
      field: 'Bu alan zorunlu.',
      long: 'En çok 200 karakter olabilir.',
    },
  },
  {
    language: 'en',
    send: 'Send the ticket',
    texts: {
      toast: 'Title or description cannot be empty.',
      title: 'Error',
      field: 'This field is required.',
      long: 'Must have at most 200 characters.',
    },
  },
] as const) {
  test(`an empty form shows one error at each field and one notice: ${language}`, async ({
    visit,
    portal,
  }) => {
    const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
      language,
    })
    await expect(page.getByRole('combobox')).toBeVisible()
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByRole('alert')).toHaveText(texts.title + texts.toast)
    await expect(page.getByText(texts.field)).toHaveCount(3)
    await expect(page.getByRole('combobox')).toBeFocused()
    await expect(page.getByRole('combobox')).toHaveAccessibleDescription(texts.field)
  })

  test(`a form whose title is too long, or which only lacks a machine, is not called empty: ${language}`, async ({
    visit,
    portal,
  }) => {
    const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
      language,
    })
    await expect(page.getByRole('combobox')).toBeVisible()
    const [title, message] = [page.locator('[name=title]'), page.locator('[name=message]')]
    await title.fill('x'.repeat(201))
    await message.fill('E-217')
    await page.getByRole('button', { name: send }).click()
    await expect(title).toHaveAccessibleDescription(texts.long)
    await expect(page.getByRole('combobox')).toHaveAccessibleDescription(texts.field)
    await expect(page.getByText(texts.toast)).toHaveCount(0)
    await title.fill('  ')
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByText(texts.toast)).toBeVisible()
  })
}

test('the draft of a ticket survives a reload, with its machine, also when the machines load slowly', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fill(page, 'Yarım talep')
  const machine = await page.getByLabel('Makine', { exact: true }).inputValue()
  const release = await holdRequests(page, '**/machine?*')
  await page.reload()
  await page.getByLabel('Konu').fill('Yarım talep, uzadı')
  await page.reload()
  release()
  await expect(page.getByLabel('Makine', { exact: true })).toHaveValue(machine)
  await expect(page.getByLabel('Konu')).toHaveValue('Yarım talep, uzadı')
  await expect(page.getByLabel('Mesaj')).toHaveValue('Sabahtan beri böyle.')
})

// Security: P16
test('a ticket whose response is lost is opened once, also when the page is reloaded before it is sent again', async ({
  visit,
  portal,
}) => {
  const company = await accountOf(portal)
  const title = unique()
  const page = await visit('customer', `/account/${company}/tickets/new`, {
    allowedConsole: /ERR_FAILED/,
  })
  await fill(page, title)
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('Yüklendi').first()).toBeVisible()
  await page.route('**/ticket', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.locator('form').getByText('Ağ hatası.')).toBeVisible()
  await page.unroute('**/ticket')
  await page.reload()
  await expect(page.getByLabel('Makine', { exact: true })).not.toHaveValue('')
  await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  expect(await ticketsNamed(portal, company, title)).toHaveLength(1)
  await page.goto(`/account/${company}/tickets/new`)
  await expect(page.getByLabel('Konu')).toHaveValue('')
})

test('a file that cannot be sent is named with the reason beside the field, and blocks the ticket until it is removed', async ({
  visit,
  portal,
}) => {
  const title = unique()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fill(page, title)
  await page
    .getByLabel('Dosya ekle')
    .setInputFiles({ name: 'boş.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.locator('form').getByText('boş.log')).toBeVisible()
  await expect(page.locator('form')).toContainText('Bu dosya boş.')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByText('boş.log: Bu dosya boş.')).toBeVisible()
  await page.getByRole('button', { name: 'Kaldır: boş.log' }).click()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
})

test('an interrupted upload shows an error, and is sent with the ticket after a second attempt', async ({
  visit,
  portal,
}) => {
  const title = unique()
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    allowedConsole: /ERR_FAILED/,
  })
  await fill(page, title)
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('alarm.log yüklenemedi')).toHaveCount(1)
  await page.unroute('**/content?*')
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByText('alarm.log yüklendi')).toHaveCount(1)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
})

test('sending a ticket whose upload was interrupted uploads its file again', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    allowedConsole: /ERR_FAILED/,
  })
  await fill(page, unique())
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('alarm.log yüklenemedi')).toHaveCount(1)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByText('alarm.log yüklenemedi')).toHaveCount(1)
  await expect(page.locator('form').getByText('Ağ hatası.')).toHaveCount(1) // beside the file only
  await page.unroute('**/content?*')
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
})

for (const { language, attach, again, remove } of [
  {
    language: 'tr',
    attach: 'Dosya ekle',
    again: 'dosyayı yeniden ekleyin',
    remove: 'Kaldır: alarm.log',
  },
  { language: 'en', attach: 'Attach files', again: 'attach it again', remove: 'Remove alarm.log' },
] as const) {
  test(`a file whose upload a reload has stopped is named until it is attached again or dismissed: ${language}`, async ({
    visit,
    portal,
  }) => {
    const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
      language,
      allowedConsole: /ERR_FAILED/,
    })
    const lost = page.locator('form').getByText(again)
    await page.route('**/content?*', route => route.abort())
    await page.getByLabel(attach).setInputFiles(small)
    await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
    await expect(lost).toHaveCount(0)
    await page.reload()
    await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
    await expect(lost).toBeVisible()
    await page.getByLabel(attach).first().setInputFiles(small)
    await expect(lost).toHaveCount(0)
    await page.reload()
    await page.getByRole('button', { name: remove }).click()
    await expect(lost).toHaveCount(0)
    await page.reload()
    await expect(page.getByRole('combobox')).toBeVisible()
    await expect(lost).toHaveCount(0)
  })
}

test('a file that was uploaded before a reload is sent with the ticket', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await fill(page, unique())
  await page.getByLabel('Dosya ekle').setInputFiles(small)
  await expect(page.getByText('alarm.log yüklendi')).toHaveCount(1)
  await page.reload()
  await expect(page.locator('form').getByText('alarm.log', { exact: true })).toBeVisible()
  const uploads: string[] = []
  page.on('request', request => request.method() === 'PUT' && uploads.push(request.url()))
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: 'İndir: alarm.log' })).toBeVisible()
  expect(uploads).toEqual([])
})

test('the limit of ten files is shown in advance, and those above it are named', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`, {
    width: 360,
  })
  await fill(page, unique())
  await expect(page.getByText('En çok 10 dosya')).toBeVisible()
  const dataTransfer = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    for (let i = 1; i <= 12; i++)
      data.items.add(new File(['E-217'], `${i}.log`, { type: 'text/plain' }))
    return data
  })
  await page.dispatchEvent('body', 'drop', { dataTransfer })
  await expect(
    page.getByRole('list', { name: 'Eklenen dosyalar' }).getByRole('listitem'),
  ).toHaveCount(10)
  await expect(page.locator('form').getByRole('alert')).toHaveText(
    'Bir mesaja en çok 10 dosya eklenebilir. Alınmayanlar: 11.log, 12.log',
  )
  await expect(page.getByText('Hata', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(page.getByRole('link', { name: /^İndir: \d+\.log$/ })).toHaveCount(10)
})

test('a screen reader announces an upload in quarters', async ({ visit, portal }) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  await expect(page.getByRole('combobox')).toBeVisible()
  await page.evaluate(() => {
    const announced = new Set<string>()
    new MutationObserver(() => {
      for (const status of document.querySelectorAll('form [role="status"]'))
        announced.add(status.textContent ?? '')
    }).observe(document.body, { subtree: true, childList: true, characterData: true })
    Object.assign(globalThis, { announced })
  })
  await page
    .getByLabel('Dosya ekle')
    .setInputFiles({ name: 'uzun.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(30_000_000) })
  await expect(page.getByText('uzun.mp4 yüklendi')).toHaveCount(1)
  const announced = await page.evaluate(() =>
    [...(globalThis as unknown as { announced: Set<string> }).announced].filter(Boolean),
  )
  const quarters = [0, 25, 50, 75, 100].map(percent => `uzun.mp4: yüzde ${percent} yüklendi`)
  expect([...quarters, 'uzun.mp4 yüklendi']).toEqual(expect.arrayContaining(announced))
  expect(announced.at(-1)).toBe('uzun.mp4 yüklendi')
})

test('a machine that is chosen after the ticket was refused without one is chosen at once', async ({
  visit,
  portal,
}) => {
  const page = await visit('customer', `/account/${await accountOf(portal)}/tickets/new`)
  const machine = page.getByLabel('Makine', { exact: true })
  await expect(machine.getByRole('option').nth(1)).toBeAttached()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  await expect(machine).toHaveAttribute('aria-invalid', 'true')
  await machine.press('ArrowDown')
  await expect(machine).toHaveAttribute('aria-invalid', 'false')
  await expect(machine).not.toHaveValue('')
})

test('a ticket is opened with the keyboard alone', async ({ visit, portal }) => {
  const title = unique()
  const vendor = await portal.newVendor()
  // a machine that has open tickets has links to them, from when they are loaded
  const { company, token } = await createCustomerWithMachine(vendor)
  const page = await visit({ token }, `${vendor.url}/account/${company}/tickets`, {
    language: 'en',
  })
  await page.getByRole('link', { name: 'New ticket' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'New ticket' })).toBeFocused()
  await expect(page.getByRole('combobox').getByRole('option').nth(1)).toBeAttached()
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Tab')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await page.keyboard.type(title)
  await page.keyboard.press('Tab')
  await page.keyboard.type('Written without a mouse.')
  await page.getByLabel('Title').press('Enter')
  await expect(page.getByRole('heading', { name: title })).toBeFocused()
  await expect(page.getByText('Production impaired').first()).toBeVisible()
})
