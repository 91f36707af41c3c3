import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { createChangingFile } from '../portal/file.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { createPng } from '../portal/png.ts'
import { attachPicture } from '../support/attach-picture.ts'
import { expectUnreadable, keptFiles } from '../support/kept-files.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

const goOnline = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))
const icon = () => Buffer.from(createPng())

test('a message is sent before its file, which goes on by itself after a cut: the team reads that it is on its way', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  const team = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  await expect(team.getByText('Yolda: gönderenin cihazından yükleniyor')).toBeVisible()
  await page.unroute('**/content?*')
  await goOnline(page)
  for (const each of [page, team])
    await expect(each.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toEqual([])
})

test('the file of a message that is sent goes on after the page was left, from any page', async ({
  visit,
  portal,
}) => {
  const opened = await openTicket(portal)
  const page = await visit('customer', opened.path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Ölçüm ekte')
  const text = 'basınç;sıcaklık\n'.repeat(100_000) // two chunks of the browser's store
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'ölçüm.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await expectUnreadable(page, 'ölçüm.csv', 'basınç;sıcaklık')
  await page.reload()
  await expect(page.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await page.unroute('**/content?*')
  await page.goto('/accounts')
  const fileOf = async () => {
    const params = { company: opened.company, ticket: opened.ticket }
    const { conversation } = await portal
      .as('customer')
      .call(routes.tickets.getOfAccount, { params })
    return conversation.at(-1)?.files[0]
  }
  await expect.poll(async () => (await fileOf())?.state).toBe('ready')
  const link = (await fileOf())?.signedURL ?? ''
  expect(await (await page.request.get(link)).text()).toBe(text)
  await expect.poll(() => keptFiles(page)).toEqual([])
})

test('a file that its sender gives up stays with the message as not sent, for both sides', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path)
  await page.route('**/content?*', () => {})
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByRole('button', { name: 'Geri al' })).toBeVisible()
  await bubble.getByRole('button', { name: 'Yüklemeyi iptal et: mil.png' }).click()
  const team = await visit('staff', `/staff/companies/${company}/tickets/${ticket}`)
  for (const each of [page, team])
    await expect(each.getByText('Gönderilmedi: yükleme tamamlanmadı')).toBeVisible()
  await expect.poll(() => keptFiles(page)).toEqual([])
})

// Security: P14
test('signing out during an upload asks first, and leaves nothing of the file in the browser', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit({ token: await portal.signIn('customer@demo.test') }, path)
  await page.route('**/content?*', () => {})
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('progressbar', { name: 'Yükleniyor: mil.png' })).toBeVisible()
  await expect.poll(async () => (await keptFiles(page)).length).toBe(2)
  await page.getByRole('button', { name: 'Kullanıcı menüsü: customer@demo.test' }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Gönderdiğiniz dosyaların hepsi henüz ulaşmadı.')
  await dialog.getByRole('button', { name: 'Sil ve çık' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(() => keptFiles(page)).toEqual([])
})

test('a file that is changed or deleted after the message was sent arrives as it was chosen', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, {
    allowedConsole: /ERR_FAILED|ERR_UPLOAD_FILE_CHANGED/,
  })
  const file = await createChangingFile('günlük.log')
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Günlük ekte')
  await page.getByLabel('Dosya ekle').first().setInputFiles(file.path)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Günlük ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await file.change()
  await page.unroute('**/content?*')
  await goOnline(page)
  await expect(bubble.getByRole('link', { name: 'İndir: günlük.log' })).toBeVisible()
  await expect(page.getByText('seçildikten sonra değişmiş')).toHaveCount(0)
})

test('a message that is sent while its upload waits shows no error', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await expect(page.getByText('mil.png bağlantı gelince sürecek')).toHaveCount(1)
  await page.unroute('**/content?*')
  await page.evaluate(() => {
    const seen: string[] = []
    new MutationObserver(
      () => document.body.textContent?.includes('Gönderilemedi') && seen.push('Gönderilemedi'),
    ).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(globalThis, { seen })
  })
  await page.getByRole('button', { name: 'Gönder', exact: true }).click()
  await goOnline(page)
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  expect(await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)).toEqual([])
})

