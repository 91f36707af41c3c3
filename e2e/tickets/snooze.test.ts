import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

/** By the clock of the browsers, whose day begins before that of the tests. */
const formatDay = (days: number, locale: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { timeZone: 'Europe/Istanbul', ...options }).format(
    Date.now() + days * 86_400_000,
  )

const day = (days: number) =>
  formatDay(days, 'en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' })

const shortDay = (days: number) => formatDay(days, 'tr-TR', { day: 'numeric', month: 'short' })

test('staff put a ticket off until tomorrow, find it among the snoozed ones, and end that', async ({
  visit,
  portal,
}) => {
  const { company, ticket, title } = await openTicket(portal)
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { width: 360 })
  await page.getByText('Talep bilgileri', { exact: true }).click()
  const choice = page.getByRole('combobox', { name: 'Erteleme' })
  const morning = `${day(1)} - 08:00`
  await expect(choice.locator('option').filter({ hasText: '30 gün sonra: ' })).toContainText(
    ' · yanıt zamanından sonra',
  )
  const tomorrow = choice.locator('option').filter({ hasText: `Yarın: ${morning}` })
  await choice.selectOption((await tomorrow.getAttribute('value')) ?? '')
  await expect(page.getByText('Talep ertelendi.')).toBeVisible()
  await expect(choice.locator('option:checked')).toHaveText(morning)
  const written = `${day(1).replaceAll('/', '-')} 08:00:00`
  await expect(page.getByText(`talebi erteledi: ${written}`)).toBeVisible()

  const list = await visit('staff', '/staff/tickets?status=snoozed', { width: 360 })
  const row = list.getByRole('listitem').filter({ hasText: title })
  await expect(row.getByText(`${shortDay(1)} 08:00`)).toBeVisible()
  await choice.selectOption({ label: 'Ertelemeyi kaldır' })
  await expect(page.getByText('Erteleme kaldırıldı.')).toBeVisible()
  await expect(row).toBeHidden()
})

test('staff choose the day until which a ticket is put off; a past one is refused and can be corrected', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const path = `/staff/companies/${company}/tickets/${ticket}`
  const page = await visit('staff', path, { allowedConsole: /400/ })
  const choice = page.getByRole('combobox', { name: 'Erteleme' })
  await choice.selectOption({ label: 'Gün seç…' })
  const dialog = page.getByRole('dialog', { name: 'Talep hangi güne ertelensin?' })
  await dialog.getByLabel('Gün', { exact: true }).fill(day(-1))
  await dialog.getByRole('button', { name: 'Ertele', exact: true }).click()
  await expect(dialog.getByText('Bir talep ancak ileri bir zamana ertelenebilir.')).toBeVisible()
  await expect(dialog.getByText('Yanıt zamanı')).toHaveCount(0)
  await dialog.getByLabel('Gün', { exact: true }).fill(day(9))
  await expect(
    dialog.getByText(/^Yanıt zamanı \(.+\) bundan önce; talep bu arada gecikir/),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Ertele', exact: true }).click()
  await expect(dialog).toBeHidden()
  await expect(choice.locator('option:checked')).toHaveText(`${day(9)} - 08:00`)
})

test('an account sees nothing of a snooze', async ({ visit, portal }) => {
  const { company, ticket, title } = await openTicket(portal)
  const team = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const choice = team.getByRole('combobox', { name: 'Erteleme' })
  const tomorrow = choice.locator('option').filter({ hasText: `Yarın: ${day(1)} - 08:00` })
  await choice.selectOption((await tomorrow.getAttribute('value')) ?? '')
  await expect(team.getByText('Talep ertelendi.')).toBeVisible()
  const page = await visit('customer', `/account/${company}/tickets/${ticket}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText(/ertele/i)).toHaveCount(0)
})
