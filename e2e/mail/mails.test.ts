import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { routes } from '#contract/routes.ts'
import { layoutMail } from '#platform/mail/layout.ts'
import { type DemoPortal, startDemoPortal } from '../portal/demo-portal.ts'
import { findAccessibilityViolations } from '../support/axe.ts'
import { test as base, expect } from '../support/visit.ts'

// The mail server refuses yok.test (unknown user), defers
// dolu.test (mailbox full) and accepts all others.

const test = base.extend<object, { portal: DemoPortal }>({
  portal: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires a destructuring pattern
    async ({}, use) => {
      const server = new SMTPServer({
        logger: false,
        authOptional: true,
        onRcptTo: ({ address }, _, done) => {
          if (address.endsWith('@yok.test'))
            return done(Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 }))
          if (address.endsWith('@dolu.test'))
            return done(Object.assign(new Error('4.2.2 mailbox full'), { responseCode: 452 }))
          done()
        },
        onData: (stream, _, done) =>
          stream.resume().on('end', () => done(null, '2.0.0 queued as 7F3A')),
      })
      const listening = server.listen(0, '127.0.0.1')
      await once(listening, 'listening')
      const portal = await startDemoPortal({
        SMTP_URL: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}?ignoreTLS=true`,
      })
      await use(portal)
      await portal.close()
      await new Promise<void>(resolve => server.close(resolve))
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

async function inviteAndWait(portal: DemoPortal, at: 'yok.test' | 'dolu.test') {
  const admin = portal.as('admin')
  const { companies } = await admin.call(routes.companies.list)
  const email = `${Math.random().toString(36).slice(2)}@${at}`
  const body = { email, name: 'Gülşen', surname: 'Ağır' }
  await admin.call(routes.users.invite, { params: { company: companies[0]?._id ?? '' }, body })
  const answered = async () =>
    (await admin.call(routes.mails.list)).mails.some(
      ({ to, answer }) => to === email && answer !== null,
    )
  await expect.poll(answered).toBe(true)
  return email
}

test('an administrator sees failed and waiting mails with the mail server’s reply (WCAG 2.2 AA)', async ({
  visit,
  portal,
}) => {
  const [refused, delayed] = [
    await inviteAndWait(portal, 'yok.test'),
    await inviteAndWait(portal, 'dolu.test'),
  ]
  const page = await visit('admin', '/')
  await page.getByRole('navigation').getByRole('link', { name: 'E-postalar', exact: true }).click()
  const row = (text: string) =>
    page.getByRole('row').filter({ has: page.getByText(text, { exact: true }) })
  for (const text of ['Gülşen Ağır', 'Davet', 'Gönderilemedi', '550 5.1.1 no such user here'])
    await expect(row(refused)).toContainText(text)
  for (const text of ['Bekliyor', '452 4.2.2 mailbox full', 'sonraki:'])
    await expect(row(delayed)).toContainText(text)

  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByText(refused, { exact: true })).toBeVisible()
    expect(await findAccessibilityViolations(page)).toEqual([])
  }
})

test('the home page links to failed mails, which are sent again and discarded', async ({
  visit,
  portal,
}) => {
  const address = await inviteAndWait(portal, 'yok.test')
  const page = await visit('admin', '/', { language: 'en' })
  await expect(page.getByText(/mails? could not be sent\./)).toBeVisible()
  await page.getByRole('link', { name: 'See mail' }).click()
  await expect(page).toHaveURL(/\/admin\/mail\?status=failed/)
  await page.getByRole('button', { name: `Try again: ${address}` }).click()
  await expect(page.getByText('The mail is being tried again now.')).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: address })
  const tries = (count: string) => row.getByRole('cell', { name: count, exact: true })
  await expect(tries('2')).toBeVisible() // after the next failure
  await page.getByRole('button', { name: 'Try all again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Try all again' }).click()
  await expect(page.getByText(/(One mail is|\d+ mails are) being tried again now/)).toBeVisible()
  await expect(tries('3')).toBeVisible()
  await page.getByRole('button', { name: `Discard: ${address}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Discard this mail?' })
  await expect(dialog).toContainText(address)
  await dialog.getByRole('button', { name: 'Discard' }).click()
  await expect(row).toHaveCount(0)
})

test('a mail and its outcome appear in the list without a reload', async ({ visit, portal }) => {
  const page = await visit('admin', '/403')
  const following = page.waitForResponse(response => /\/event\?/.test(response.url()))
  await Promise.all([following, page.goto('/admin/mail')])
  await expect(page.getByRole('heading', { name: 'E-postalar' })).toBeVisible()
  const email = await inviteAndWait(portal, 'yok.test')
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Gönderilemedi', { timeout: 3_000 }) // it polls far more rarely
})

test('a test mail shows the mail server’s reply', async ({ visit }) => {
  const page = await visit('admin', '/admin/mail')
  await page.getByRole('button', { name: 'Deneme e-postası gönder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deneme e-postası' })
  await expect(dialog).toContainText('admin@demo.test')
  await expect(dialog).toContainText('250 2.0.0 queued as 7F3A')
})

test('a test mail without a mail server shows where it was written, and in the demo links to it', async ({
  visit,
}) => {
  const page = await visit('admin', '/admin/mail')
  await page.route('**/admin/mail/test', route =>
    route.fulfill({
      json: { to: 'admin@demo.test', smtp: false, sent: true, answer: 'no SMTP_URL' },
    }),
  )
  await page.getByRole('button', { name: 'Deneme e-postası gönder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deneme e-postası' })
  await expect(dialog).toContainText('sunucuda bir dosyaya yazıldı')
  await expect(dialog.getByRole('link', { name: 'Posta kutusunda görün' })).toHaveAttribute(
    'href',
    '/mailbox',
  )
})

test('staff have no list of mails', async ({ visit }) => {
  const page = await visit('staff', '/admin/mail')
  await expect(page).toHaveURL(/\/403\?/)
})

test('the list of received mails says that the installation receives none', async ({ visit }) => {
  const page = await visit('admin', '/admin/mail/received', { language: 'en' })
  await expect(
    page.getByText('This installation receives no mail; its operator can turn that on.'),
  ).toBeVisible()
})

test('the links below a mail have room for a thumb where they need two lines', async ({
  browser,
}) => {
  const mail = layoutMail({
    language: 'tr',
    vendorName: 'Demir Makine',
    greeting: 'Merhaba Ayşe,',
    paragraphs: ['#1042 numaralı talebiniz yanıtlandı.'],
    footer: ['Bu e-posta talebiniz için gönderildi.'],
    links: ['Bu tür e-postaları kapat (Destek ekibinin yanıtları)', 'Bildirim ayarları'].map(
      (label, i) => ({ label, url: `https://demir.test/${i}` }),
    ),
  })
  const page = await browser.newPage({ viewport: { width: 360, height: 740 } })
  await page.setContent(mail.html)
  expect(await findAccessibilityViolations(page)).toEqual([])
  await page.close()
})
