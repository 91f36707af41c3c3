import sharp from 'sharp'
import { routes } from '#contract/routes.ts'
import { emailOf, password } from '../portal/demo-portal.ts'
import { row } from '../portal/file.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { expect, test } from '../support/visit.ts'

test('staff change several tickets at once, and take it back', async ({ visit, portal }) => {
  const word = Math.random().toString(36).slice(2)
  const tickets = [await openTicket(portal, `${word} 1`), await openTicket(portal, `${word} 2`)]
  const page = await visit('staff', `/staff/tickets?search=${word}`, { language: 'en' })
  const rows = page.getByRole('rowheader')
  await expect(rows).toHaveCount(2)
  const boxes = page.getByRole('checkbox', { name: /^Select: / })
  await boxes.first().check()
  await boxes.last().click({ modifiers: ['Shift'] })
  await expect(page.getByText('2 selected')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('combobox', { name: 'Priority' }).selectOption({ label: 'Machine down' })
  await expect(page.getByText('2 tickets changed.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Machine down' })).toHaveCount(2)
  await expect(page.getByText('2 selected')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 tickets are as they were before.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Machine down' })).toHaveCount(0)

  await boxes.first().check()
  await boxes.last().check()
  await page
    .getByRole('region', { name: 'Selected tickets' })
    .getByRole('button', { name: 'Close', exact: true })
    .click()
  await expect(rows).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows).toHaveCount(2)
  for (const { ticket } of tickets) {
    const { status, waitingFor } = await portal
      .as('staff')
      .call(routes.tickets.get, { params: { ticket } })
    expect([status, waitingFor]).toEqual(['open', 'team'])
  }
})

test('of several tickets those that a colleague has closed meanwhile are named, and the others change', async ({
  visit,
  portal,
}) => {
  const word = Math.random().toString(36).slice(2)
  const [first] = [await openTicket(portal, `${word} 1`), await openTicket(portal, `${word} 2`)]
  const page = await visit('staff', `/staff/tickets?search=${word}`, {
    language: 'en',
    allowedConsole: /409|ERR_FAILED|NetworkError/,
  })
  await expect(page.getByRole('rowheader')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all tickets of the page' }).check()
  await page.route(`**/staff/ticket?*`, route => route.abort()) // the page does not learn of it
  await portal
    .as('admin')
    .call(routes.tickets.change, { params: { ticket: first.ticket }, body: { status: 'closed' } })
  await page.getByRole('combobox', { name: 'Snooze' }).selectOption({ index: 1 })
  await expect(page.getByText(/^1 ticket was not changed: /)).toBeVisible()
  await expect(page.getByText('1 ticket changed.')).toBeVisible()
})

test('with keys alone staff walk through the queue, choose, prioritize, close and open a ticket, and write', async ({
  visit,
  portal,
}) => {
  const word = Math.random().toString(36).slice(2)
  const opened = []
  for (const i of [1, 2, 3]) opened.push(await openTicket(portal, `${word} ${i}`))
  const [third, second, first] = opened.toReversed()
  const page = await visit('staff', `/staff/tickets?search=${word}`)
  const link = (title = '') => page.getByRole('link', { name: title, exact: true })
  await expect(link(third?.title)).toBeVisible()
  const keys = (text: string) => page.keyboard.press(text)
  await page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'о', code: 'KeyJ', bubbles: true }), // Cyrillic
    ),
  )
  await expect(link(third?.title)).toBeFocused()
  await keys('j')
  await expect(link(second?.title)).toBeFocused()
  await keys('k')
  await expect(link(third?.title)).toBeFocused()
  const { x, y, width, height } = await row(page, `${word} 3`).evaluate(element =>
    element.getBoundingClientRect().toJSON(),
  )
  const clip = { x, y, width: Math.floor(width), height: Math.floor(height) }
  const { data, info } = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const colorAt = (left: number, top: number) =>
    [...data.subarray(3 * (top * info.width + left))].slice(0, 3)
  const [middle, right] = [Math.floor(clip.height / 2), clip.width - 2]
  expect(colorAt(right, middle), 'the right edge of the outline').toEqual(colorAt(100, 1))
  await keys('p')
  const priority = page.getByRole('combobox', { name: 'Öncelik' })
  await expect(priority).toBeFocused()
  await priority.selectOption({ label: 'Makine duruyor' })
  await expect(page.getByRole('row').filter({ hasText: 'Makine duruyor' })).toHaveCount(1)
  await expect(link(third?.title)).toBeFocused()
  await keys('e')
  await expect(link(third?.title)).toHaveCount(0)
  await expect(link(second?.title)).toBeFocused()
  await keys('x')
  await expect(page.getByText('1 talep seçildi')).toBeVisible()
  await keys('Escape')
  await expect(page.getByText('1 talep seçildi')).toHaveCount(0)
  await keys('j')
  await expect(link(first?.title)).toBeFocused()
  await keys('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(`${word} 1`)
  await keys('r')
  await expect(page.getByRole('textbox', { name: 'Mesaj yazın' })).toBeFocused()
  await page.keyboard.type('jkea?')
  await expect(page.getByRole('textbox', { name: 'Mesaj yazın' })).toHaveValue('jkea?')
})

