import type { BrowserContext, Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { colleagueOf } from './colleague.ts'
import { hold } from './hold.ts'
import { openTicket } from './openTicket.ts'
import { chosen, type Portal } from './portal.ts'
import { signIn, signOut } from './signing-in.ts'
import { remembersUnsent } from './unsent.ts'
import { expect, test } from './visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: /^(Yazışma|Conversation)$/ })
const composer = (page: Page) => page.getByLabel(/^(Mesaj yazın|Write a message)$/)
const said = async (portal: Portal, { company, ticket }: { company: string; ticket: string }) =>
  (await portal.as('customer').call(routes.tickets.getOfAccount, { params: { company, ticket } })).conversation.map(each => each.message)

/** Holds back the bytes of every upload until they are let through; the page may have taken one back. */
const holdUploads = (at: Page | BrowserContext) => hold(at, '**/content?*', route => route.continue().catch(() => {}))

async function attach(page: Page) {
  const file = { name: 'ölçüm.csv', mimeType: 'text/csv', buffer: Buffer.from('1;2') }
  await page.getByLabel('Dosya ekle').first().setInputFiles(file)
}

async function send(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText(text)).toBeVisible()
}

test('a message whose file is still on its way is not sent in the name of whoever signs in next', async ({ visit, portal }) => {
  const place = await openTicket(portal)
  const colleague = await colleagueOf(portal, place.company)
  const token = await portal.signIn('customer@demo.test')
  const page = await visit({ token }, place.path, { tolerates: /status of 401/ })
  const letThrough = await holdUploads(page)
  const confirmed: string[] = []
  page.on(
    'request',
    request => request.method() === 'POST' && /\/(file\/[^/]+|message)$/.test(request.url()) && confirmed.push(request.url()),
  )
  await attach(page)
  await send(page, 'Ayşe yazdı')
  await portal.end(token)
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible({ timeout: 20_000 })
  await signIn(page, colleague, chosen)
  letThrough()
  await page.waitForTimeout(1_500) // time enough for the file and the message to arrive
  expect(confirmed).toEqual([])
  expect(await said(portal, place)).not.toContain('Ayşe yazdı')

  await test.step('and waits for who wrote it', async () => {
    await page.goto(place.path)
    await expect(composer(page)).toBeVisible()
    await expect(conversation(page).getByText('Ayşe yazdı')).toHaveCount(0)
    await signOut(page)
    await signIn(page, 'customer@demo.test')
    await page.goto(place.path)
    await expect(conversation(page).getByText('Ayşe yazdı')).toBeVisible()
    await expect(conversation(page).getByText('Gönderilemedi')).toBeVisible()
  })
})

test('a message that is being sent while its session ends goes on when its writer is back, and arrives once', async ({ visit, portal }) => {
  const place = await openTicket(portal)
  const token = await portal.signIn('customer@demo.test')
  const page = await visit({ token }, place.path, { tolerates: /status of 401/ })
  let asked = 0
  await page.route('**/message', async route => {
    asked += 1
    if (asked > 1) return route.continue()
  })
  await send(page, 'Tam çıkarken')
  await expect.poll(() => asked).toBe(1)
  await portal.end(token)
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible({ timeout: 20_000 })
  await signIn(page, 'customer@demo.test')
  expect(asked).toBe(1)
  await page.goto(place.path)
  await expect.poll(() => said(portal, place)).toContain('Tam çıkarken')
  await expect(conversation(page).getByText('Gönderiliyor…')).toHaveCount(0)
  expect((await said(portal, place)).filter(text => text === 'Tam çıkarken')).toHaveLength(1)
})

test('a message that one tab is sending is shown so in another, and arrives once with its file', async ({ visit, portal }) => {
  const place = await openTicket(portal)
  const first = await visit('customer', place.path)
  const letThrough = await holdUploads(first)
  await attach(first)
  await send(first, 'Ölçüm ekte')
  const second = await first.context().newPage()
  await second.goto(place.path)
  await expect(conversation(second).getByText('Başka bir sekmede gönderiliyor…')).toBeVisible()
  await expect(conversation(second).getByText('Gönderilemedi')).toHaveCount(0)
  letThrough()
  for (const page of [first, second]) {
    await expect(conversation(page).getByRole('link', { name: 'İndir: ölçüm.csv' })).toHaveCount(1, { timeout: 15_000 })
    await expect(conversation(page).getByText('Ölçüm ekte')).toHaveCount(1)
  }
  expect((await said(portal, place)).filter(text => text === 'Ölçüm ekte')).toHaveLength(1)
})

test('a message whose tab is closed while it is being sent is sent by the other one', async ({ visit, portal }) => {
  const place = await openTicket(portal)
  const first = await visit('customer', place.path)
  await first.route('**/message', () => {})
  await send(first, 'Sekme kapanıyor')
  const second = await first.context().newPage()
  await second.goto(place.path)
  await expect(conversation(second).getByText('Başka bir sekmede gönderiliyor…')).toBeVisible()
  expect(await said(portal, place)).not.toContain('Sekme kapanıyor')
  await first.close()
  await expect.poll(() => said(portal, place)).toContain('Sekme kapanıyor')
  await expect(conversation(second).getByText('Başka bir sekmede gönderiliyor…')).toHaveCount(0)
})

test('a message that is taken back in one tab is not sent by the other, where it waits for its file', async ({ visit, portal }) => {
  const place = await openTicket(portal)
  const first = await visit('customer', place.path, { tolerates: /ERR_FAILED/ })
  await first.route('**/content?*', route => route.abort())
  await attach(first)
  await send(first, 'Vazgeçilen')
  await expect(conversation(first).getByText('Gönderilemedi')).toBeVisible()
  await remembersUnsent(first, 1)
  const second = await first.context().newPage()
  await second.goto(place.path)
  await expect(conversation(second).getByText('Gönderilemedi')).toBeVisible()
  await first.unroute('**/content?*')
  const letThrough = await holdUploads(first)
  await conversation(first).getByRole('button', { name: 'Yeniden gönder' }).click()
  await expect(conversation(first).getByText('Dosya yüklenince gönderilecek…')).toBeVisible()
  await conversation(second).getByRole('button', { name: 'Düzenle' }).click()
  await expect(conversation(first).getByText('Vazgeçilen')).toHaveCount(0)
  letThrough()
  await first.waitForTimeout(1_000) // time enough for it to arrive
  expect(await said(portal, place)).not.toContain('Vazgeçilen')
})
