import { routes } from '#contract/routes.ts'
import type { Targets } from '#contract/targets.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const none = { first: null, next: null }
const noTargets: Targets = {
  timeZone: 'Europe/Istanbul',
  days: Array(7).fill({ opens: '00:00', closes: '24:00' }),
  publicHolidays: false,
  daysOff: [],
  standing: none,
  impaired: none,
  normal: none,
  question: none,
}

test('an administrator sets a target and the hours of a day, and team and customer see what is due', async ({
  visit,
  portal,
}) => {
  const set = (body: Targets) => portal.as('admin').call(routes.vendors.changeTargets, { body })
  const before = await portal.as('admin').call(routes.vendors.targets)
  await set(noTargets)
  try {
    const page = await visit('admin', '/admin/settings', { width: 360 })
    await page.getByRole('link', { name: 'Yanıt hedefleri ve çalışma saatleri' }).click()
    await page.getByLabel('Normal: ilk yanıt').selectOption({ label: '2 saat' })
    await page.getByLabel('Cumartesi, bitiş').fill('')
    await page.getByLabel('Çalışılmayan başka günler').fill('31/12/2026\n30/02/2027')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect(page.getByText('Bu alan zorunlu.')).toBeVisible()
    await expect(page.getByText('Her satıra bir gün yazın (örneğin 31/12/2026).')).toBeVisible()
    await page.getByLabel('Pazartesi, bitiş').fill('25.30')
    await page.getByRole('button', { name: 'Pazartesiyi tüm günlere kopyala' }).click()
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect(page.getByText('Bir saat değil (örneğin 08:30).')).toHaveCount(7)
    await page.getByLabel('Pazartesi, bitiş').fill('23.30')
    await page.getByRole('button', { name: 'Pazartesiyi tüm günlere kopyala' }).click()
    await expect(page.getByText('Bir saat değil (örneğin 08:30).')).toHaveCount(0)
    await page.getByLabel('Çalışılmayan başka günler').fill('31/12/2026')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
    const targets = await portal.as('admin').call(routes.vendors.targets)
    expect([targets.normal, targets.days[5], targets.daysOff]).toEqual([
      { first: 120, next: null },
      { opens: '00:00', closes: '23:30' },
      ['2026-12-31'],
    ])

    await set({ ...noTargets, normal: { first: 120, next: null } })
    const { company, ticket, title } = await openTicket(portal)
    const list = await visit('staff', '/staff/tickets', { width: 360 })
    const row = list.getByRole('listitem').filter({ hasText: title })
    await expect(row.getByText(/^(2 saat|1 saat) kaldı$/)).toBeVisible()
    const own = await visit('customer', `/account/${company}/tickets/${ticket}`, { width: 360 })
    await own.getByText('Talep bilgileri', { exact: true }).click()
    await expect(own.getByText(/^En geç (bugün|yarın|\d\d\.\d\d\.\d{4}) \d\d:\d\d$/)).toBeVisible()
  } finally {
    await set(before)
  }
})
