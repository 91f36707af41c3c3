import { createHmac } from 'node:crypto'
import { mailIn } from '#contract/mail-in.ts'
import { routes } from '#contract/routes.ts'
import { type DemoPortal, emailOf, startDemoPortal } from '../portal/demo-portal.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { test as base, expect } from '../support/visit.ts'

// Mails come by the webhook to the address for new tickets;
// `mx.test` has found the customer's authentic.

const secret = 'webhook-secret-of-at-least-32-characters'

const test = base.extend<object, { portal: DemoPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const portal = await startDemoPortal({
        MAIL_IN_URL: `webhook:?domain=reply.test&secret=${secret}`,
        MAIL_IN_TRUST: 'mx.test',
      })
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Sends a mail, and returns it as the administrator's list has it once it is settled. */
async function receive(
  portal: DemoPortal,
  from: string,
  subject: string,
  text: string,
  header = 'X-Mailer: test',
) {
  const raw = `From: ${from}\r\n${header}\r\nTo: localhost@reply.test\r\nSubject: ${subject}\r\nAuthentication-Results: mx.test; dmarc=pass header.from=${from.split('@')[1]}\r\n\r\n${text}\r\n`
  const time = String(Math.floor(Date.now() / 1000))
  const signature = createHmac('sha256', secret)
    .update(`${time}\n/api/v1/mail\n${raw}`)
    .digest('hex')
  const headers = {
    'content-type': 'message/rfc822',
    'x-tezgah-time': time,
    'x-tezgah-signature': signature,
  }
  expect(
    (await fetch(`${portal.url}/api/v1/mail`, { method: 'POST', body: raw, headers })).status,
  ).toBe(202)
  const find = async () =>
    (await portal.as('admin').call(mailIn.list)).received.find(
      mail => mail.subject === subject && mail.state !== 'waiting',
    )
  await expect.poll(find).toBeDefined()
  return (await find()) as NonNullable<Awaited<ReturnType<typeof find>>>
}

test('an administrator reads a held mail, and discards it', async ({ visit, portal }) => {
  await receive(portal, 'yabanci@baska.test', 'Fiyat listesi', 'Fiyat listenizi gonderir misiniz?')
  const page = await visit('admin', '/admin/mail')
  await page.getByRole('link', { name: 'Gelen e-postalara bakın' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Fiyat listesi' })
  await expect(row).toContainText('yabanci@baska.test')
  await expect(row).toContainText('Bekletiliyor')
  await expect(row).toContainText('Göndereni hiçbir firmanın kullanıcısı değil.')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await row.getByRole('button', { name: 'Oku: Fiyat listesi' }).click()
  const reading = page.getByRole('dialog', { name: 'Fiyat listesi' })
  for (const text of [
    'yabanci@baska.test',
    'localhost@reply.test',
    'Göndereni hiçbir firmanın kullanıcısı değil.',
    'Fiyat listenizi gonderir misiniz?',
  ])
    await expect(reading).toContainText(text)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await reading.getByRole('button', { name: 'Yok say' }).click()
  await page
    .getByRole('dialog', { name: 'Bu e-posta yok sayılsın mı?' })
    .getByRole('button', { name: 'Yok say' })
    .click()
  await expect(row).toContainText('Yok sayıldı')
})

test('the list shows the mails of one state, and why a mail is automatic', async ({
  visit,
  portal,
}) => {
  await receive(portal, 'baska@baska.test', 'Teklif', 'Teklif ister misiniz?')
  await receive(portal, emailOf('customer'), 'Izin', 'Izindeyim.', 'Auto-Submitted: auto-replied')
  const page = await visit('admin', '/admin/mail/received')
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Teklif' })).toBeVisible()
  await page.getByLabel('Duruma göre süz').selectOption('Otomatik e-posta')
  await expect(rows.filter({ hasText: 'Teklif' })).toBeHidden()
  await expect(rows.filter({ hasText: 'Izin' })).toContainText('örneğin ofis dışında yanıtı')
  await expect(page).toHaveURL(/status=automatic/)
  await page.getByLabel('Duruma göre süz').selectOption('Geri dönen e-posta')
  await expect(page.getByText('Bu süzgece uyan kayıt yok')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test("the menu counts members' mails that are in no ticket, until they are seen", async ({
  visit,
  portal,
}) => {
  for (const subject of ['Tatil', 'Bayram'])
    await receive(portal, emailOf('staff'), subject, 'Yokum.', 'Auto-Submitted: auto-replied')
  const page = await visit('admin', '/') // a page without the texts of the administrators' pages
  await page.getByRole('link', { name: 'Bakılacak e-postalar' }).click()
  await expect(page).toHaveURL(/\/admin\/mail\/received\?status=open$/)
  const link = page.getByRole('navigation').getByRole('link', { name: 'Bakılacak e-postalar' })
  const before = Number((await link.textContent())?.match(/\d+/)?.[0])
  await expect(page.getByRole('row').filter({ hasText: 'Bayram' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Görüldü say: Tatil' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Tatil' })).toBeHidden()
  await expect(link).toHaveText(new RegExp(`${before - 1}$`))
  await page.getByLabel('Duruma göre süz').selectOption('Otomatik e-posta')
  await expect(page.getByRole('row').filter({ hasText: 'Tatil' })).toContainText('görüldü')
})

test('a message that came by mail shows the whole mail', async ({ visit, portal }) => {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const company = accounts[0]?._id ?? ''
  const { machines } = await portal
    .as('customer')
    .call(routes.machines.listOfAccount, { params: { company } })
  const text = `Makine ${machines[0]?.serialNumber} durdu.\r\n\r\n-- \r\nAyse\r\nTelefon 0212`
  const mail = await receive(portal, emailOf('customer'), 'Makine durdu', text)
  expect(mail.state).toBe('filed')
  const page = await visit('customer', `/account/${company}/tickets/${mail.ticket}`)
  await expect(page.getByText('durdu.').first()).toBeVisible()
  await expect(page.getByText('Telefon 0212')).toBeHidden()
  await page.getByText('Bütün e-postayı göster').click()
  await expect(page.getByText('Telefon 0212')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
})

test('a mail that names no machine becomes a new ticket with its text', async ({
  visit,
  portal,
}) => {
  const mail = await receive(portal, emailOf('customer'), 'Titriyor', 'Sabahtan beri titriyor.')
  expect([mail.state, mail.reason]).toEqual(['answered', 'machineUnknown'])
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const page = await visit('customer', `/account/${accounts[0]?._id}/tickets/new?mail=${mail._id}`)
  await expect(page.getByLabel('Konu')).toHaveValue('Titriyor')
  await expect(page.getByLabel('Mesaj')).toHaveValue('Sabahtan beri titriyor.')
})

test('a member of two companies chooses for which one a mail becomes a ticket', async ({
  visit,
  portal,
}) => {
  const mail = await receive(portal, emailOf('customer'), 'Sallanıyor', 'Sabahtan beri sallanıyor.')
  const { companies } = await portal
    .as('staff')
    .call(routes.companies.listForStaff, { query: { page: '0', size: '2' } })
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const other = companies.find(({ _id }) => _id !== accounts[0]?._id)
  await portal.as('admin').call(routes.users.invite, {
    params: { company: other?._id ?? '' },
    body: { email: emailOf('customer'), name: 'Ayşe', surname: 'Yılmaz' },
  })
  const page = await visit('customer', `/account/${accounts[0]?._id}/tickets/new?mail=${mail._id}`)
  const company = page.getByLabel('Firma', { exact: true })
  await expect(company.locator('option:checked')).toHaveText(accounts[0]?.name ?? '')
  await company.selectOption({ label: other?.name ?? '' })
  await expect(page).toHaveURL(new RegExp(`/account/${other?._id}/tickets/new\\?mail=${mail._id}`))
  await expect(page.getByLabel('Konu')).toHaveValue('Sallanıyor')
  await expect(company.locator('option:checked')).toHaveText(other?.name ?? '')
})

test("a stranger's mail is accepted with the company to which they are invited", async ({
  visit,
  portal,
}) => {
  await receive(portal, 'Usta Basi <usta@baska.test>', 'Yeni makine', 'Merhaba, bir sorum var.')
  const { companies } = await portal.as('admin').call(routes.companies.list)
  const page = await visit('admin', '/admin/mail/received')
  await page.getByRole('button', { name: 'Oku: Yeni makine' }).click()
  const dialog = page.getByRole('dialog', { name: 'Yeni makine' })
  await dialog.getByRole('button', { name: 'Göndereni bu firmaya davet et ve kabul et' }).click()
  await expect(dialog.getByText('Bu alan zorunlu.')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Firma', { exact: true }).selectOption(companies[0]?.name ?? '')
  await dialog.getByRole('button', { name: 'Göndereni bu firmaya davet et ve kabul et' }).click()
  await expect(dialog).toBeHidden()
  const { users } = await portal
    .as('admin')
    .call(routes.users.list, { params: { company: companies[0]?._id ?? '' } })
  expect(users.map(({ email }) => email)).toContain('usta@baska.test')
})
