import { routes } from '#contract/routes.ts'
import { unique } from '../portal/machine.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { loggedBy } from '../support/logged-by.ts'
import { expect, test } from '../support/visit.ts'

// The notifications and log lines of uploads that fail, as the specification words them.

test.describe.configure({ mode: 'parallel' })

test('an upload slot is requested with all five fields of the record, and a refusal is a toast and logged', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { allowedConsole: /status of 400/ })
  const logged = loggedBy(page)
  await page.route('**/file', route =>
    route.fulfill({
      status: 400,
      json: { name: 'ValidationError', message: 'Bu tür dosya kabul edilmiyor.' },
    }),
  )
  const requested = page.waitForRequest(
    request => request.method() === 'PUT' && request.url().endsWith('/file'),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
  expect((await requested).postDataJSON()).toEqual({
    fileName: 'alarm.log',
    fileSize: 3,
    fileType: 'text/plain',
    url: '',
    id: '',
  })
  await expect(page.getByRole('alert')).toHaveText(
    'HataBir sorun oluştu: Bu tür dosya kabul edilmiyor.',
  )
  expect(logged.join()).toContain('Bu tür dosya kabul edilmiyor.')
})

test('bytes that do not reach the storage are reported once, as a toast with Error Upload', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path, { language: 'en', allowedConsole: /status of 500/ })
  const logged = loggedBy(page)
  await page.route('**/file/*/content?*', route => route.fulfill({ status: 500, body: 'storage' }))
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
  await expect(page.getByRole('alert')).toHaveText(/^ErrorError Upload: [^:]+$/)
  await expect(page.locator('form').getByRole('alert')).toHaveCount(0)
  expect(logged.filter(line => line.includes('500'))).toHaveLength(1)
})

test('a file that is not sent is reported once, as a toast', async ({ visit, portal }) => {
  const { path } = await openTicket(portal)
  const page = await visit('customer', path)
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.alloc(0) })
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'HataBu dosya boş. Klasörse içindeki dosyaları seçin.',
  )
})

test('a file that is uploaded and cannot be added to its machine is reported once, with the server’s message', async ({
  visit,
  portal,
}) => {
  const { _id } = await portal
    .as('admin')
    .call(routes.machines.create, { body: { name: unique('Bursa Pres'), sku: 'BP-1' } })
  const page = await visit('admin', `/admin/machines/${_id}`, { allowedConsole: /status of 409/ })
  await page.route('**/admin/machine/*/file', (route, request) =>
    request.method() === 'POST'
      ? route.fulfill({
          status: 409,
          json: { name: 'ConflictError', message: 'Dosya alanı doldu.' },
        })
      : route.continue(),
  )
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText(
    'HataDosya alanı doldu.',
  )
  await expect(page.getByRole('list', { name: 'Yüklenenler' })).toContainText('Dosya alanı doldu.')
})
