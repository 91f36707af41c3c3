import type { BrowserContext, Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { addColleague } from '../portal/colleague.ts'
import { type DemoPortal, newPassword } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { signIn, signOut } from '../support/sign-in.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })
const composer = (page: Page) => page.getByLabel('Mesaj yazın')
const messagesOf = async (
  portal: DemoPortal,
  { company, ticket }: { company: string; ticket: string },
) =>
  (
    await portal.as('customer').call(routes.tickets.getOfAccount, { params: { company, ticket } })
  ).conversation.map(each => each.message)

/** Holds all uploads; the page may have cancelled one by the time of its release. */
const holdUploads = (target: Page | BrowserContext) =>
  holdRequests(target, '**/content?*', route => route.continue().catch(() => {}))

async function attach(page: Page) {
  const file = { name: 'ölçüm.csv', mimeType: 'text/csv', buffer: Buffer.from('1;2') }
  await page.getByLabel('Dosya ekle').first().setInputFiles(file)
}

async function send(page: Page, text: string) {
  await composer(page).fill(text)
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText(text)).toBeVisible()
}

test('a message whose file the server does not know yet is not sent as the user who signs in next', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const colleague = await addColleague(portal, opened.company)
  const token = await portal.signIn('customer@demo.test')
  const page = await visit({ token }, opened.path, { allowedConsole: /status of 401/ })
  const release = await holdRequests(page, /\/file$/, route => route.continue().catch(() => {}))
  const confirmed: string[] = []
  page.on(
    'request',
    request =>
      request.method() === 'POST' &&
      /\/(file\/[^/]+|message)$/.test(request.url()) &&
      confirmed.push(request.url()),
  )
  await attach(page)
  await send(page, 'Ayşe yazdı')
  await portal.endSession(token)
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
  await signIn(page, colleague, newPassword)
  release()
  await page.waitForTimeout(1_500) // enough for file and message to arrive
  expect(confirmed).toEqual([])
  expect(await messagesOf(portal, opened)).not.toContain('Ayşe yazdı')

  await test.step('and is sent with its file once its writer is back', async () => {
    await page.goto(opened.path)
    await expect(composer(page)).toBeVisible()
    await expect(conversation(page).getByText('Ayşe yazdı')).toHaveCount(0)
    await signOut(page)
    await signIn(page, 'customer@demo.test')
    await page.goto(opened.path)
    await expect(conversation(page).getByText('Ayşe yazdı')).toHaveCount(1)
    await expect(conversation(page).getByRole('link', { name: 'İndir: ölçüm.csv' })).toBeVisible()
  })
})

test('a message that is being sent when its session ends is sent again when its writer is back, and arrives once', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const token = await portal.signIn('customer@demo.test')
  const page = await visit({ token }, opened.path, { allowedConsole: /status of 401/ })
  let requests = 0
  await page.route('**/message', async route => {
    requests += 1
    if (requests > 1) return route.continue()
  })
  await send(page, 'Tam çıkarken')
  await expect.poll(() => requests).toBe(1)
  await portal.endSession(token)
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
  expect(requests).toBe(1)
  await signIn(page, 'customer@demo.test')
  await page.goto(opened.path)
  await expect.poll(() => messagesOf(portal, opened)).toContain('Tam çıkarken')
  await expect(conversation(page).getByText('Gönderiliyor…')).toHaveCount(0)
  expect((await messagesOf(portal, opened)).filter(text => text === 'Tam çıkarken')).toHaveLength(1)
})

test('a message that one tab is sending is shown in another, too, and arrives once with its file', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const first = await visit('customer', opened.path)
  const release = await holdUploads(first)
  await attach(first)
  await send(first, 'Ölçüm ekte')
  const second = await first.context().newPage()
  await second.goto(opened.path)
  await expect(conversation(second).getByText('Yolda: gönderenin cihazından')).toBeVisible()
  release()
  for (const page of [first, second]) {
    await expect(conversation(page).getByRole('link', { name: 'İndir: ölçüm.csv' })).toHaveCount(1)
    await expect(conversation(page).getByText('Ölçüm ekte')).toHaveCount(1)
  }
  expect((await messagesOf(portal, opened)).filter(text => text === 'Ölçüm ekte')).toHaveLength(1)
})

