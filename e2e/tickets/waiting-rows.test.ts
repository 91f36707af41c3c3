import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

const texts = {
  tr: { three: '3 yeni', one: '1 yeni', changes: 'Değişiklikleri göster', waits: 'kaldı' },
  en: { three: '3 new', one: '1 new', changes: 'Show changes', waits: 'left' },
} as const

/** The links that open the rows of a list, from the top. */
const names = (page: Page) => page.locator('main [data-opens-row]')

/** Also of rows outside the viewport, which are not rendered and have no inner text. */
const allNames = (page: Page) => names(page).allTextContents()

/** Holds the list as a reader does on this screen: by the wheel on a phone, else by the pointer. */
async function read(page: Page, width: number) {
  if (width === 360) await page.mouse.wheel(0, 300)
  else await names(page).nth(2).hover()
}

for (const { role, width, language } of [
  { role: 'customer', width: 360, language: 'tr' },
  { role: 'staff', width: 1280, language: 'en' },
] as const)
  test(`new tickets wait behind a button while a list is read, and appear by themselves at rest: ${role}, ${width} px`, async ({
    visit,
    portal,
  }) => {
    const t = texts[language]
    const { company, title } = await openTicket(portal)
    const path = role === 'customer' ? `/account/${company}/tickets` : '/staff/tickets'
    const page = await visit(role, path, { language, width })
    const idle = await visit('admin', '/admin/tickets')
    await expect(names(page).first()).toHaveText(title)
    await read(page, width)
    const before = await allNames(page)
    const place = await names(page).nth(2).boundingBox()

    const opened = []
    for (let i = 0; i < 3; i++) opened.unshift((await openTicket(portal)).title)
    const button = page.getByRole('status').getByRole('button', { name: t.three, exact: true })
    await expect(button).toBeInViewport()
    await expect(names(idle).first()).toHaveText(opened[0] ?? '')
    expect(await allNames(page)).toEqual(before)
    expect(await names(page).nth(2).boundingBox()).toEqual(place)
    expect(await findAccessibilityViolations(page)).toEqual([])

    await button.click()
    await expect(names(page).first()).toBeInViewport()
    expect((await allNames(page)).slice(0, 4)).toEqual([...opened, title])
    await expect(button).toHaveCount(0)
    await expect(page.getByRole('region', { name: /Talepler|Tickets/ })).toBeFocused()
  })

test('a row keeps its place and shows its latest state, until the pointer leaves the list', async ({
  visit,
  portal,
}) => {
  const { ticket, title } = await openTicket(portal)
  const page = await visit('staff', '/staff/tickets', { language: 'en' })
  const row = page.getByRole('row').filter({ hasText: title })
  await row.hover()
  const other = await openTicket(portal)
  const button = (name: string) => page.getByRole('status').getByRole('button', { name })
  await expect(button(texts.en.one)).toBeVisible()
  await expect(row).toContainText(texts.en.waits)
  const staff = portal.as('staff')
  await staff.call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Geliyoruz.' } })
  await expect(row).not.toContainText(texts.en.waits)
  await expect(names(page).first()).toHaveText(title)
  await page.mouse.move(0, 0)
  await expect(names(page).first()).toHaveText(other.title)
  await expect(button(texts.en.one)).toHaveCount(0)

  await row.hover()
  await staff.call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
  await expect(button(texts.en.changes).or(button(texts.en.one))).toBeVisible()
  await expect(row).toBeVisible()
  await page.mouse.move(0, 0)
  await expect(row).toHaveCount(0)
})

test('a list that holds the focus waits; a search, another page or order shows what is new', async ({
  visit,
  portal,
}) => {
  const { title } = await openTicket(portal)
  const page = await visit('staff', '/staff/tickets', { width: 1720 })
  await names(page).first().focus()
  await page.keyboard.press('Tab')
  const { title: second } = await openTicket(portal)
  const button = page.getByRole('status').getByRole('button', { name: texts.tr.one, exact: true })
  await expect(button).toBeVisible()
  await expect(names(page).first()).toHaveText(title)
  await page.getByPlaceholder(/kayıtta ara/).focus()
  await expect(names(page).first()).toHaveText(second)

  const sort = page.getByRole('button', { name: 'Açılış', exact: true })
  await sort.click()
  await sort.click()
  await expect(page).toHaveURL(/sort=-dateCreated/)
  const { title: third } = await openTicket(portal)
  await expect(button).toBeVisible()
  await page.getByRole('columnheader', { name: 'Konu' }).getByRole('button').click()
  await expect(page).toHaveURL(/sort=title/)
  await expect(button).toHaveCount(0)
  await sort.focus()
  await sort.press('Enter')
  await sort.press('Enter')
  await expect(names(page).first()).toHaveText(third)
})
