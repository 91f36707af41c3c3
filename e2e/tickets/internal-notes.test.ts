import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations, findViolationsInBothThemes } from '../support/axe.ts'
import { pressInComposition } from '../support/press-in-composition.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })
const answerField = (page: Page) => page.getByLabel('Mesaj yazın')
const noteField = (page: Page) => page.getByLabel('İç not yazın')

async function expectAccessible(page: Page) {
  // A link that is half below the head of the page counts as a small target.
  await page.evaluate(() => scrollTo({ top: 0 }))
  expect(await findViolationsInBothThemes(page)).toEqual([])
}

test('a note is written beside the answer, with a draft of its own, and only the team sees it', async ({
  visit,
  portal,
}) => {
  const { company, ticket, path } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, { width: 360 })
  const reply = page.getByRole('button', { name: /^Müşteriye yanıt/ })
  const note = page.getByRole('button', { name: /^İç not/ })
  await expect(reply).toHaveAttribute('aria-pressed', 'true')
  await expect(noteField(page)).toHaveCount(0)
  await answerField(page).fill('Yarın geliyoruz.')

  await note.click()
  await expect(noteField(page)).toBeFocused()
  await expect(noteField(page)).toHaveValue('')
  await expect(answerField(page)).toHaveCount(0)
  await expect(page.getByText('İç not: yalnızca ekip görür, müşteriye gitmez.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Yanıtı gönder' })).toHaveCount(0)
  await expect(reply).toContainText('(taslak)')
  await page.keyboard.type('Parça pahalı, indirim yok.')
  await expectAccessible(page)
  await page.keyboard.press('Control+Enter')

  const saved = conversation(page).getByRole('listitem').filter({ hasText: 'indirim yok' })
  await expect(saved).toContainText('İç not')
  await expect(saved).toContainText('yalnızca ekip görür')
  await expect(noteField(page)).toHaveValue('')
  await expect(noteField(page)).toBeFocused()

  await reply.click()
  await expect(answerField(page)).toBeFocused()
  await expect(answerField(page)).toHaveValue('Yarın geliyoruz.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Yanıtı gönder', exact: true }).click()
  await expect(conversation(page).getByText('Yarın geliyoruz.')).toBeVisible()

  const ofCustomer = await visit('customer', path, { width: 360 })
  await expect(conversation(ofCustomer).getByText('Yarın geliyoruz.')).toBeVisible()
  await expect(ofCustomer.getByText('indirim yok')).toHaveCount(0)
  await expect(ofCustomer.getByRole('button', { name: 'İç not' })).toHaveCount(0)
  const { conversation: messages } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(messages.map(({ message }) => message)).toEqual([
    'Piston altında yağ var.',
    'Yarın geliyoruz.',
  ])
})

test('the keys N and R open the composers, and are in the list of keys', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await expect(answerField(page)).toBeVisible()
  await page.keyboard.press('n')
  await expect(noteField(page)).toBeFocused()
  await page.keyboard.type('n')
  await expect(noteField(page)).toHaveValue('n')
  await noteField(page).blur()
  await page.keyboard.press('r')
  await expect(answerField(page)).toBeFocused()
  await answerField(page).blur()
  await page.keyboard.press('n')
  await expect(noteField(page)).toBeFocused()
  await noteField(page).blur()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Klavye kısayolları' })).toContainText('İç not yaz')
})

test('a colleague is mentioned by typing, with keys or by hand, and learns of it in the bell', async ({
  visit,
  portal,
}) => {
  const { company, ticket, number } = await openTicket(portal)
  const address = `/staff/companies/${company}/tickets/${ticket}`
  const { name } = await portal.as('admin').call(routes.sessions.me)
  const [first = '', last = ''] = name.split(' ')
  const page = await visit('staff', address, { width: 360 })
  await page.getByRole('button', { name: /^İç not/ }).click()
  await page.keyboard.type(`Bak @${last.slice(0, 3).toLocaleUpperCase('tr')}`)
  const option = page.getByRole('listbox', { name: 'Ekip' }).getByRole('option', { name })
  await expect(option).toHaveAttribute('aria-selected', 'true')
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(option).toHaveCount(0)
  await noteField(page).fill('')
  await page.keyboard.type(`Bak @${first.slice(0, 3)}`)
  await expect(option).toBeVisible()
  for (const key of ['Enter', 'Escape']) await pressInComposition(noteField(page), key)
  await expect(noteField(page)).toHaveValue(`Bak @${first.slice(0, 3)}`)
  await expect(option).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(noteField(page)).toHaveValue(`Bak @${name} `)
  await expect(noteField(page)).toBeFocused()
  await expect(page.getByText('Bildirilecek:')).toContainText(name)

  await noteField(page).fill('Bu ')
  await page.getByRole('button', { name: 'Ekip arkadaşından söz et' }).click()
  await option.click()
  await page.keyboard.type('bilir')
  await expect(noteField(page)).toHaveValue(`Bu @${name} bilir`)
  await page.reload()
  await page.getByRole('button', { name: /^İç not/ }).click()
  await expect(noteField(page)).toHaveValue(`Bu @${name} bilir`)
  await page.getByRole('button', { name: 'Notu kaydet' }).click()
  await expect(conversation(page).getByText(`@${name}`)).toBeVisible()
  await expect(async () => {
    const { notifications } = await portal.as('admin').call(routes.notifications.list)
    expect(notifications.find(({ kind }) => kind === 'ticket.mentioned')).toMatchObject({ number })
  }).toPass()

  const bell = await visit('admin', '/')
  await bell.getByRole('button', { name: /^Bildirimler/ }).click()
  await bell
    .getByRole('link', { name: /bir iç notta sizden söz etti/ })
    .first()
    .click()
  await expect(conversation(bell).getByText(`Bu @${name} bilir`)).toBeInViewport()
})

