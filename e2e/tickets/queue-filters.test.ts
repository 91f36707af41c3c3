import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

const nobody = '018f0000-0000-7000-8000-000000000000'

const ticketLink = (page: Page, title: string) =>
  page.getByRole('link', { name: title, exact: true })

test('a filter is chosen, saved for the team, used and deleted by a colleague', async ({
  visit,
  portal,
}) => {
  const standing = await openTicket(portal)
  const other = await openTicket(portal)
  await portal.as('staff').call(routes.tickets.change, {
    params: { ticket: standing.ticket },
    body: { priority: 'standing' },
  })
  const page = await visit('staff', '/staff/tickets')
  await expect(ticketLink(page, other.title)).toBeVisible()
  await page.keyboard.press('f')
  const dialog = page.getByRole('dialog', { name: 'Talepleri süz' })
  await dialog.getByLabel('Öncelik').selectOption('Makine duruyor')
  await dialog.getByRole('button', { name: 'Uygula' }).click()
  await expect(page.getByRole('button', { name: 'Süz (1)' })).toBeVisible()
  await expect(ticketLink(page, standing.title)).toBeVisible()
  await expect(ticketLink(page, other.title)).toHaveCount(0)

  await page.getByRole('button', { name: 'Süzgeci kaydet' }).click()
  const saving = page.getByRole('dialog', { name: 'Süzgeci kaydet' })
  const name = `Duranlar ${Math.random().toString(36).slice(2)}`
  await saving.getByLabel('Ad').fill(name)
  await saving.getByLabel('Bütün ekip').check()
  await saving.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  const colleague = await visit('admin', '/admin/companies')
  const link = colleague.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name })
  await link.click()
  await expect(link).toHaveAttribute('aria-current', 'page')
  await expect(ticketLink(colleague, standing.title)).toBeVisible()
  await colleague.getByRole('button', { name: 'Öncelik Makine duruyor kaldır' }).click()
  await expect(
    colleague.getByRole('button', { name: 'Öncelik Makine duruyor kaldır' }),
  ).toHaveCount(0)
  await colleague.getByRole('button', { name: 'Süzgeci sil' }).click()
  const confirmation = colleague.getByRole('dialog', { name: 'Süzgeci sil' })
  await confirmation.getByRole('button', { name: 'Süzgeci sil' }).click()
  await expect(link).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Menü' }).getByText(name)).toHaveCount(0)
})

test('a saved filter keeps its changes and its new name', async ({ visit, portal }) => {
  const { _id, name } = await portal.as('staff').call(routes.ticketFilters.save, {
    body: { name: `Önce ${Math.random()}`, isOfTeam: false, query: { status: 'open' } },
  })
  const page = await visit('staff', `/staff/tickets?filter=${_id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  await page.getByRole('button', { name: 'Süz', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Öncelik').selectOption('question')
  await page.getByRole('dialog').getByRole('button', { name: 'Uygula' }).click()
  await page.getByRole('button', { name: 'Süzgeci düzenle' }).click()
  await page.getByRole('dialog').getByLabel('Ad').fill(`Sonra ${_id}`)
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Sonra ${_id}`)
  const { filters } = await portal.as('staff').call(routes.ticketFilters.list)
  expect(filters.find(filter => filter._id === _id)?.query).toEqual({
    status: 'open',
    priority: 'question',
  })
})

test('a filter that is saved in the queue of a company shows that company from the menu too', async ({
  visit,
  portal,
}) => {
  const word = Math.random().toString(36).slice(2)
  const [own, foreign] = [
    await openTicket(portal, `${word} 1`),
    await openTicket(portal, `${word} 2`, 1),
  ]
  const page = await visit(
    'staff',
    `/staff/companies/${own.company}/tickets?priority=normal&search=${word}`,
  )
  await page.getByRole('button', { name: 'Süzgeci kaydet' }).click()
  const saving = page.getByRole('dialog', { name: 'Süzgeci kaydet' })
  await saving.getByLabel('Ad', { exact: true }).fill(word)
  await saving.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(word)
  await page.getByRole('navigation', { name: 'Menü' }).getByRole('link', { name: word }).click()
  await expect(page).toHaveURL(/\/staff\/tickets\?/)
  await expect(ticketLink(page, own.title)).toBeVisible()
  await expect(ticketLink(page, foreign.title)).toHaveCount(0)
})

