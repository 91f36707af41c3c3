import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expectEventually } from '../support/eventually.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

const part = (page: Page, name: string) => page.getByRole('region', { name })
/** The time zone of the test browsers. */
const inIstanbul = { query: { timeZone: 'Europe/Istanbul' } }
const titlesIn = (page: Page, name: string) =>
  part(page, name).getByRole('listitem').getByRole('link').allInnerTexts()

for (const [role, path] of [
  ['admin', '/'],
  ['admin', '/admin'],
  ['staff', '/index'],
  ['staff', '/staff'],
] as const) {
  test(`${role === 'admin' ? 'an administrator' : 'staff'} at ${path} see the tickets whose reply is due first, and a link to all of them`, async ({
    visit,
    portal,
  }) => {
    const page = await visit(role, path)
    await expect(part(page, 'Yanıt bekleyen talepler').getByRole('listitem')).toHaveCount(5)
    await expectEventually(async () => {
      const { waiting, counts } = await portal.as(role).call(routes.home.ofTeam)
      expect(await titlesIn(page, 'Yanıt bekleyen talepler')).toEqual(
        waiting.map(({ title }) => title),
      )
      await expect(
        part(page, 'Yanıt bekleyen talepler').getByRole('link', {
          name: `Tümü (${counts.waiting})`,
        }),
      ).toBeVisible({
        timeout: 100,
      })
    })
    await part(page, 'Yanıt bekleyen talepler').getByRole('link', { name: /^Tümü/ }).click()
    await expect(page).toHaveURL(new RegExp(`/${role}/tickets\\?status=waiting$`))
    await expect(page.getByRole('radio', { name: 'Yanıt bekleyen' })).toBeChecked()
    await expect(page.getByRole('columnheader', { name: 'Yanıt' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expectEventually(async () => {
      const { waiting } = await portal.as(role).call(routes.home.ofTeam)
      const links = page.getByRole('rowheader').getByRole('link')
      expect((await links.allInnerTexts()).slice(0, waiting.length)).toEqual(
        waiting.map(({ title }) => title),
      )
    })
  })
}

test('the team’s home is shown in English', async ({ visit, portal }) => {
  const page = await visit('staff', '/', { language: 'en' })
  for (const name of [
    'Tickets awaiting a reply',
    'Newest open tickets',
    'Tickets by week',
    'Open tickets by machine',
    'Warranties ending within 90 days',
    'Support ending within 90 days',
  ])
    await expect(part(page, name)).toBeVisible()
  const figures = part(page, 'At a glance')
  await expectEventually(async () => {
    const { counts } = await portal.as('staff').call(routes.home.ofTeam, inIstanbul)
    await expect(figures.getByText('Opened this week').locator('..')).toHaveText(
      `Opened this week${counts.openedThisWeek}`,
      {
        timeout: 100,
      },
    )
    await expect(figures.getByText('Awaiting a reply').locator('..')).toHaveText(
      `Awaiting a reply${counts.waiting}`,
      { timeout: 100 },
    )
  })
})

test('a new ticket appears without a reload, and an answered one disappears', async ({
  visit,
  portal,
}) => {
  const page = await visit('staff', '/')
  const [longest] = (await portal.as('staff').call(routes.home.ofTeam)).waiting
  const row = part(page, 'Yanıt bekleyen talepler')
    .getByRole('listitem')
    .filter({ hasText: longest?.serialNumber ?? '' })
  await expect(row.getByRole('link', { name: longest?.title ?? '', exact: true })).toBeVisible()
  await portal.as('staff').call(routes.tickets.reply, {
    params: { ticket: longest?._id ?? '' },
    body: { contents: 'Yola çıktık.' },
  })
  const { title } = await openTicket(portal)
  await expect(part(page, 'En yeni açık talepler').getByRole('link', { name: title })).toBeVisible({
    timeout: 20_000,
  })
  await expect(page.locator(`a[href$="${longest?._id}"]`)).toHaveCount(0)
})

test('each chart is also a table: for screen readers at once, for all others by a keystroke', async ({
  visit,
  portal,
}) => {
  const { weeks, openByMachine } = await portal.as('admin').call(routes.home.ofTeam, inIstanbul)
  const page = await visit('admin', '/')
  const byWeek = page.getByRole('table', { name: 'Haftalara göre talepler' })
  await expect(byWeek.getByRole('row')).toHaveCount(13)
  const last = weeks.at(-1)
  expect(await byWeek.getByRole('row').last().getByRole('cell').allInnerTexts()).toEqual([
    String(last?.opened),
    String(last?.closed),
  ])
  await expect(byWeek.getByRole('rowheader', { name: 'sürüyor' })).toHaveCount(1)
  const room = byWeek.locator('..')
  expect((await room.boundingBox())?.width).toBeLessThan(5)
  const byMachine = page.getByRole('table', { name: 'Makinelere göre açık talepler' })
  const [first] = openByMachine.machines
  await expect(
    byMachine.getByRole('row', { name: first?.name ?? '' }).getByRole('cell'),
  ).toHaveText(String(first?.open))

  const show = page.getByRole('button', { name: 'Tablo olarak göster: Haftalara göre talepler' })
  await show.focus()
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('button', { name: 'Tabloyu gizle: Haftalara göre talepler' }),
  ).toBeFocused()
  expect((await room.boundingBox())?.width).toBeGreaterThan(200)
  await page.keyboard.press('Enter')
  await expect(show).toHaveAttribute('aria-expanded', 'false')
})

test('a chart shows the numbers of the week under the pointer', async ({ visit, portal }) => {
  const { weeks } = await portal.as('staff').call(routes.home.ofTeam, inIstanbul)
  const page = await visit('staff', '/', { language: 'en' })
  const drawing = part(page, 'Tickets by week').locator('svg')
  await expect(drawing.locator('title')).toHaveCount(12)
  const last = weeks.at(-1)
  await expect(drawing.locator('title').last()).toHaveText(
    new RegExp(`: ${last?.opened} opened, ${last?.closed} closed$`),
  )
  await expect(drawing.getByText(`Opened ${last?.opened}`)).toBeVisible()
})

test('a chart draws the week that is not over yet apart from the others, and says so', async ({
  visit,
}) => {
  const page = await visit('staff', '/', { language: 'en' })
  const byWeek = part(page, 'Tickets by week')
  await expect(byWeek.locator('svg path[data-unfinished]')).toHaveCount(2)
  await expect(byWeek.locator('svg circle[data-unfinished]')).toHaveCount(2)
  await expect(byWeek.getByText('This week is not over yet.')).toBeVisible()
  await expect(byWeek.locator('svg title').last()).toHaveText(/not over yet/)
})

test('the page does not shift when the charts load', async ({ visit }) => {
  const page = await visit('staff', '/404')
  const release = await holdRequests(page, /Drawing-.*\.js/)
  await page.goto('/')
  const below = part(page, 'Garantisi 90 gün içinde bitecek makineler')
  await expect(below).toBeVisible()
  await expect(part(page, 'Haftalara göre talepler').locator('svg')).toHaveCount(0)
  const before = await below.boundingBox()
  release()
  await expect(part(page, 'Haftalara göre talepler').locator('svg circle')).toHaveCount(24)
  await expect(part(page, 'Makinelere göre açık talepler').locator('svg')).not.toHaveCount(0)
  expect(await below.boundingBox()).toEqual(before)
})

test('charts contrast with their background, in light and in dark', async ({ visit }) => {
  const page = await visit('staff', '/')
  await expect(part(page, 'Haftalara göre talepler').locator('svg circle')).toHaveCount(24)
  await expect(part(page, 'Makinelere göre açık talepler').locator('svg > rect')).not.toHaveCount(0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const contrasts = await page.evaluate(() => {
      const canvas = document
        .createElement('canvas')
        .getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D
      const luminance = (color: string) => {
        canvas.fillStyle = color
        canvas.fillRect(0, 0, 1, 1)
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => {
          const value = part / 255
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
        })
        return 0.2126 * r + 0.7152 * g + 0.0722 * b
      }
      const background = luminance(getComputedStyle(document.body).backgroundColor)
      const lines = [...document.querySelectorAll('[data-kind] path')].map(
        line => getComputedStyle(line).stroke,
      )
      const bars = [...document.querySelectorAll('main svg > rect')].map(
        bar => getComputedStyle(bar).fill,
      )
      return [...lines, ...bars].map(color => {
        const [light = 0, dark = 0] = [luminance(color), background].toSorted((a, b) => b - a)
        return (light + 0.05) / (dark + 0.05)
      })
    })
    expect(contrasts.length).toBeGreaterThan(4)
    expect(Math.min(...contrasts), colorScheme).toBeGreaterThan(3)
  }
})

test('no name in a home’s rows is cut off', async ({ visit }) => {
  const page = await visit('staff', '/')
  await expect(part(page, 'Yanıt bekleyen talepler').getByRole('listitem')).toHaveCount(5)
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('main li *')].filter(
        each =>
          each.clientWidth > 0 &&
          each.scrollWidth > each.clientWidth &&
          getComputedStyle(each).textOverflow === 'ellipsis',
      ).length,
  )
  expect(cut).toBe(0)
})