test('a colleague’s screen shows a note at once, on the ticket and in live support; the customer’s stays as it is', async ({
  visit,
  portal,
}) => {
  const { company, ticket, path } = await openTicket(portal)
  const ofColleague = await visit('admin', `/admin/companies/${company}/tickets/${ticket}`)
  const live = await visit('admin', `/live/${ticket}`)
  const ofCustomer = await visit('customer', path)
  for (const page of [ofColleague, live, ofCustomer])
    await expect(conversation(page)).toContainText('Piston altında yağ var.')
  await portal.as('staff').call(routes.ticketNotes.write, {
    params: { ticket },
    body: { contents: 'Yedek parça yolda' },
  })
  for (const page of [ofColleague, live])
    await expect(conversation(page).getByText('Yedek parça yolda')).toBeVisible()
  await portal.as('staff').call(routes.tickets.reply, {
    params: { ticket },
    body: { contents: 'Merhaba' },
  })
  await expect(conversation(ofCustomer).getByText('Merhaba')).toBeVisible()
  await expect(ofCustomer.getByText('Yedek parça yolda')).toHaveCount(0)
})

test('a note that was not saved waits as a note, also after a reload, and is edited as one', async ({
  visit,
  portal,
}) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`, {
    allowedConsole: /409|Failed to load/,
  })
  await page.route(`**/staff/ticket/${ticket}/note`, route =>
    route.fulfill({
      status: 409,
      json: { name: 'ConflictError', message: 'Bu talepte olabilecek en çok iç not var.' },
    }),
  )
  await page.getByRole('button', { name: /^İç not/ }).click()
  await page.keyboard.type('Aramızda kalsın')
  await page.keyboard.press('Control+Enter')
  const failed = conversation(page).getByRole('listitem').filter({ hasText: 'Aramızda kalsın' })
  await expect(failed).toContainText('Not kaydedilemedi.')
  await page.waitForTimeout(1_100) // until then it counts as interrupted
  await page.reload()
  await expect(failed).toContainText('Not kaydedilemedi.')
  await failed.getByRole('button', { name: 'Düzenle' }).click()
  await expect(noteField(page)).toHaveValue('Aramızda kalsın')
  await expect(noteField(page)).toBeFocused()
  await expect(failed).toHaveCount(0)
  await page.unroute(`**/staff/ticket/${ticket}/note`)
  await page.keyboard.press('Control+Enter')
  await expect(failed).toContainText('yalnızca ekip görür')
  const { conversation: messages } = await portal
    .as('staff')
    .call(routes.tickets.get, { params: { ticket } })
  expect(messages).toHaveLength(1)
})

test('an archived ticket takes notes, and no answer', async ({ visit, portal }) => {
  const { company, ticket } = await openTicket(portal)
  for (const status of ['closed', 'archived'] as const)
    await portal.as('staff').call(routes.tickets.change, { params: { ticket }, body: { status } })
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await expect(page.getByRole('button', { name: 'Müşteriye yanıt' })).toHaveCount(0)
  await page.getByRole('button', { name: 'İç not' }).click()
  await page.keyboard.type('Tekrar ederse garantiden')
  await page.getByRole('button', { name: 'Notu kaydet' }).click()
  await expect(conversation(page).getByText('Tekrar ederse garantiden')).toBeVisible()
})

test('a file is added to a note', async ({ visit, portal }) => {
  const { company, ticket } = await openTicket(portal)
  const page = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await page.getByRole('button', { name: /^İç not/ }).click()
  await page.keyboard.type('Teklif ekte')
  await page
    .locator('form input[type=file][multiple]')
    .setInputFiles({ name: 'teklif.txt', mimeType: 'text/plain', buffer: Buffer.from('42') })
  await page.getByRole('button', { name: 'Notu kaydet' }).click()
  const saved = conversation(page).getByRole('listitem').filter({ hasText: 'Teklif ekte' })
  await expect(saved.getByRole('link', { name: /teklif\.txt/ })).toBeVisible()
})