test('of several files, only the one that waits is uploaded again', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  const sizes: number[] = []
  let isCutOff = true
  await page.route('**/content?*', route => {
    if (route.request().method() !== 'PUT') return route.continue()
    const size = route.request().postDataBuffer()?.length ?? 0
    if (size === 5_000 && isCutOff) return route.abort()
    sizes.push(size)
    return route.continue()
  })
  await page.getByLabel('Mesaj yazın').fill('Üç fotoğraf')
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles([
      { name: 'a.png', mimeType: 'image/png', buffer: icon() },
      { name: 'b.log', mimeType: 'text/plain', buffer: Buffer.alloc(5_000, 'x') },
      { name: 'c.png', mimeType: 'image/png', buffer: icon() },
    ])
  await expect(page.getByText('b.log bağlantı gelince sürecek')).toHaveCount(1)
  await expect(page.getByText('c.png yüklendi')).toHaveCount(1)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('link', { name: 'İndir: c.png' })).toBeVisible()
  isCutOff = false
  await goOnline(page)
  for (const name of ['a.png', 'b.log', 'c.png'])
    await expect(page.getByRole('link', { name: `İndir: ${name}` })).toBeVisible()
  expect(sizes.filter(size => size === 5_000)).toHaveLength(1)
  expect(sizes).toHaveLength(3)
})

