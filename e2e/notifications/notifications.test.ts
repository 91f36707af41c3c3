import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signIn } from '../support/sign-in.ts'
import { expect, test } from '../support/visit.ts'

const bell = (page: Page) => page.getByRole('button', { name: /^Bildirimler(: |$)/ })
const icon = (page: Page) => page.locator('link[rel=icon]')
const answer = { contents: 'Contayı değiştirin.' }

test('a customer sees an answer at the bell and in the list, opens it there, and it is read', async ({
  visit,
  portal,
}) => {
  const { ticket, title, company } = await openTicket(portal)
  // an earlier visit
  await portal.as('customer').call(routes.notifications.read, { body: { ticket } })
  await portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: answer })
  const page = await visit('customer', `/account/${company}/tickets`)
  await expect(bell(page)).toHaveAccessibleName(/okunmamış/)
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await expect(icon(page)).toHaveAttribute('href', '/favicon-unread.svg')
  expect((await page.request.get('/favicon-unread.svg')).headers()['content-type']).toContain(
    'image/svg+xml',
  )
  await expect(page.getByRole('row', { name: title }).getByText('okunmamış')).toBeAttached()

  await bell(page).click()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.locator('#bell').getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText(answer.contents)).toBeInViewport()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Son ziyaretinizden beri yeni' }),
  ).toBeVisible()
  await expect
    .poll(
      async () =>
        (await portal.as('customer').call(routes.notifications.list)).notifications.find(
          each => each.ticket === ticket,
        )?.isRead,
    )
    .toBe(true)
  await portal.as('customer').call(routes.notifications.read, { body: {} })
  await page.reload()
  await expect(page).not.toHaveTitle(/^\(/)
  await expect(icon(page)).toHaveAttribute('href', '/favicon.svg')
})

test('a user opens all notifications from the bell, reads one there and marks the others as read', async ({
  visit,
  portal,
}) => {
  const [first, second] = [await openTicket(portal), await openTicket(portal)]
  for (const { ticket } of [first, second])
    await portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: answer })
  const page = await visit('customer', '/')
  await expect(bell(page)).toHaveAccessibleName(/okunmamış/)
  await bell(page).click()
  await page.getByRole('link', { name: 'Tüm bildirimler' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bildirimler' })).toBeVisible()
  await expect(page.locator('#bell')).toBeHidden()
  const unread = page.getByRole('region', { name: 'Okunmamış' })
  const read = page.getByRole('region', { name: 'Okunmuş' })
  await expect(unread.getByRole('link', { name: second.title })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await unread.getByRole('link', { name: first.title }).click()
  await expect(page.getByText(answer.contents)).toBeInViewport()
  await page.goBack()
  await expect(read.getByRole('link', { name: first.title })).toBeVisible()
  await expect(unread.getByRole('link', { name: first.title })).toHaveCount(0)

  await page.getByRole('button', { name: 'Tümünü okundu say' }).click()
  await expect(unread).toHaveCount(0)
  await expect(read.getByRole('link', { name: second.title })).toBeVisible()
  await expect(page).not.toHaveTitle(/^\(/)
})

test('the name of the bell has the number that it shows', async ({ visit, portal }) => {
  const { ticket } = await openTicket(portal)
  await portal
    .as('staff')
    .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Hangi alarm?' } })
  for (const language of ['tr', 'en'] as const) {
    const page = await visit('customer', '/accounts', { language })
    const bell = page.getByRole('button', { name: /^Bildirimler: \d|^Notifications: unread on \d/ })
    await expect(bell).toBeVisible()
    const shown = (await bell.textContent()) ?? ''
    expect(shown).toMatch(/\d/)
    await expect(bell).toHaveAccessibleName(new RegExp(`\\b${shown.trim()}\\b`))
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
})

test('a muted ticket is marked in the list while its answer has not been seen', async ({
  visit,
  portal,
}) => {
  const { ticket, title, company, path } = await openTicket(portal)
  const customer = portal.as('customer')
  await customer.call(routes.notifications.follow, {
    params: { ticket },
    body: { following: 'mute' },
  })
  await customer.call(routes.notifications.read, { body: { ticket } })
  await portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: answer })
  const page = await visit('customer', `/account/${company}/tickets`)
  const mark = page.getByRole('row', { name: title }).getByText('okunmamış')
  await expect(mark).toBeAttached()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'Son ziyaretinizden beri yeni' }),
  ).toBeVisible()
  await expect
    .poll(
      async () =>
        (await customer.call(routes.tickets.getOfAccount, { params: { company, ticket } }))
          .isUnread,
    )
    .toBe(false)
  await page.goto(`/account/${company}/tickets`)
  await expect(page.getByRole('row', { name: title })).toBeVisible()
  await expect(mark).toHaveCount(0)
  await page.goto(path)
  await expect(page.getByText(answer.contents)).toBeVisible()
  await expect(page.getByText('Son ziyaretinizden beri yeni')).toHaveCount(0)
})

