import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { expect, test } from '../support/visit.ts'

const total = 63
const names = (page: Page) => page.getByRole('rowheader').allTextContents()
/** In the names of all companies of these tests, and of no other. */
const word = 'Dizelge'

test.beforeAll(async ({ portal }) => {
  const cities = [
    'İzmir',
    'Iğdır',
    'Şişli',
    'Çankaya',
    'Isparta',
    'Cihanbeyli',
    'Sivas',
    'Ünye',
    'Uşak',
  ]
  for (let i = 0; i < total; i++) {
    const name = `${cities[i % cities.length]} ${word} ${Math.floor(i / cities.length) + 1}`
    await portal.as('admin').call(routes.companies.create, { body: { name } })
  }
})

test('a table starts with the ten newest rows and shows the total', async ({ visit }) => {
  const page = await visit('admin', `/admin/companies?search=${word}`)
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await expect(page.getByRole('rowheader').first()).toHaveText(`Uşak ${word} 7`)
  await expect(page.getByPlaceholder(`${total} kayıtta ara`)).toBeVisible()
  await expect(page.getByText(`1–10 / ${total}`)).toBeVisible()
})

test('names are sorted by the Turkish alphabet, in both languages', async ({ visit }) => {
  const inOrder = [
    'Cihanbeyli',
    'Çankaya',
    'Iğdır',
    'Isparta',
    'İzmir',
    'Sivas',
    'Şişli',
    'Uşak',
    'Ünye',
  ]
  for (const language of ['tr', 'en'] as const) {
    const page = await visit('admin', `/admin/companies?search=${word}%201&sort=name&size=50`, {
      language,
    })
    await expect(page.getByRole('rowheader')).toHaveCount(inOrder.length)
    expect(await names(page)).toEqual(inOrder.map(city => `${city} ${word} 1`))
  }
})

test('order, page and page size are in the URL: a reload, a link and going back restore them', async ({
  visit,
}) => {
  const page = await visit('admin', `/admin/companies?search=${word}`)
  await page.getByRole('button', { name: 'Firma adı' }).click()
  await expect(page.getByRole('columnheader', { name: 'Firma adı' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  await page.getByLabel('Sayfa başına kayıt').selectOption('20')
  await page.getByRole('button', { name: 'Sonraki sayfa' }).click()
  await expect(page.getByText(`21–40 / ${total}`)).toBeVisible()
  await expect(page.getByRole('rowheader').first()).toHaveText(`Iğdır ${word} 7`) // the previous rows stay until these are loaded
  const seen = await names(page)
  expect(seen).toHaveLength(20)

  await page.reload()
  await expect(page.getByText(`21–40 / ${total}`)).toBeVisible()
  await expect.poll(() => names(page)).toEqual(seen)

  await page.getByRole('rowheader').first().getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(seen[0] ?? '')
  await page.goBack()
  await expect(page.getByText(`21–40 / ${total}`)).toBeVisible()
  await expect.poll(() => names(page)).toEqual(seen)
})

test('back returns to the place in the list that was left', async ({ visit }) => {
  const page = await visit('admin', `/admin/companies?search=${word}&size=50`)
  const row = page.getByRole('rowheader').nth(35).getByRole('link')
  await row.scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => scrollY)
  expect(place).toBeGreaterThan(300)
  const name = await row.innerText()
  await row.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.goBack()
  await expect(row).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(place)
})

test('every page size from ten to fifty can be chosen', async ({ visit }) => {
  const page = await visit('admin', `/admin/companies?search=${word}`)
  const size = page.getByLabel('Sayfa başına kayıt')
  await expect(size.locator('option')).toHaveText(
    [10, 20, 30, 40, 50].map(rows => `${rows} / sayfa`),
  )
  await size.selectOption('50')
  await expect(page.getByRole('rowheader')).toHaveCount(50)
})

test('a search is sent one second after the last keystroke', async ({ visit }) => {
  const page = await visit('admin', `/admin/companies`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const searches: string[] = []
  page.on('request', request => {
    const search = new URL(request.url()).searchParams.get('search')
    if (search) searches.push(search)
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000) // from here on the test advances the clock
  await page.getByRole('textbox').pressSequentially('ıspa')
  await page.clock.runFor(900)
  expect(searches).toEqual([])
  await page.getByRole('textbox').pressSequentially('rta')
  await page.clock.runFor(1100)
  await page.clock.resume()
  await expect(page.getByRole('rowheader')).toHaveCount(7)
  // after the minute that the clock skipped, the page may refetch what it shows
  expect([...new Set(searches)]).toEqual(['ısparta'])
})

test('a search waits no longer where the table is drawn again meanwhile', async ({ visit }) => {
  const page = await visit('admin', `/admin/companies`)
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  const searches: string[] = []
  page.on('request', request => {
    const search = new URL(request.url()).searchParams.get('search')
    if (search) searches.push(search)
  })
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.getByRole('textbox').pressSequentially('ısparta')
  await page.clock.runFor(700)
  await page.setViewportSize({ width: 500, height: 800 })
  await expect(page.getByRole('combobox', { name: 'Sırala' })).toBeVisible()
  await page.clock.runFor(400)
  await expect.poll(() => [...new Set(searches)]).toEqual(['ısparta'])
})

test('a search without results says so and can be cleared', async ({ visit }) => {
  const page = await visit('admin', '/admin/companies?search=böyle bir firma yok')
  await expect(page.getByText('Aramanıza uyan kayıt yok')).toBeVisible()
  await page.getByRole('button', { name: 'Aramayı temizle' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(10)
})

test('placeholders are shown while the first rows load, and an error with a retry when they cannot be loaded', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin', { allowedConsole: /status of 500/ })
  let failing = true
  await page.route('**/admin/company/list?*', route =>
    failing
      ? route.fulfill({
          status: 500,
          json: { name: 'InternalError', message: 'Beklenmeyen bir hata oluştu.' },
        })
      : route.continue(),
  )
  await page.getByRole('link', { name: 'Firmalar' }).first().click()
  const region = page.getByRole('region', { name: 'Firmalar' })
  await expect(region.getByText('Beklenmeyen bir hata oluştu.')).toBeVisible()
  failing = false
  await region.getByRole('button', { name: 'Yeniden dene' }).click()
  await expect(page.getByRole('rowheader')).toHaveCount(10)
})

test('on a phone the same rows are cards, and their order is chosen from a list', async ({
  visit,
}) => {
  const page = await visit('admin', `/admin/companies?search=${word}`, { width: 360 })
  const cards = page.getByRole('list', { name: 'Firmalar' }).getByRole('listitem')
  await expect(cards).toHaveCount(10)
  await page.getByLabel('Sırala').selectOption({ label: 'Firma adı (artan)' })
  await expect(cards.first()).toContainText(`Cihanbeyli ${word} 1`)
})

test('a page past the end leads to the last one', async ({ visit }) => {
  const page = await visit('admin', `/admin/companies?search=${word}&page=40`)
  await expect(page.getByText(`61–${total} / ${total}`)).toBeVisible()
})
