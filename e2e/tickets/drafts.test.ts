import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { addColleague } from '../portal/colleague.ts'
import { type DemoPortal, newPassword, password } from '../portal/demo-portal.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { signIn, signOut } from '../support/sign-in.ts'
import { expectUnsentMessages } from '../support/unsent-messages.ts'
import { expect, test } from '../support/visit.ts'

const composer = (page: Page) => page.getByLabel('Mesaj yazın')
const conversation = (page: Page) => page.getByRole('list', { name: 'Yazışma' })
/** The web storage as text. */
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))

/** Ends the session through the API and waits until the page notices. */
async function endSession(page: Page, portal: DemoPortal, token: string) {
  await portal.endSession(token)
  await expect(page.getByText('Oturumunuz sona erdi.')).toBeVisible()
}

// Security: P14
test('unsent input is deleted from the browser when a customer signs out, for the next user and for themselves', async ({
  visit,
  portal,
}) => {
  const { path, company } = await openTicket(portal)
  const page = await visit({ token: await portal.signIn('customer@demo.test') }, path, {
    allowedConsole: /status of 401/, // of a call that is under way at the sign-out
  })
  await composer(page).fill('Gizli ölçüm 4711')
  await page.goto(`/account/${company}/tickets/new`)
  await page.getByLabel('Konu').fill('Gizli konu 4711')
  await signOut(page, { deleting: true })
  expect(await stored(page)).not.toMatch(/4711|private:/)

  await signIn(page, await addColleague(portal, company), newPassword)
  await page.goto(path)
  await expect(composer(page)).toHaveValue('')
  await signOut(page)
  await signIn(page, 'customer@demo.test', password)
  await page.goto(path)
  await expect(composer(page)).toHaveValue('')
})

// Security: P14
test('unsent input is never stored as plain text; after the session has expired it comes back for its writer only', async ({
  visit,
  portal,
}) => {
  const { path, company } = await openTicket(portal)
  const token = await portal.signIn('customer@demo.test')
  const page = await visit({ token }, path, { allowedConsole: /ERR_FAILED|status of 401/ })
  await page.route('**/message', route => route.abort())
  await composer(page).fill('Gizli ileti 4711')
  await composer(page).press('Control+Enter')
  await expect(conversation(page).getByText('Bağlantı bekleniyor.')).toBeVisible()
  await expectUnsentMessages(page, 1)
  await page
    .getByLabel('Dosya ekle')
    .first()
    .setInputFiles({ name: 'gizli-4711.txt', mimeType: 'text/plain', buffer: Buffer.from('a') })
  await composer(page).fill('Gizli taslak 4711')
  expect(await stored(page)).not.toContain('4711')
  await endSession(page, portal, token)
  expect(await stored(page)).not.toContain('4711')

  await test.step('another user of the browser sees nothing of it, also after signing out', async () => {
    await signIn(page, await addColleague(portal, company), newPassword)
    await page.goto(path)
    await expect(composer(page)).toHaveValue('')
    await expect(conversation(page).getByText('Gizli')).toHaveCount(0)
    expect(await stored(page)).not.toContain('4711')
    await signOut(page)
  })
  await test.step('its writer finds it in place', async () => {
    await signIn(page, 'customer@demo.test', password)
    await page.goto(path)
    await expect(composer(page)).toHaveValue('Gizli taslak 4711')
    await expect(conversation(page).getByText('Gizli ileti 4711')).toBeVisible()
    await expect(page.locator('form').getByText('gizli-4711.txt', { exact: true })).toBeVisible()
  })
})

test('signing out asks before it deletes unsent input, and deletes nothing when cancelled', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const page = await visit({ token: await portal.signIn('customer@demo.test') }, path)
  await composer(page).fill('Yarım kalan')
  await page.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(
    page.getByRole('dialog').getByText('Yazıp göndermediğiniz mesaj ya da talep var.'),
  ).toBeVisible()
  await page.getByRole('dialog').getByRole('button', { name: 'Vazgeç' }).click()
  await page.reload()
  await expect(composer(page)).toHaveValue('Yarım kalan')
})

test('drafts that an older version left as plain text are encrypted for their writer, and those of others deleted', async ({
  visit,
  portal,
}) => {
  const { path, ticket } = await openTicket(portal)
  const token = await portal.signIn('customer@demo.test')
  const me = await portal.as('customer').call(routes.sessions.me)
  const page = await visit({ token }, '/accounts')
  const [own, others] = [`draft:${me._id}:${ticket}`, `draft:${crypto.randomUUID()}:${ticket}`]
  await page.evaluate(
    ([own, others]) => {
      localStorage.setItem(own, JSON.stringify('Eski taslak 4711'))
      localStorage.setItem(others, JSON.stringify('Başkasının taslağı 4711'))
    },
    [own, others] as const,
  )
  await page.goto(path)
  await expect(composer(page)).toHaveValue('Eski taslak 4711')
  expect(await stored(page)).not.toContain('4711')
})

test('unsent input older than thirty days is deleted at the next sign-in in this browser', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await page.evaluate(day => {
    for (const [user, days] of [
      ['biri', 31],
      ['öteki', 29],
    ] as const)
      localStorage.setItem(
        `private:${user}:draft:talep`,
        JSON.stringify({ at: Date.now() - days * day, box: '' }),
      )
  }, 86_400_000)
  await signIn(page, 'customer@demo.test')
  expect(await stored(page)).not.toContain('private:biri:')
  expect(await stored(page)).toContain('private:öteki:')
})
