import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { TicketStatus } from '#contract/tickets.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)
const change = (portal: DemoPortal, ticket: string, status: TicketStatus) =>
  portal.as('staff').call(routes.tickets.change, { params: { ticket }, body: { status } })
const setReopenDays = (portal: DemoPortal, reopenDays: number) =>
  portal.as('admin').call(routes.vendors.changeSettings, { body: { reopenDays } })

test('a customer reads beside the composer that a message reopens the ticket, and it does', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  await change(portal, ticket, 'closed')
  const page = await visit('customer', path)
  const note = 'Mesajınız talebi yeniden açar.'
  await expect(page.getByText(note)).toBeVisible()
  await expect(composer(page)).toHaveAccessibleDescription(note)
  await composer(page).fill('Yine akıyor.')
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText('Ayşe Yılmaz talebi yeniden açtı')).toBeVisible()
  await expect(page.getByText(note)).toHaveCount(0)
})

for (const { role, area, language, width, texts } of [
  { role: 'admin', area: 'admin/companies', language: 'tr', width: 1_280 },
  { role: 'staff', area: 'staff/companies', language: 'en', width: 360 },
  { role: 'customer', area: 'account', language: 'tr', width: 360 },
].map(each => ({
  ...each,
  texts:
    each.language === 'tr'
      ? {
          close: 'Talebi kapat',
          reopen: 'Yeniden aç',
          archive: 'Talebi arşivle',
          unarchive: 'Arşivden çıkar',
          done: 'Talep yeniden açıldı.',
        }
      : {
          close: 'Close ticket',
          reopen: 'Reopen',
          archive: 'Archive ticket',
          unarchive: 'Unarchive',
          done: 'Ticket reopened.',
        },
}))) {
  test(`${role} closes and reopens a ticket, archives and unarchives it: ${language}, ${width} pixels`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket, title } = await openTicket(portal)
    const page = await visit(role as 'admin', `/${area}/${company}/tickets/${ticket}`, {
      language: language as 'tr',
      width,
    })
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toContainText(title)
      await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await press(texts.close)
    await press(texts.reopen)
    await expect(page.getByText(texts.done)).toBeVisible()
    await press(texts.close)
    await press(texts.archive)
    await expect(composer(page)).toHaveCount(0)
    await press(texts.unarchive)
    await expect(composer(page)).toBeVisible()
    const events = await conversation(page)
      .locator('[data-kind]')
      .evaluateAll(all => all.map(each => (each as HTMLElement).dataset.kind))
    expect(events).toEqual(['opened', 'closed', 'reopened', 'closed', 'archived', 'reopened'])
  })
}

test('a customer cannot take back what the team has archived, and is offered a new ticket', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  await change(portal, ticket, 'closed')
  await change(portal, ticket, 'archived')
  const page = await visit('customer', path, { language: 'en' })
  await expect(
    page.getByText('This ticket is archived; no new messages can be written.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unarchive' })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link', { name: 'New ticket' })).toBeVisible()
})

test('on a ticket closed too long ago a customer writes to the team, or continues in a new ticket that leads to it and back', async ({
  visit,
  portal,
}) => {
  const { path, ticket, number, title } = await openTicket(portal)
  const name = `#${number} ${title}`
  const page = await visit('customer', path, { language: 'en' })
  await composer(page).fill('It leaks again')
  await setReopenDays(portal, 0)
  try {
    await change(portal, ticket, 'closed')
    await page.reload()
    await expect(page.getByText('You can still write here, or open a new ticket')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reopen' })).toHaveCount(0)
    await expect(composer(page)).toHaveValue('It leaks again')
    await expect(composer(page)).toHaveAccessibleDescription(
      'The support team sees your message, and the ticket stays closed.',
    )
    await composer(page).press('Control+Enter')
    await expect(conversation(page).getByText('It leaks again')).toBeVisible()
    await expect(page.getByText('Sending')).toHaveCount(0)
    const team = await visit('staff', `/staff/tickets?status=waiting&search=%23${number}`, {
      language: 'en',
    })
    await expect(team.getByRole('row', { name: title })).toContainText('Closed')

    await page.getByRole('main').getByRole('link', { name: 'New ticket' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: title })).toBeVisible()
    await expect(page.getByLabel('Machine', { exact: true })).not.toHaveValue('')
    await page.getByLabel('Title').fill(`${title} again`)
    await page.getByLabel('Message').fill('It leaks again')
    await page.getByRole('button', { name: 'Send the ticket' }).click()
    await expect(page.getByRole('heading', { name: `${title} again` })).toBeVisible()
    await page.getByRole('complementary').getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(
      page.getByRole('complementary').getByRole('link', { name: `${title} again` }),
    ).toBeVisible()
  } finally {
    await setReopenDays(portal, 14)
  }
})

test('an administrator sets for how many days customers may reopen a ticket', async ({
  visit,
  portal,
}) => {
  const page = await visit('admin', '/')
  await page.getByRole('link', { name: 'Ayarlar' }).click()
  const days = page.getByLabel('Yeniden açma süresi (gün)')
  await expect(days).toHaveValue('14')
  for (const [value, problem] of [
    ['iki hafta', 'Bir tam sayı olmalı.'],
    ['-1', 'En az 0 olmalı.'],
    ['366', 'En çok 365 olabilir.'],
  ] as const) {
    await days.fill(value)
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect(page.getByText(problem)).toBeVisible()
    await expect(days).toBeFocused()
  }
  try {
    await days.fill('30')
    await page.getByRole('button', { name: 'Kaydet' }).click()
    await expect(page.getByText('Güncelleme başarılı.')).toBeVisible()
    await page.reload()
    await expect(days).toHaveValue('30')
  } finally {
    await setReopenDays(portal, 14)
  }
})

test('staff have no settings', async ({ visit }) => {
  const page = await visit('staff', '/admin/settings')
  await expect(page).toHaveURL(/\/403/)
})
