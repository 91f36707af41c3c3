import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { chosen, type Portal } from './portal.ts'
import { expect, test } from './visit.ts'

let count = 0
const nextEmail = () => `davetli-${Date.now()}-${++count}@example.com`

/** A new company of the demo's vendor, so that nobody else's users are in its list. */
async function newCompany(portal: Portal, name = `Iğdır Döküm ${Date.now()}`) {
  const { _id } = await portal.as('admin').call(routes.companies.create, { body: { name } })
  return { company: _id, name, users: `/admin/companies/${_id}/users` }
}
const invite = (portal: Portal, company: string, person: { name: string; surname: string; email?: string; phone?: string }) =>
  portal.as('admin').call(routes.users.invite, { params: { company }, body: { email: nextEmail(), department: 'Bakım', ...person } })

/** Somebody invited who has set a password. */
async function join(portal: Portal, company: string, person: { name: string; surname: string; email?: string; phone?: string }) {
  const user = await invite(portal, company, person)
  await takeUp(portal, user)
  return user
}
/** Sets a password, as who is invited does by their link. */
async function takeUp(portal: Portal, user: Awaited<ReturnType<typeof invite>>) {
  const token = new URL(user.activationLink ?? '').searchParams.get('token') ?? ''
  await fetch(`${portal.url}/api/v1/domain/localhost/user/activate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email: user.email, password: chosen }),
  })
}
const names = (page: Page) => page.getByRole('rowheader').allInnerTexts()

test('an administrator invites by the keyboard alone, passes the link on, and it opens the portal', async ({ visit, portal }) => {
  const { company, name } = await newCompany(portal)
  const email = nextEmail()
  const page = await visit('admin', `/admin/companies/${company}`)
  await page.getByRole('main').getByRole('link', { name: 'Kullanıcı davet et' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Kullanıcı davet et' })).toBeFocused()
  await expect(page.getByText(`${name} firmasının makinelerini ve taleplerini görür.`)).toBeVisible()
  for (const typed of ['İnci', 'Şahin', email, '+90 476 227 10 10', 'Kalite', 'Mühendis']) {
    await page.keyboard.press('Tab')
    await page.keyboard.type(typed)
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'İnci Şahin davet edildi' })).toBeFocused()
  await expect(page.getByText('Bu portaldan e-posta gönderilmiyor.')).toBeVisible()

  await test.step('the link can be copied', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Bağlantıyı kopyala' }).press('Enter')
    await expect(page.getByText('Bağlantı kopyalandı.')).toBeVisible()
    const link = await page.getByLabel('Davet bağlantısı').inputValue()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
    expect(new URL(link).searchParams.get('mail')).toBe(email)
  })

  await test.step('whoever has it sets a password, signs in and sees the company', async () => {
    const link = new URL(await page.getByLabel('Davet bağlantısı').inputValue())
    const guest = await visit(null, link.pathname + link.search)
    await guest.getByLabel('Yeni parola').fill(chosen)
    await guest.getByLabel('Parola (tekrar)').fill(chosen)
    await guest.getByLabel('Parola (tekrar)').press('Enter')
    await guest.getByRole('link', { name: 'Giriş yap' }).click()
    await guest.getByLabel('Parola', { exact: true }).fill(chosen)
    await guest.getByLabel('Parola', { exact: true }).press('Enter')
    await expect(guest.getByRole('link', { name, exact: true })).toBeVisible()
  })

  await page.getByRole('button', { name: 'Başka birini davet et' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Kullanıcı davet et' })).toBeFocused()
  await expect(page.getByLabel('Ad', { exact: true })).toHaveValue('')
})

test('the way from an invitation leads to the users, where it waits to be taken up', async ({ visit, portal }) => {
  const { company } = await newCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, { language: 'en' })
  await page.getByLabel('Name', { exact: true }).fill('İnci')
  await page.getByLabel('Surname').fill('Şahin')
  await page.getByLabel('E-mail').fill(nextEmail())
  await page.getByRole('button', { name: 'Send the invitation' }).click()
  await expect(page.getByRole('heading', { name: 'İnci Şahin is invited' })).toBeFocused()
  await page.getByRole('link', { name: 'Go to the users' }).click()
  await expect(page.getByRole('row', { name: /İnci Şahin/ })).toContainText('Invited')
})

for (const { language, form, said, waits } of [
  {
    language: 'tr',
    form: ['Ad', 'Soyad', 'E-posta', 'Daveti gönder'],
    said: 'Bu e-posta adresi zaten bu firmanın kullanıcısı.',
    waits: 'Bu e-posta adresine gönderilmiş bir davet yanıt bekliyor; listeden yeniden gönderebilirsiniz.',
  },
  {
    language: 'en',
    form: ['Name', 'Surname', 'E-mail', 'Send the invitation'],
    said: 'This e-mail address is already a user of this company.',
    waits: 'An invitation to this e-mail address is waiting to be taken up; you can send it again from the list.',
  },
] as const) {
  test(`who is a user already is not invited again, which is said at their address: ${language}`, async ({ visit, portal }) => {
    const { company } = await newCompany(portal)
    const user = await join(portal, company, { name: 'İnci', surname: 'Şahin' })
    const invited = await invite(portal, company, { name: 'Işıl', surname: 'Kaya' })
    const page = await visit('admin', `/admin/companies/${company}/invite-user`, { language, tolerates: /status of 409/ })
    const [name, surname, email, send] = form
    await page.getByLabel(name, { exact: true }).fill('İnci')
    await page.getByLabel(surname).fill('Şahin')
    await page.getByLabel(email).fill(user.email.toUpperCase())
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByLabel(email)).toBeFocused()
    await expect(page.getByLabel(email)).toHaveAccessibleDescription(said)
    await expect(page.getByLabel(surname)).toHaveValue('Şahin')
    await page.getByLabel(email).fill(invited.email)
    await page.getByRole('button', { name: send }).click()
    await expect(page.getByLabel(email)).toHaveAccessibleDescription(waits)
  })
}

test('a colleague of the vendor is not made a customer', async ({ visit, portal }) => {
  const { company } = await newCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, { tolerates: /status of 409/ })
  await page.getByLabel('Ad', { exact: true }).fill('Hüseyin')
  await page.getByLabel('Soyad').fill('Demir')
  await page.getByLabel('E-posta').fill('staff@demo.test')
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByLabel('E-posta')).toHaveAccessibleDescription(/Bir kişi hem ekipten hem müşteri olamaz/)
})

test('somebody known is added without a link, and that is said', async ({ visit, portal }) => {
  const { company } = await newCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`)
  await page.getByLabel('Ad', { exact: true }).fill('Ayşe')
  await page.getByLabel('Soyad').fill('Yılmaz')
  await page.getByLabel('E-posta').fill((await join(portal, (await newCompany(portal)).company, { name: 'Ayşe', surname: 'Kaya' })).email)
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByRole('heading', { name: 'Ayşe Kaya eklendi' })).toBeFocused()
  await expect(page.getByText('her zamanki parolasıyla')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Bağlantıyı kopyala' })).toHaveCount(0)
})