test('a new vendor’s first steps are ticked off one by one, then disappear', async ({
  visit,
  portal,
}) => {
  test.setTimeout(90_000)
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/`)
  const steps = part(page, 'İlk adımlar')
  await expect(steps.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByText('Henüz talep yok')).toBeVisible()
  await expect(
    steps.getByRole('listitem').filter({ hasText: 'Firmaya makinesini atayın' }).getByRole('link'),
  ).toHaveCount(0)
  for (const [step, address] of [
    ['İlk firmayı ekleyin', /\/admin\/companies$/],
    ['Kataloğa bir makine ekleyin', /\/admin\/machines$/],
    ['Ekibinizden birini davet edin', /\/admin\/team\/invite$/],
  ] as const) {
    await steps.getByRole('link', { name: step }).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
  }

  const { company } = await createCustomer(vendor)
  await page.reload()
  await expect(
    steps.getByRole('listitem').filter({ hasText: 'İlk firmayı ekleyin' }),
  ).toContainText('(tamam)')
  await expect(
    steps.getByRole('listitem').filter({ hasText: 'Firmadan bir kullanıcı' }),
  ).toContainText('(tamam)')
  const machine = await vendor.call(routes.machines.create, { body: { name: 'Freze', sku: 'F-1' } })
  await page.reload()
  await steps.getByRole('link', { name: 'Firmaya makinesini atayın' }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/companies/${company}/machines$`))
  await vendor.call(routes.machines.assign, {
    params: { company },
    body: { machine: machine._id, serialNumber: 'S-1', dateOfPurchase: purchaseDay },
  })
  await vendor.call(routes.team.invite, {
    body: { email: 'can@satici.test', name: 'Can', surname: 'Kaya', role: 'staff' },
  })
  await page.goto(`${vendor.url}/`)
  await expect(page.getByText('Henüz talep yok')).toBeVisible()
  await expect(steps).toHaveCount(0)
})

test('dismissed first steps stay hidden, and the title gets the focus', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/`, { language: 'en' })
  await page.getByRole('button', { name: 'Hide: First steps' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.reload()
  await expect(page.getByText('No tickets yet')).toBeVisible()
  await expect(part(page, 'First steps')).toHaveCount(0)
})

test('a home page that cannot be loaded shows an error, and loads on a second attempt', async ({
  visit,
}) => {
  const page = await visit('staff', '/404', { allowedConsole: /ERR_FAILED/ })
  await page.route('**/staff/summary*', route => route.abort())
  await page.goto('/')
  await expect(page.getByRole('alert').getByText('Bu bölüm yüklenemedi')).toBeVisible({
    timeout: 20_000,
  })
  await page.unroute('**/staff/summary*')
  await page.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(part(page, 'Yanıt bekleyen talepler')).toBeVisible()
})
