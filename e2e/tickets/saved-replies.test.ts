import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import type { DemoPortal } from '../portal/demo-portal.ts'
import { textFile } from '../portal/file.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { pressInComposition } from '../support/press-in-composition.ts'
import { expect, test } from '../support/visit.ts'

const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)
const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const list = (page: Page) => page.getByRole('listbox', { name: /^(Hazır yanıtlar|Saved replies)$/ })
const option = (page: Page, shortcode: string) =>
  list(page).getByRole('option', { name: `/${shortcode}` })
const button = (page: Page) =>
  page.getByRole('button', { name: /^(Hazır yanıt ekle|Insert a saved reply)/ })
const unique = () => Math.random().toString(36).slice(2, 10)

async function saveReply(
  portal: DemoPortal,
  texts: { turkish?: string; english?: string },
  isOfTeam = false,
) {
  const shortcode = `kod-${unique()}`
  await portal
    .as('staff')
    .call(routes.savedReplies.save, { body: { shortcode, ...texts, isOfTeam } })
  return shortcode
}

async function openAsTeam(portal: DemoPortal) {
  const { company, ticket, number } = await openTicket(portal)
  const { machineName, serialNumber } = await portal
    .as('staff')
    .call(routes.tickets.get, { params: { ticket } })
  const path = `/staff/companies/${company}/tickets/${ticket}`
  return {
    path,
    number,
    machineName,
    serialNumber,
    ofCustomer: `/account/${company}/tickets/${ticket}`,
  }
}

test("a colleague inserts a reply by its shortcode in the customer's language and sends it", async ({
  visit,
  portal,
}) => {
  const shortcode = await saveReply(
    portal,
    { turkish: 'Sayın {ad}, {makine} ({seri}), {TALEP}', english: 'Dear {name}' },
    true,
  )
  const { path, machineName, serialNumber, number } = await openAsTeam(portal)
  const page = await visit('admin', path.replace('staff', 'admin'), { language: 'en' })
  await composer(page).pressSequentially(`Merhaba /${shortcode.toUpperCase()}`)
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await expect(composer(page)).toHaveAttribute(
    'aria-activedescendant',
    (await option(page, shortcode).getAttribute('id')) ?? '',
  )
  expect(await findAccessibilityViolations(page)).toEqual([])
  await pressInComposition(composer(page), 'Enter')
  await expect(list(page).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const filled = `Sayın Ayşe Yılmaz, ${machineName} (${serialNumber}), #${number}`
  await expect(composer(page)).toHaveValue(`Merhaba ${filled}`)
  await expect(list(page)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page)).toContainText(filled)
})

