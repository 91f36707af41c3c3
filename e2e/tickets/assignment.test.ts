import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { hasLoaded } from '../support/loaded.ts'
import { expect, test } from '../support/visit.ts'

for (const { language, width, texts } of [
  {
    language: 'tr',
    width: 360,
    texts: {
      assignee: 'Sorumlu',
      nobody: 'Atanmadı',
      take: 'Üstlen',
      me: 'Hüseyin Demir (siz)',
      assigned: 'Talebi üstlendiniz.',
      taken: 'Hüseyin Demir talebi üstlendi',
      unassigned: 'Talebin sorumlusu kaldırıldı.',
      details: 'Talep bilgileri',
    },
  },
  {
    language: 'en',
    width: 1_280,
    texts: {
      assignee: 'Assignee',
      nobody: 'Unassigned',
      take: 'Take it',
      me: 'Hüseyin Demir (you)',
      assigned: 'You took the ticket.',
      taken: 'Hüseyin Demir took the ticket',
      unassigned: 'Ticket unassigned.',
      details: 'Ticket details',
    },
  },
] as const) {
  test(`staff take a ticket with one click, see in the list whose it is, and unassign it: ${language}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket, title } = await openTicket(portal)
    const path = `/staff/companies/${company}/tickets/${ticket}`
    const page = await visit('staff', path, { language, width })
    await page.getByRole('button', { name: texts.take }).click()
    await expect(page.getByText(texts.assigned)).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: texts.taken })).toBeVisible()
    await expect(page.getByRole('button', { name: texts.take })).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    if (width < 600) await page.getByText(texts.details, { exact: true }).click()
    const assignee = page.getByRole('combobox', { name: texts.assignee })
    await expect(assignee.locator('option:checked')).toHaveText(texts.me)

    const list = await visit('staff', '/staff/tickets', { language, width })
    const row = list.getByRole(width < 600 ? 'listitem' : 'row').filter({ hasText: title })
    await expect(row.getByText('Hüseyin Demir')).toBeVisible()

    await assignee.selectOption({ label: texts.nobody })
    await expect(page.getByText(texts.unassigned)).toBeVisible()
    await expect(page.getByRole('button', { name: texts.take })).toBeVisible()
    await expect(row.getByText(texts.nobody)).toBeVisible()
  })
}

test('staff who take a ticket that a colleague has just taken read who has it', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
    allowedConsole: /409/,
  })
  const take = page.getByRole('button', { name: 'Üstlen' })
  await expect(take).toBeVisible()
  await hasLoaded(page, 'ticket') // a request under way could bring the colleague's change
  // The page does not learn of it in time.
  await page.route(`**/staff/ticket/${ticket}`, route =>
    route.request().method() === 'GET' ? undefined : route.continue(),
  )
  const { _id: admin, name: who } = await portal.as('admin').call(routes.sessions.me)
  await portal
    .as('admin')
    .call(routes.tickets.change, { params: { ticket }, body: { assignee: admin } })
  await take.click()
  await expect(page.getByText(`sorumlusu artık ${who}`)).toBeVisible()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  await expect(
    page.getByRole('combobox', { name: 'Sorumlu' }).locator('option:checked'),
  ).toHaveText(who)
  await expect(take).toHaveCount(0)
})

test('of several choices in a row the last one holds, and none is refused', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  const assignee = page.getByRole('combobox', { name: 'Sorumlu' })
  await expect.poll(() => assignee.locator('option').count()).toBeGreaterThan(2)
  const names = await assignee.locator('option').allTextContents()
  for (const label of names.slice(1)) await assignee.selectOption({ label })
  await expect(assignee.locator('option:checked')).toHaveText(names.at(-1) ?? '')
  await expect
    .poll(async () => {
      const { assigneeName } = await portal
        .as('staff')
        .call(routes.tickets.get, { params: { ticket } })
      return assigneeName
    })
    .toBe(names.at(-1))
})

test('a customer sees neither the assignee nor the button that takes a ticket', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const { _id: assignee } = await portal.as('staff').call(routes.sessions.me)
  await portal.as('staff').call(routes.tickets.change, { params: { ticket }, body: { assignee } })
  const page = await visit('customer', path)
  await expect(page.getByText('Seri no')).toBeVisible()
  await expect(page.getByText('Sorumlu', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Üstlen' })).toHaveCount(0)
})

for (const { language, setting, onReply, save, saved, write, assignee, me } of [
  {
    language: 'tr',
    setting: 'Yanıtlayana atama',
    onReply: 'İlk yanıtlayana atansın',
    save: 'Kaydet',
    saved: 'Güncelleme başarılı.',
    write: 'Mesaj yazın',
    assignee: 'Sorumlu',
    me: 'Hüseyin Demir (siz)',
  },
  {
    language: 'en',
    setting: 'Assign on reply',
    onReply: 'To the first who answers',
    save: 'Save',
    saved: 'Update successful.',
    write: 'Write a message',
    assignee: 'Assignee',
    me: 'Hüseyin Demir (you)',
  },
] as const)
  test(`an administrator has tickets assigned to the first colleague who answers: ${language}`, async ({
    visit,
    portal,
  }) => {
    const { company, ticket } = await openTicket(portal)
    const admin = await visit('admin', '/admin/settings', { language, width: 360 })
    await admin.getByLabel(setting).selectOption(onReply)
    try {
      await admin.getByRole('button', { name: save }).click()
      await expect(admin.getByText(saved)).toBeVisible()
      const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
        language,
      })
      await page.getByLabel(write).fill('Bakıyoruz.')
      await page.getByLabel(write).press('Control+Enter')
      await expect(
        page.getByRole('combobox', { name: assignee }).locator('option:checked'),
      ).toHaveText(me)
    } finally {
      const body = { assignOnReply: false }
      await portal.as('admin').call(routes.vendors.changeSettings, { body })
    }
  })
