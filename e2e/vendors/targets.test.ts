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

for (const { language, width, ...t } of [
  {
    language: 'tr',
    width: 360,
    open: 'Yanıt hedefleri ve çalışma saatleri',
    first: 'Normal: ilk yanıt',
    hours: '2 saat',
    opens: 'Cumartesi, başlangıç',
    closes: 'Cumartesi, bitiş',
    required: 'Bu alan zorunlu.',
    daysOff: 'Çalışılmayan başka günler',
    wrongDay: 'Her satıra bir gün yazın (örneğin 31/12/2026).',
    save: 'Kaydet',
    done: 'Güncelleme başarılı.',
    left: /^(2 saat|1 saat) kaldı$/,
    details: 'Talep bilgileri',
    expect: /^En geç \d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/,
  },
  {
    language: 'en',
    width: 1_280,
    open: 'Response targets and working hours',
    first: 'Normal: first answer',
    hours: '2 hours',
    opens: 'Saturday, from',
    closes: 'Saturday, until',
    required: 'This field is required.',
    daysOff: 'Other days off',
    wrongDay: 'Write one day on each line (such as 31/12/2026).',
    save: 'Save',
    done: 'Update successful.',
    left: /^(2 hours|1 hour) left$/,
    details: 'Ticket details',
    expect: /^By \d\d-\d\d-\d{4} \d\d:\d\d:\d\d$/,
  },
] as const)
  test(`an administrator sets a target and the hours of a day, and team and customer see what is due: ${language}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const set = (body: Targets) => portal.as('admin').call(routes.vendors.changeTargets, { body })
    const before = await portal.as('admin').call(routes.vendors.targets)
    await set(noTargets)
    try {
      const page = await visit('admin', '/admin/settings', { language, width })
      await page.getByRole('link', { name: t.open }).click()
      await page.getByLabel(t.first).selectOption({ label: t.hours })
      await page.getByLabel(t.closes).fill('')
      await page.getByLabel(t.daysOff).fill('31/12/2026\n30/02/2027')
      await page.getByRole('button', { name: t.save }).click()
      await expect(page.getByText(t.required)).toBeVisible()
      await expect(page.getByText(t.wrongDay)).toBeVisible()
      await page.getByLabel(t.closes).fill('23:30')
      await page.getByLabel(t.daysOff).fill('31/12/2026')
      await page.getByRole('button', { name: t.save }).click()
      await expect(page.getByText(t.done)).toBeVisible()
      expect(await findAccessibilityViolations(page)).toEqual([])
      const targets = await portal.as('admin').call(routes.vendors.targets)
      expect([targets.normal, targets.days[5], targets.daysOff]).toEqual([
        { first: 120, next: null },
        { opens: '00:00', closes: '23:30' },
        ['2026-12-31'],
      ])

      await set({ ...noTargets, normal: { first: 120, next: null } })
      const { company, ticket, title } = await openTicket(portal)
      const list = await visit('staff', '/staff/tickets', { language, width })
      const row = list.getByRole(width < 600 ? 'listitem' : 'row').filter({ hasText: title })
      await expect(row.getByText(t.left)).toBeVisible()
      const own = await visit('customer', `/account/${company}/tickets/${ticket}`, {
        language,
        width,
      })
      if (width < 600) await own.getByText(t.details, { exact: true }).click()
      await expect(own.getByText(t.expect)).toBeVisible()
    } finally {
      await set(before)
    }
  })