test('a message that was written offline shows its file, and editing keeps it', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_INTERNET_DISCONNECTED/ })
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await page.context().setOffline(true)
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await expect(bubble.getByText('mil.png', { exact: true })).toBeVisible()
  await expect(bubble.getByText('Bağlantı bekleniyor. Bağlantı gelince gönderilir')).toBeVisible()
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Fotoğraf ekte')
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.context().setOffline(false)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('a message that was written offline is sent without a file that its sender gives up', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_INTERNET_DISCONNECTED/ })
  await page.getByLabel('Mesaj yazın').fill('Mil kırık')
  await page.context().setOffline(true)
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Mil kırık' })
  await bubble.getByRole('button', { name: 'Yüklemeyi iptal et: mil.png' }).click()
  await expect(bubble.getByText('Bağlantı bekleniyor.')).toBeVisible()
  await expect(page.getByText('mil.png')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(bubble.getByRole('button', { name: 'Geri al' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toEqual([])
})

test('a message that waits keeps its uploaded file over a reload, also when it is edited', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('Bağlantı bekleniyor.')).toBeVisible()
  await expectUnsentMessages(page, 1)
  await page.reload()
  await expect(bubble.getByText('mil.png')).toBeVisible()
  await bubble.getByRole('button', { name: 'Düzenle' }).click()
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toBeVisible()
  await page.unroute('**/message')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('a message that was written offline is sent with its file by the next page, whichever it is', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route(/\/file$|\/message$/, route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await expect.poll(async () => (await keptFiles(page)).length).toBe(3)
  await page.goto('/')
  await page.getByRole('link', { name: 'Mesajınız bağlantı bekliyor' }).click()
  await expect(bubble.getByText('%0, bağlantı bekleniyor')).toBeVisible()
  await page.unroute(/\/file$|\/message$/)
  await page.goto('/accounts')
  await expect.poll(() => keptFiles(page)).toEqual([])
  await page.goto(path)
  await expect(bubble.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
})

test('a message that was sent just before the browser was killed is sent by the next page, and is no draft any more', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route(/\/file$|\/message$/, route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await expect.poll(async () => (await keptFiles(page)).length).toBe(2)
  // what the browser has written to the disk by then
  const stored = await page.evaluate(() => ({ ...localStorage }))
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect.poll(async () => (await keptFiles(page)).length).toBe(3)
  await page.evaluate(entries => {
    localStorage.clear()
    Object.assign(localStorage, entries)
  }, stored)
  await page.unroute(/\/file$|\/message$/)
  await page.goto('/accounts')
  await expect.poll(() => keptFiles(page)).toEqual([])
  const { conversation } = await portal
    .as('customer')
    .call(routes.tickets.getOfAccount, { params: { company, ticket } })
  expect(conversation.filter(({ message }) => message === 'Fotoğraf ekte')).toMatchObject([
    { files: [{ fileName: 'mil.png', state: 'ready' }] },
  ])
  await page.goto(path)
  await expect(page.getByLabel('Mesaj yazın')).toHaveValue('')
  await expect(page.locator('form').getByText('mil.png', { exact: true })).toHaveCount(0)
})

test('a message that a killed browser has lost is sent by the next page also where its store is slow', async ({
  visit,
  portal,
}) => {
  const { path, company, ticket } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route(/\/file$|\/message$/, route => route.abort())
  const stored = await page.evaluate(() => ({ ...localStorage }))
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect.poll(async () => (await keptFiles(page)).length).toBe(3)
  await page.evaluate(entries => {
    const marked = Object.entries(localStorage).filter(([key]) => /:kept$/.test(key))
    localStorage.clear()
    Object.assign(localStorage, entries, Object.fromEntries(marked)) // of another file
  }, stored)
  await page.unroute(/\/file$|\/message$/)
  await page.addInitScript(() => {
    const list = indexedDB.databases.bind(indexedDB)
    indexedDB.databases = async () => {
      await new Promise(resolve => setTimeout(resolve, 2_500))
      return list()
    }
  })
  await page.goto('/accounts')
  const sent = async () => {
    const params = { company, ticket }
    const { conversation } = await portal
      .as('customer')
      .call(routes.tickets.getOfAccount, { params })
    return conversation.at(-1)
  }
  await expect
    .poll(sent, { timeout: 15_000 })
    .toMatchObject({ message: 'Fotoğraf ekte', files: [{ fileName: 'mil.png', state: 'ready' }] })
})

test('a file of which the browser was killed before it had noted that is sent by the next page', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/content?*', route => route.abort())
  const stored = await page.evaluate(() => ({ ...localStorage }))
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect(
    page
      .getByRole('listitem')
      .filter({ hasText: 'Fotoğraf ekte' })
      .getByText('%0, bağlantı bekleniyor'),
  ).toBeVisible()
  await expect.poll(async () => (await keptFiles(page)).length).toBe(2)
  await page.evaluate(entries => {
    localStorage.clear()
    Object.assign(localStorage, entries)
  }, stored)
  await page.unroute('**/content?*')
  await page.goto(path)
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toEqual([])
})

test('a message whose file has arrived, but which waits over a reload, leaves nothing in the browser', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route('**/message', route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await expect(page.getByText('mil.png yüklendi')).toHaveCount(1)
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const bubble = page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })
  await expect(bubble.getByText('Bağlantı bekleniyor.')).toBeVisible()
  await expectUnsentMessages(page, 1)
  await page.unroute('**/message')
  await page.reload()
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toEqual([])
  const left = () => page.evaluate(() => Object.keys(localStorage).filter(key => /kept/.test(key)))
  await expect.poll(left).toEqual([])
})

test('a message that has arrived just before the browser was killed is not shown as failed', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /ERR_FAILED/ })
  await page.route(/\/file$|\/message$/, route => route.abort())
  await page.getByLabel('Mesaj yazın').fill('Fotoğraf ekte')
  await attachPicture(page, 'mil.png')
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  await expect.poll(async () => (await keptFiles(page)).length).toBe(3)
  await expectUnsentMessages(page, 1)
  const stored = await page.evaluate(() => ({ ...localStorage }))
  await page.unroute(/\/file$|\/message$/)
  await goOnline(page)
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  await expect.poll(() => keptFiles(page)).toEqual([])
  await page.evaluate(entries => Object.assign(localStorage, entries), stored)
  await page.reload()
  await expect(page.getByRole('link', { name: 'İndir: mil.png' })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Fotoğraf ekte' })).toHaveCount(1)
  const left = () =>
    page.evaluate(() => Object.keys(localStorage).filter(key => /kept|outbox/.test(key)))
  await expect.poll(left).toEqual([])
})
