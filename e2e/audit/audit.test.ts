import { readFile } from 'node:fs/promises'
import { routes } from '#contract/routes.ts'
import { expect, test } from '../support/visit.ts'

test('an administrator sees in the audit what was done and what was refused', async ({
  visit,
  portal,
}) => {
  const name = `Denetlenen ${Math.random().toString(36).slice(2)}`
  await portal.as('admin').call(routes.companies.create, { body: { name } })
  await expect(
    portal.as('staff').call(routes.companies.create, { body: { name: `${name} olmaz` } }),
  ).rejects.toThrow(/403/)
  const page = await visit('admin', '/')
  await page.getByRole('navigation').getByRole('link', { name: 'Denetim kaydı' }).click()
  const row = (text: string) =>
    page.getByRole('row').filter({ has: page.getByText(text, { exact: true }) })
  await expect(row(name)).toContainText('Firma ekledi')
  await expect(row(`${name} olmaz`)).toContainText('Reddedildi: yetkisi yok')
})

test('the audit can show refusals only, and the URL keeps the filter', async ({
  visit,
  portal,
}) => {
  const name = `Yasak ${Math.random().toString(36).slice(2)}`
  await portal.as('admin').call(routes.companies.create, { body: { name: `${name} olur` } })
  await expect(
    portal.as('staff').call(routes.companies.create, { body: { name } }),
  ).rejects.toThrow(/403/)
  const page = await visit('admin', '/admin/audit', { language: 'en' })
  await page.getByText('Refused', { exact: true }).first().click()
  await expect(page).toHaveURL(/outcome=refused/)
  await page.reload()
  await expect(page.getByText(name, { exact: true })).toBeVisible()
  await expect(page.getByText(`${name} olur`)).toHaveCount(0)
})

test('the audit names the new status of a ticket', async ({ visit, portal }) => {
  const { tickets } = await portal
    .as('staff')
    .call(routes.tickets.list, { query: { status: 'open', page: '0', size: '1' } })
  const [ticket] = tickets
  for (const status of ['closed', 'archived'] as const)
    await portal
      .as('staff')
      .call(routes.tickets.change, { params: { ticket: ticket?._id ?? '' }, body: { status } })
  const page = await visit('admin', '/admin/audit?action=tickets.change')
  const rows = page.getByRole('row').filter({ hasText: ticket?.title ?? '' })
  await expect(rows.first()).toContainText('Arşiv')
  await expect(rows.nth(1)).toContainText('Kapalı')
})

test('the audit is filtered by action and by time', async ({ visit, portal }) => {
  await portal.as('admin').call(routes.companies.create, { body: { name: 'Süzülen' } })
  const page = await visit('admin', '/admin/audit', { language: 'en' })
  await page.getByLabel('Filter by action').selectOption('Added a company')
  await page.getByLabel('Filter by time').selectOption('Last 24 hours')
  await expect(page).toHaveURL(/action=companies.create.*period=day/)
  await expect(page.getByRole('rowheader').first()).toContainText('Added a company')
})

test('the audit is downloaded as CSV with its filter', async ({ visit, portal }) => {
  const name = `İndirilen ${Math.random().toString(36).slice(2)}`
  await portal.as('admin').call(routes.companies.create, { body: { name } })
  const page = await visit('admin', '/admin/audit?action=companies.create')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'CSV olarak indir' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('denetim.csv')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(name)
  expect(text).not.toContain('Oturum açtı')
})

test('when nothing matches the filter, the search remains and the filter can be cleared', async ({
  visit,
  portal,
}) => {
  await portal.as('admin').call(routes.companies.create, { body: { name: 'Süzülmeyen' } })
  const page = await visit('admin', '/admin/audit?action=mails.discard&outcome=refused')
  await expect(page.getByText('Bu filtreye uyan kayıt yok')).toBeVisible()
  await expect(page.getByRole('search').getByLabel('0 kayıtta ara')).toBeVisible()
  await page.getByRole('button', { name: 'Filtreleri temizle' }).click()
  await expect(page.getByText('Süzülmeyen').first()).toBeVisible()
  await expect(page).not.toHaveURL(/action|outcome/)
})

test('the audit names a platform administrator who was added and removed on the server, and the command', async ({
  visit,
  portal,
}) => {
  const email = `isletmen-${Math.random().toString(36).slice(2)}@tezgah.test`
  for (const verb of ['add', 'remove']) await portal.command('operator', verb, email)
  const page = await visit('admin', '/admin/audit')
  const rows = page.getByRole('row').filter({ hasText: email })
  await expect(rows.first()).toContainText('Platform yöneticisini çıkardı')
  await expect(rows.nth(1)).toContainText('Platform yöneticisi ekledi')
  await expect(rows.first()).toContainText('Sunucuda çalıştırılan komut')
})

test('staff have no audit', async ({ visit }) => {
  const page = await visit('staff', '/admin/audit')
  await expect(page).toHaveURL(/\/403\?/)
})