test('a letter after the list of colleagues was left assigns the ticket to nobody, and is a key of the page again', async ({
  visit,
  portal,
}) => {
  const { ticket, title } = await openTicket(portal)
  const page = await visit('staff', `/staff/tickets?search=${encodeURIComponent(title)}`)
  const link = page.getByRole('link', { name: title, exact: true })
  await expect(link).toBeVisible()
  for (const key of ['j', 'a']) await page.keyboard.press(key)
  const choice = page.getByRole('combobox', { name: 'Ata' })
  await expect(choice).toBeFocused()
  await page.keyboard.press('Escape')
  for (const name of ['m', 'h', 'd']) await page.keyboard.press(name)
  await expect(choice).toHaveValue('')
  await page.keyboard.press('j')
  await expect(link).toBeFocused()
  const { assignee } = await portal.as('staff').call(routes.tickets.get, { params: { ticket } })
  expect(assignee).toBeNull()
})

test('staff answer a ticket and open the next one of their list with one key', async ({
  visit,
  portal,
}) => {
  const word = Math.random().toString(36).slice(2)
  const first = await openTicket(portal, `${word} 1`)
  const second = await openTicket(portal, `${word} 2`)
  const page = await visit('staff', `/staff/tickets?status=waiting&search=${word}`)
  await page.getByRole('link', { name: first.title, exact: true }).click()
  const field = page.getByRole('textbox', { name: 'Mesaj yazın' })
  await field.fill('Yarın geliyoruz.')
  await page.getByLabel('Gönderme seçenekleri').selectOption('Gönder ve sıradakine geç')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(second.title)
  await page.keyboard.press('r')
  await page.keyboard.type('Parça yolda.')
  await page.keyboard.press('Control+Shift+Enter')
  await expect(page.getByText('Listede başka talep yok.')).toBeVisible()
  for (const [{ ticket }, text] of [
    [first, 'Yarın geliyoruz.'],
    [second, 'Parça yolda.'],
  ] as const) {
    const { conversation } = await portal
      .as('staff')
      .call(routes.tickets.get, { params: { ticket } })
    expect(conversation.map(({ message }) => message)).toEqual(['Piston altında yağ var.', text])
  }
})

test('staff sign in and answer five tickets with twenty-five keys at most, beside the texts', async ({
  visit,
  portal,
}) => {
  for (let i = 0; i < 5; i++) await openTicket(portal)
  const page = await visit(null, '/login')
  let keys = 0
  const press = async (key: string) => {
    keys++
    await page.keyboard.press(key)
  }
  await page.getByLabel('E-posta').fill(emailOf('staff'))
  await press('Tab')
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await press('Enter')
  await expect(page.getByRole('heading', { name: 'Firmalar' })).toBeVisible()
  await press('q')
  await expect(page.getByRole('rowheader').first()).toContainText('#')
  await press('j')
  await press('Enter')
  const answered = new Set<string>()
  for (let i = 0; i < 5; i++) {
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).not.toHaveText([...answered].at(-1) ?? 'Talepler')
    await expect(title).toContainText('#')
    answered.add(await title.innerText())
    await press('r')
    await page.keyboard.type(`Yanıt ${i}`)
    await press('Control+Shift+Enter')
  }
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText([...answered].at(-1) ?? '')
  expect(answered.size).toBe(5)
  expect(keys).toBeLessThanOrEqual(25)
})

test('the keys are listed by ? and in the menu of the user, who can turn them off', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/tickets')
  await expect(page.getByRole('rowheader').first()).toBeVisible()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Klavye kısayolları' })
  await expect(dialog.getByText('J', { exact: true })).toBeVisible()
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    const heights = await dialog
      .locator('kbd')
      .evaluateAll(keys => keys.map(key => key.getBoundingClientRect().height))
    expect(new Set(heights).size, 'keys in one line').toBe(1)
  }
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  const room = await page
    .locator('header a > span')
    .first()
    .evaluate(name => {
      const baseline = name.appendChild(document.createElement('i'))
      baseline.style.display = 'inline-block'
      const { bottom } = baseline.getBoundingClientRect()
      baseline.remove()
      const size = Number.parseFloat(getComputedStyle(name).fontSize)
      return (name.getBoundingClientRect().bottom - bottom) / size
    })
  expect(room, "em below the vendor's name, for the descenders").toBeGreaterThan(0.25)
  await page.setViewportSize({ width: 1280, height: 800 })
  await dialog.getByLabel('Tek tuşlu kısayollar açık').uncheck()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('j')
  await expect(dialog).toBeHidden()
  expect(await page.evaluate(() => document.activeElement?.closest('table'))).toBeNull()
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Klavye kısayolları' }).click()
  await dialog.getByLabel('Tek tuşlu kısayollar açık').check()
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(page.getByRole('rowheader').first().getByRole('link')).toBeFocused()
})