test('an answer that is lost on its way invites nobody twice', async ({ visit, portal }) => {
  const { company } = await newCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}/invite-user`, { tolerates: /ERR_FAILED/ })
  await page.route('**/user', async route => {
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByLabel('Ad', { exact: true }).fill('İnci')
  await page.getByLabel('Soyad').fill('Şahin')
  await page.getByLabel('E-posta').fill(nextEmail())
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.locator('form').getByText('Ağ hatası.')).toBeVisible()
  await page.unroute('**/user')
  await page.getByRole('button', { name: 'Daveti gönder' }).click()
  await expect(page.getByRole('heading', { name: 'İnci Şahin davet edildi' })).toBeVisible()
  const { users } = await portal.as('admin').call(routes.users.list, { params: { company } })
  expect(users).toHaveLength(1)
})

test('names stand in the order of the Turkish alphabet, and are searched in Turkish', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  for (const [name, surname] of [
    ['Şule', 'Ay'],
    ['İnci', 'Şahin'],
    ['Zeki', 'Ay'],
    ['Iğdır', 'Ay'],
    ['Çağla', 'Ay'],
    ['Sami', 'Ay'],
  ] as const)
    await invite(portal, company, { name, surname })
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Ad soyad' }).click()
  const order = ['Çağla Ay', 'Iğdır Ay', 'İnci Şahin', 'Sami Ay', 'Şule Ay', 'Zeki Ay']
  await expect.poll(async () => (await names(page)).map(name => name.split('\n')[0])).toEqual(order)
  await page.getByPlaceholder(/kayıtta ara/).fill('INCI')
  await page.getByPlaceholder(/kayıtta ara/).press('Enter')
  await expect(page.getByRole('rowheader')).toHaveCount(1)
  await expect(page.getByRole('rowheader')).toContainText('İnci Şahin')
})

test('all that is known of a user stands in their row; one writes and calls from it', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const user = await join(portal, company, { name: 'İnci', surname: 'Şahin', phone: '+90 476 227 10 10' })
  const page = await visit('admin', users)
  const row = page.getByRole('row', { name: /İnci Şahin/ })
  await expect(row).toContainText('Bakım')
  await expect(row).not.toContainText('Davet bekliyor')
  await expect(row.getByText(/^\d{2}\/\d{2}\/\d{4} - \d{2}:\d{2}$/)).toBeVisible()
  await expect(row.getByRole('link', { name: user.email })).toHaveAttribute('href', `mailto:${user.email}`)
  await expect(row.getByRole('link', { name: '+90 476 227 10 10' })).toHaveAttribute('href', 'tel:+904762271010')
})

test('an invitation is sent again: the new link is shown, and the one before it has ended', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const { activationLink = '' } = await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Daveti yeniden gönder: İnci Şahin' }).click()
  const dialog = page.getByRole('dialog', { name: 'İnci Şahin için yeni bağlantı' })
  const link = await dialog.getByLabel('Davet bağlantısı').inputValue()
  expect(link).not.toBe(activationLink)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Daveti yeniden gönder: İnci Şahin' })).toBeFocused()
  const guest = await visit(null, activationLink.slice(portal.url.length))
  await expect(guest.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByLabel('Yeni parola')).toBeVisible()
})

test('an invitation that is revoked is gone from the list, and its link is dead', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const { email, activationLink = '' } = await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', users, { language: 'en' })
  await page.getByRole('button', { name: 'Revoke the invitation: İnci Şahin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Revoke this invitation?' })
  await expect(dialog).toContainText(email)
  await dialog.getByRole('button', { name: 'Revoke the invitation' }).click()
  await expect(page.getByText('The invitation is revoked.')).toBeVisible()
  await expect(page.getByText('No users yet')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Users' })).toBeFocused()
  const guest = await visit(null, activationLink.slice(portal.url.length), { language: 'en' })
  await expect(guest.getByText('This link no longer works.')).toBeVisible()
  await expect(guest.getByText('ask your administrator for a new invitation')).toBeVisible()
})

test('a user is deleted after a question that names them, and is signed out at once', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const user = await join(portal, company, { name: 'İnci', surname: 'Şahin' })
  const theirs = await visit({ token: await portal.signIn(user.email, chosen) }, '/accounts', { tolerates: /status of 401/ })
  await expect(theirs.getByRole('rowheader')).toHaveCount(1)
  const page = await visit('admin', users)
  await page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' }).click()
  const dialog = page.getByRole('dialog', { name: 'Kullanıcı silinsin mi?' })
  await expect(dialog).toContainText('İnci Şahin')
  await expect(dialog).toContainText(user.email)
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' })).toBeFocused()

  await page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' }).click()
  await dialog.getByRole('button', { name: 'Kullanıcıyı sil' }).click()
  await expect(page.getByText('Silme başarılı.')).toBeVisible()
  await expect(page.getByText('Henüz kullanıcı yok')).toBeVisible()
  await theirs.reload()
  await expect(theirs.getByText('Oturumunuz sona erdi.')).toBeVisible()
})

test('staff read the users and change nothing', async ({ visit, portal }) => {
  const { company } = await newCompany(portal)
  await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('staff', `/staff/companies/${company}`)
  await expect(page.getByRole('link', { name: 'Kullanıcı davet et' })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'Kullanıcılar' }).click()
  await expect(page.getByRole('row', { name: /İnci Şahin/ })).toContainText('Davet bekliyor')
  await expect(page.getByRole('table').getByRole('row').nth(1).getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Kullanıcı davet et' })).toHaveCount(0)
})

test('the menu and the breadcrumbs lead to the users of the chosen company', async ({ visit, portal }) => {
  const { company, name } = await newCompany(portal)
  const page = await visit('admin', `/admin/companies/${company}`)
  await expect(page.getByRole('heading', { name })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menü' })
  await menu.getByRole('link', { name: 'Kullanıcı davet et' }).click()
  await expect(page.getByRole('navigation', { name: 'Buradasınız' })).toContainText('Kullanıcı davet et')
  await menu.getByRole('link', { name: 'Kullanıcılar' }).click()
  await expect(page.getByRole('heading', { name: 'Kullanıcılar' })).toBeFocused()
  await page.getByRole('navigation', { name: 'Buradasınız' }).getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { name })).toBeFocused()
})

test('a customer has no users to manage', async ({ visit, portal }) => {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const page = await visit('customer', `/admin/companies/${accounts[0]?._id}/users`)
  await expect(page).toHaveURL(/\/403\?/)
})

test('an invitation is not revoked once it has been taken up, though the list does not show it yet', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const user = await invite(portal, company, { name: 'İnci', surname: 'Şahin' })
  const page = await visit('admin', users, { tolerates: /status of 409/ })
  await page.getByRole('button', { name: 'Daveti iptal et: İnci Şahin' }).click()
  await takeUp(portal, user)
  const dialog = page.getByRole('dialog', { name: 'Davet iptal edilsin mi?' })
  await dialog.getByRole('button', { name: 'Daveti iptal et' }).click()
  await expect(dialog.getByText('Bu kullanıcı hesabını zaten etkinleştirmiş.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Vazgeç' }).click()
  await expect(page.getByRole('button', { name: 'Kullanıcıyı sil: İnci Şahin' })).toBeVisible()
})

test('an address with signs that mean something in a link is written to as it is', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const local = `a${Date.now()}?bcc=x`
  await invite(portal, company, { name: 'İnci', surname: 'Şahin', email: `${local}@evil.test` })
  const page = await visit('admin', users)
  const link = page.getByRole('link', { name: `${local}@evil.test` })
  await expect(link).toHaveAttribute('href', `mailto:${encodeURIComponent(local)}@evil.test`)
})

test('an e-mail address stays on one line where there is room', async ({ visit, portal }) => {
  const { company, users } = await newCompany(portal)
  const email = `zeynep.kara${Date.now() % 100_000}@sismakina.com.tr`
  await invite(portal, company, { name: 'Zeynep', surname: 'Karadeniz', email, phone: '+90 476 227 10 10' })
  const page = await visit('admin', users)
  const { height } = (await page.getByRole('link', { name: email }).boundingBox()) ?? { height: 0 }
  expect(height).toBeGreaterThan(0)
  expect(height).toBeLessThan(26)
  expect(await page.getByRole('table').evaluate(table => table.scrollWidth - (table.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(
    0,
  )
})