test('a user follows and mutes a ticket beside its facts, where the team sees who follows it', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path)
  await page.getByRole('combobox', { name: 'Bildirimler' }).selectOption('Sessize al')
  await expect(page.getByText('Bu talep artık size bildirilmeyecek.')).toBeVisible()
  const read = () =>
    portal.as('customer').call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect((await read()).following).toBe('mute')

  await portal.as('staff').call(routes.notifications.follow, {
    params: { ticket },
    body: { following: 'follow' },
  })
  await portal.as('customer').call(routes.notifications.follow, {
    params: { ticket },
    body: { following: 'follow' },
  })
  const team = await visit('admin', `/admin/companies/${company}/tickets/${ticket}`)
  await expect(team.getByText(/^Takip edenler: .+ ve .+$/)).toBeVisible()
})

test('a colleague chooses what is told by mail, and of which companies', async ({
  visit,
  portal,
}) => {
  const staff = { token: await portal.signIn('staff@demo.test') }
  const page = await visit(staff, '/settings/notifications')
  const closed = page.getByRole('checkbox', { name: 'Talep kapatıldı: e-posta' })
  await expect(closed).toBeChecked()
  await closed.click()
  await expect(closed).not.toBeChecked()
  await page.getByRole('radio', { name: 'Seçtiğim firmaların talepleri' }).click()
  const company = page.getByRole('group', { name: 'Firmalar' }).getByRole('checkbox').first()
  await company.click()
  await expect(company).toBeChecked()
  expect(await findAccessibilityViolations(page)).toEqual([])
  const { kinds, scope, companies } = await portal
    .as('staff')
    .call(routes.notifications.preferences)
  expect([
    kinds.find(({ kind }) => kind === 'ticket.closed')?.mail,
    scope,
    companies.length,
  ]).toEqual([false, 'companies', 1])
  await portal
    .as('staff')
    .call(routes.notifications.setScope, { body: { scope: 'mine', companies: [] } })
})

test('companies that a colleague ticks quickly are all stored, and shown at once', async ({
  visit,
  portal,
}) => {
  const as = portal.as('staff')
  const page = await visit('staff', '/settings/notifications')
  await page.getByRole('radio', { name: 'Seçtiğim firmaların talepleri' }).click()
  await expect
    .poll(async () => (await as.call(routes.notifications.preferences)).scope)
    .toBe('companies')
  const release = await holdRequests(page, '**/user/preference/scope')
  const group = page.getByRole('group', { name: 'Firmalar' })
  const ticked = [group.getByRole('checkbox').nth(0), group.getByRole('checkbox').nth(1)]
  for (const company of ticked) await company.click()
  for (const company of ticked) await expect(company).toBeChecked()
  release()
  await expect
    .poll(async () => (await as.call(routes.notifications.preferences)).companies.length)
    .toBe(2)
  for (const company of ticked) await expect(company).toBeChecked()
  await group.getByRole('textbox').fill('yokböylefirma')
  await expect(group.getByText('Aramanıza uyan firma yok.')).toBeVisible()
  await as.call(routes.notifications.setScope, { body: { scope: 'mine', companies: [] } })
})

const forged = (kinds: string) => `a1b2c3.${kinds}.${'A'.repeat(43)}`

test('an unsubscribe link that is damaged says so, and leads to the settings', async ({
  visit,
}) => {
  const page = await visit(null, '/unsubscribe?token=abc')
  await expect(page.getByText('Bu bağlantı eksik ya da bozuk.')).toBeVisible()
  await page.getByRole('link', { name: 'Bildirim ayarları' }).click()
  await expect(page).toHaveURL(/\/login\?from=%2Fsettings%2Fnotifications$/)
})

test('an unsubscribe link names its kinds in the language of its mail, and a forged one changes nothing', async ({
  visit,
}) => {
  const page = await visit(
    null,
    `/unsubscribe?token=${forged('ticket.answered-ticket.closed')}&language=en`,
    {
      allowedConsole: /status of 400/,
    },
  )
  await expect(page.getByRole('heading', { name: 'Turn off mails' })).toBeVisible()
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    'Answers of the support team',
    'Closed tickets',
  ])
  await page.getByRole('button', { name: 'Turn off mails' }).click()
  await expect(page.getByText('This link is not valid.')).toBeVisible()
})

test('a mailed link leads a signed-out reader through the sign-in to its message', async ({
  visit,
  portal,
}) => {
  const { ticket, path, title } = await openTicket(portal)
  const ids: string[] = []
  for (let i = 1; i <= 25; i++) {
    const body = { contents: `Adım ${i}: conta, yağ ve filtreyi sırayla kontrol edin.` }
    ids.push(
      (await portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body }))._id,
    )
  }
  const page = await visit(null, `${path}#${ids[1]}`)
  await signIn(page, 'customer@demo.test')
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('Adım 2:')).toBeInViewport()
  await expect(page.getByText('Adım 25:')).not.toBeInViewport()
})