test('arrows go through the replies, Tab inserts, and what was inserted can be undone', async ({
  visit,
  portal,
}) => {
  const word = `kelime${unique()}`
  const first = await saveReply(portal, { turkish: `Birinci ${word}` })
  const second = await saveReply(portal, { turkish: `İkinci ${word}` })
  const { path } = await openAsTeam(portal)
  const page = await visit('staff', path)
  await composer(page).pressSequentially(`/${word}`)
  await expect(list(page).getByRole('option')).toHaveCount(2)
  const [top, below] = [first, second].sort(new Intl.Collator('tr', { numeric: true }).compare)
  await expect(option(page, top ?? '')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(option(page, below ?? '')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Tab')
  await expect(composer(page)).toHaveValue(below === second ? `İkinci ${word}` : `Birinci ${word}`)
  await expect(composer(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(composer(page)).toHaveValue(`/${word}`)
})

test('Escape closes the list and leaves the slash; within a word it does not open', async ({
  visit,
  portal,
}) => {
  await saveReply(portal, { turkish: 'Merhaba' })
  const { path } = await openAsTeam(portal)
  const page = await visit('staff', path)
  await composer(page).pressSequentially('/')
  await expect(list(page).getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await composer(page).pressSequentially('kod')
  await expect(list(page)).toHaveCount(0)
  await page.keyboard.press('Enter')
  await composer(page).pressSequentially('ve/veya 1/2')
  await expect(list(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('/kod\nve/veya 1/2')
})

test('the list opens from its button on a phone, and closing it leaves no slash', async ({
  visit,
  portal,
}) => {
  const shortcode = await saveReply(portal, { turkish: 'Merhaba {ad}' })
  const { path } = await openAsTeam(portal)
  const page = await visit('staff', path, { width: 360, height: 640 })
  await composer(page).fill('Günaydın.')
  await button(page).click()
  await expect(list(page).getByRole('option').first()).toBeVisible()
  await expect(composer(page)).toBeFocused()
  await button(page).click()
  await expect(list(page)).toHaveCount(0)
  await expect(composer(page)).toHaveValue('Günaydın. ')
  await button(page).click()
  await composer(page).pressSequentially(shortcode)
  await option(page, shortcode).click()
  await expect(composer(page)).toHaveValue(/^Günaydın\. {1,2}Merhaba Ayşe Yılmaz$/)
})

test('the language of the text is switched, and a reply in one language says so', async ({
  visit,
  portal,
}) => {
  const both = await saveReply(portal, { turkish: 'Merhaba {ad}', english: 'Hello {name}' })
  const one = await saveReply(portal, { turkish: 'Yalnızca Türkçe' })
  const { path } = await openAsTeam(portal)
  const page = await visit('staff', path)
  await composer(page).pressSequentially('/kod-')
  await expect(option(page, both)).toContainText('Merhaba Ayşe')
  await page.getByText('İngilizce', { exact: true }).click()
  await expect(composer(page)).toBeFocused()
  await expect(option(page, both)).toContainText('Hello Ayşe')
  await expect(option(page, one)).toContainText('yalnızca Türkçe')
  await option(page, both).click()
  await expect(composer(page)).toHaveValue('Hello Ayşe Yılmaz')
})

test('a blank that is left stops the message, is named and filled in', async ({
  visit,
  portal,
}) => {
  const shortcode = await saveReply(portal, { turkish: 'Ekip {servis günü} gelecek.' })
  const { path } = await openAsTeam(portal)
  const page = await visit('staff', path)
  await composer(page).pressSequentially(`/${shortcode}`)
  await expect(option(page, shortcode)).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+Enter')
  const stopped = page.getByRole('alert').filter({ hasText: 'Gönderilmedi: {servis günü}' })
  await expect(stopped).toBeVisible()
  await expect(conversation(page)).not.toContainText('Ekip')
  await expect(page.getByRole('button', { name: 'Olduğu gibi gönder' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.keyboard.type('salı günü') // the blank is selected
  await expect(stopped).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page)).toContainText('Ekip salı günü gelecek.')
})

test('braces that are meant as such are sent: at once, or by saying so', async ({
  visit,
  portal,
}) => {
  const { path } = await openAsTeam(portal)
  const page = await visit('staff', path)
  const code = `if (x) { return "{}" } {0} {{ad}} \${ad}`
  await composer(page).fill(code)
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page)).toContainText(code)
  await composer(page).fill('GET /parts/{id}')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Olduğu gibi gönder' }).click()
  await expect(conversation(page)).toContainText('GET /parts/{id}')
  await expect(composer(page)).toHaveValue('')
})

test('a customer has no saved replies, and sends any braces', async ({ visit, portal }) => {
  const { ofCustomer } = await openAsTeam(portal)
  const page = await visit('customer', ofCustomer)
  await composer(page).pressSequentially('/ {ad}')
  await expect(button(page)).toHaveCount(0)
  await page.keyboard.press('Control+Enter')
  await expect(conversation(page)).toContainText('/ {ad}')
  await page.goto('/settings/replies')
  await expect(page).toHaveURL(/\/403/)
})

test('the file of a reply is attached with it, sent without another upload and kept by the message', async ({
  visit,
  portal,
}) => {
  const shortcode = `kilavuz-${unique()}`
  const { path, ofCustomer } = await openAsTeam(portal)
  const page = await visit('staff', '/settings/replies')
  await page.getByRole('button', { name: 'Yeni hazır yanıt' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Kısa kod').fill(shortcode)
  await dialog.getByLabel('Türkçe metin').fill('Kılavuz ekte.')
  await dialog.getByLabel('Dosya ekle').first().setInputFiles(textFile('kılavuz.txt'))
  await expect(dialog.getByText('· Yüklendi')).toBeVisible()
  await dialog.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('heading', { name: `/${shortcode}` })).toBeVisible()
  await expect(page.getByRole('link', { name: 'kılavuz.txt' })).toBeVisible()

  await page.goto(path)
  const uploaded: string[] = []
  page.on('request', request => request.method() === 'PUT' && uploaded.push(request.url()))
  await composer(page).pressSequentially(`/${shortcode}`)
  await expect(option(page, shortcode)).toContainText('kılavuz.txt')
  await page.keyboard.press('Enter')
  await expect(page.locator('form').getByText('kılavuz.txt', { exact: true })).toBeVisible()
  await page.keyboard.press('Control+Enter')
  const sent = conversation(page).getByRole('link', { name: 'kılavuz.txt' })
  await expect(sent).toBeVisible()
  expect(uploaded).toEqual([])

  await page.goto('/settings/replies')
  await page.getByRole('button', { name: `/${shortcode} yanıtını sil` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Hazır yanıtı sil' }).click()
  await expect(page.getByRole('heading', { name: `/${shortcode}` })).toHaveCount(0)
  const customer = await visit('customer', ofCustomer)
  const download = customer.waitForEvent('download')
  await conversation(customer).getByRole('link', { name: 'kılavuz.txt' }).click()
  expect((await download).suggestedFilename()).toBe('kılavuz.txt')
})