test('a ticket that is closed while a message is being sent is closed after it, and stays closed', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const page = await visit('customer', opened.path)
  const release = await holdRequests(page, /\/message$/)
  await send(page, 'Conta değişti, teşekkürler.')
  await page.getByRole('button', { name: 'Talebi kapat' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Talebi kapat' }).click()
  await page.waitForTimeout(500) // enough for the call
  release()
  await expect(page.getByRole('button', { name: 'Yeniden aç' })).toBeVisible()
  const { status, changes } = await portal.as('customer').call(routes.tickets.getOfAccount, {
    params: { company: opened.company, ticket: opened.ticket },
  })
  expect([status, changes.map(each => each.status)]).toEqual(['closed', ['closed']])
})

test('a message whose tab is closed while it is being sent is sent by the other tab', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const first = await visit('customer', opened.path)
  await first.route('**/message', () => {})
  await send(first, 'Sekme kapanıyor')
  const second = await first.context().newPage()
  await second.goto(opened.path)
  await first.close()
  await expect.poll(() => messagesOf(portal, opened)).toContain('Sekme kapanıyor')
  await expect(conversation(second).getByText('Gönderiliyor…')).toHaveCount(0)
})

test('a message that two tabs send at once is stored once, and shown once in both', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const first = await visit('customer', opened.path)
  let requests = 0
  const release = await holdRequests(first.context(), '**/message', route => {
    requests += 1
    return route.continue()
  })
  await send(first, 'İki sekmeden')
  const second = await first.context().newPage()
  await second.goto(opened.path)
  await expect(conversation(second).getByText('Gönderiliyor…')).toBeVisible()
  release()
  for (const page of [first, second]) {
    await expect(conversation(page).getByText('Gönderiliyor…')).toHaveCount(0)
    await expect(conversation(page).getByText('İki sekmeden')).toHaveCount(1)
  }
  expect(requests).toBe(2)
  expect((await messagesOf(portal, opened)).filter(text => text === 'İki sekmeden')).toHaveLength(1)
})

test('a message with an upload that waits is shown in another tab too, and a withdrawn one is not sent there', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const first = await visit('customer', opened.path, { allowedConsole: /ERR_FAILED/ })
  await first.route(/\/file$/, route => route.abort())
  await attach(first)
  await send(first, 'Vazgeçilen')
  await expect(conversation(first).getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await expectUnsentMessages(first, 1)
  const second = await first.context().newPage()
  await second.goto(opened.path)
  await expect(conversation(second).getByText('Dosyalar hazırlanıyor…')).toBeVisible()
  await expect(conversation(second).getByText('Gönderilemedi')).toHaveCount(0)
  await first.unroute(/\/file$/)
  await conversation(first).getByRole('button', { name: 'Düzenle' }).click()
  await expect(conversation(second).getByText('Vazgeçilen')).toHaveCount(0)
  await second.waitForTimeout(1_000) // enough for it to arrive
  expect(await messagesOf(portal, opened)).not.toContain('Vazgeçilen')
})

test('a message that fails by a fault of the page says so in words for its writer', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await expect(composer(page)).toBeVisible()
  await page.evaluate(() => {
    const timeout = AbortSignal.timeout
    AbortSignal.timeout = time => {
      if (time === 30_000) throw new Error('boom') // that of a call which changes something
      return timeout.call(AbortSignal, time)
    }
  })
  await send(page, 'Mil ısınıyor')
  const unsent = conversation(page).getByRole('alert')
  await expect(unsent).toContainText('Beklenmeyen bir hata oluştu.')
  await expect(unsent).not.toContainText('boom')
  await expect(page.getByText('Beklenmeyen bir hata oluştu.')).toHaveCount(2) // the toast, too
})
