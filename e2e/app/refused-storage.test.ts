import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { signIn, signOut } from '../support/sign-in.ts'
import { expect, test } from '../support/visit.ts'

/** From the next load on the browser refuses to store: it forbids any use, or is full. */
const refuseStorage = (page: Page, reason: 'forbidden' | 'full') =>
  page.addInitScript(reason => {
    if (reason === 'full') {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
      }
      return
    }
    const denial = () => new DOMException('The operation is insecure.', 'SecurityError')
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw denial()
        },
      })
    LockManager.prototype.request = () => Promise.reject(denial())
    LockManager.prototype.query = () => Promise.reject(denial())
  }, reason)

for (const reason of ['forbidden', 'full'] as const) {
  test(`where storage is ${reason}, a user is told, signs in, writes, and stays signed in until the page is left`, async ({
    visit,
    portal,
  }) => {
    const { path, ticket, title } = await openTicket(portal)
    const page = await visit(null, '/login')
    await expect(page.getByText('bilgi saklamasına izin vermiyor')).toHaveCount(0)
    await refuseStorage(page, reason)
    await page.goto(`/login?${new URLSearchParams({ from: path })}`)
    await expect(page.getByText('bilgi saklamasına izin vermiyor')).toBeVisible()
    const firstCall = page.waitForRequest('**/user/me')
    await signIn(page, 'customer@demo.test')
    const { authorization = '' } = await (await firstCall).allHeaders()
    const sessionStatus = async () =>
      (await page.request.get((await firstCall).url(), { headers: { authorization } })).status()
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.getByLabel('Mesaj yazın').fill('Conta değişti.')
    await page.getByRole('button', { name: 'Gönder' }).click()
    await expect(
      page.getByRole('list', { name: 'Yazışma' }).getByText('Conta değişti.'),
    ).toBeVisible()
    await expect(page.getByLabel('Mesaj yazın')).toHaveValue('')
    await page.getByLabel('Mesaj yazın').fill('Yarım kalan')
    await page.getByRole('link', { name: 'Talepler' }).last().click()
    await page.getByRole('link', { name: title, exact: true }).click()
    await expect(page.getByLabel('Mesaj yazın')).toHaveValue('Yarım kalan')

    await test.step('a change of the language does not reload the page', async () => {
      await page.getByRole('button', { name: 'English' }).click()
      await expect(page.getByRole('button', { name: 'Send' })).toBeVisible()
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      await page.getByRole('button', { name: 'Türkçe' }).click()
      await expect(page.getByRole('button', { name: 'Gönder' })).toBeVisible()
    })
    await test.step('a message of the other side appears by itself', async () => {
      await portal
        .as('staff')
        .call(routes.tickets.reply, { params: { ticket }, body: { contents: 'Yola çıktık.' } })
      await expect(
        page.getByRole('list', { name: 'Yazışma' }).getByText('Yola çıktık.'),
      ).toBeVisible()
    })
    expect(await sessionStatus()).toBe(200)
    await page.reload()
    await expect(page).toHaveURL(/\/login\?from=/)
    await expect(page.getByText('bilgi saklamasına izin vermiyor')).toBeVisible()
    await expect.poll(sessionStatus).toBe(401) // the session has ended with the page
  })
}

test('where storage is forbidden, a visitor is told in English, and signing out leads to the sign-in page', async ({
  visit,
}) => {
  const page = await visit(null, '/login')
  await refuseStorage(page, 'forbidden')
  await page.goto('/login')
  await signIn(page, 'customer@demo.test')
  await signOut(page)
  await page.getByRole('button', { name: 'English' }).click()
  await expect(page.getByText('does not let this site store anything')).toBeVisible()
})