test('a name that is taken is refused at its field', async ({ visit, portal }) => {
  const name = `Dolu ${Math.random()}`
  await portal
    .as('staff')
    .call(routes.ticketFilters.save, { body: { name, isOfTeam: false, query: {} } })
  const page = await visit('staff', '/staff/tickets?priority=standing', {
    allowedConsole: /status of 409/,
  })
  await page.getByRole('button', { name: 'Süzgeci kaydet' }).click()
  await page.getByRole('dialog').getByLabel('Ad').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByText('Bu adla kayıtlı bir süzgeç zaten var')).toBeVisible()
  await expect(page.getByRole('dialog').getByLabel('Ad')).toBeFocused()
})

test('a filter by a deleted company says so, and is cleared', async ({ visit }) => {
  const page = await visit('staff', `/staff/tickets?company=${nobody}&priority=standing`)
  await expect(page.getByRole('button', { name: 'Firma Silinmiş firma kaldır' })).toBeVisible()
  await expect(page.getByText('Bu süzgece uyan kayıt yok').first()).toBeVisible()
  await page.getByRole('button', { name: 'Süzgeçleri temizle' }).first().click()
  await expect(page.getByRole('row').nth(1)).toBeVisible()
})

test('on a phone the tickets of a company and a model are found', async ({ visit, portal }) => {
  const { title } = await openTicket(portal)
  const { companies } = await portal
    .as('staff')
    .call(routes.companies.listForStaff, { query: { page: '0', sort: 'name' } })
  const page = await visit('staff', '/staff/tickets?status=waiting&sort=-dateCreated', {
    width: 360,
  })
  await page.getByRole('button', { name: 'Süz', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Talepleri süz' })
  const { tickets } = await portal
    .as('staff')
    .call(routes.tickets.list, { query: { page: '0', search: title } })
  const row = tickets[0]
  await dialog.getByLabel('Firma', { exact: true }).selectOption(row?.company ?? '')
  const model = dialog.getByLabel('Model')
  await model.selectOption({ index: 1 + (await optionOf(model, row?.machineName ?? '')) })
  await dialog.getByRole('button', { name: 'Uygula' }).click()
  await expect(page.getByRole('button', { name: 'Süz (2)' })).toBeVisible()
  await expect(ticketLink(page, title)).toBeVisible()
  await expect(page.getByRole('button', { name: `Firma ${row?.companyName} kaldır` })).toBeVisible()
  expect(companies.length).toBeGreaterThan(1)
})

const optionOf = async (select: ReturnType<Page['getByLabel']>, name: string) => {
  await expect(select.locator('option').nth(1)).toBeAttached()
  const labels = await select.locator('option').allInnerTexts()
  return labels.slice(1).findIndex(label => label.includes(name))
}

test('page size, order and hidden columns are remembered in the browser', async ({ visit }) => {
  const page = await visit('staff', '/staff/tickets')
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await page.getByLabel('Sayfa başına kayıt').selectOption('10')
  await page.getByRole('columnheader', { name: 'Konu' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=-?title/)
  await page.getByRole('button', { name: 'Sütunlar' }).click()
  await page.getByRole('dialog').getByLabel('Sorumlu').uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Sorumlu' })).toHaveCount(0)

  await page.goto('/staff/tickets')
  await expect(page.getByRole('columnheader', { name: 'Konu' })).toHaveAttribute(
    'aria-sort',
    /ascending|descending/,
  )
  await expect(page.getByRole('rowheader')).toHaveCount(10)
  await expect(page.getByRole('columnheader', { name: 'Firma' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Sorumlu' })).toHaveCount(0)
  await page.goto('/staff/tickets?status=waiting')
  await expect(page.getByRole('columnheader', { name: 'Konu' })).not.toHaveAttribute(
    'aria-sort',
    /ascending|descending/,
  )
})
