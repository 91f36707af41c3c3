import { routes } from '#contract/routes.ts'
import { type DemoPortal, newPassword, password } from '../portal/demo-portal.ts'
import { addUser, createCompany, invite } from '../portal/invitations.ts'
import { openTicket } from '../portal/open-ticket.ts'
import { expect, test } from '../support/visit.ts'

/** The path of the invitation of a new customer. */
async function invitation(portal: DemoPortal) {
  const { company } = await createCompany(portal)
  const { email, activationLink = '' } = await invite(portal, company, {
    name: 'Işıl',
    surname: 'Usta',
  })
  return { email, path: activationLink.slice(portal.url.length) }
}
const isSignedIn = (portal: DemoPortal, token: string) =>
  portal.call(token, routes.sessions.me, {}).then(
    () => true,
    () => false,
  )

test("a customer's invitation in a session of staff says so, ends it, and begins the customer's own", async ({
  visit,
  portal,
}) => {
  const { email, path } = await invitation(portal)
  const token = await portal.signIn('staff@demo.test')
  const page = await visit({ token }, path)
  const other = page.getByText('Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.')
  await expect(other).toBeVisible()
  await expect(page.getByText('Parolayı kaydettiğinizde o oturum kapanır.')).toBeVisible()
  expect(await isSignedIn(portal, token)).toBe(true) // a link that is only opened ends nothing
  await page.getByLabel('Yeni parola').fill(newPassword)
  await page.getByLabel('Parola (tekrar)').fill(newPassword)
  await page.getByRole('button', { name: 'Hesabı etkinleştir' }).click()
  await expect(page).toHaveURL(/\/invite-success/)
  await expect(other).toHaveCount(0)
  await expect.poll(() => isSignedIn(portal, token)).toBe(false)
  await page.getByRole('link', { name: 'Devam et' }).click()
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(page.getByRole('button', { name: email })).toBeVisible()
})

test('a used invitation in a session of staff leads to a sign-in page that says so, from which the staff go on', async ({
  visit,
  portal,
}) => {
  const token = await portal.signIn('staff@demo.test')
  const page = await visit({ token }, '/activate?token=abc&mail=ali%40example.com')
  const other = page.getByText('Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.')
  await expect(other).toBeVisible()
  await page.getByRole('link', { name: 'Girişe dön' }).click()
  await expect(page.getByLabel('E-posta')).toHaveValue('ali@example.com')
  await expect(other).toBeVisible()
  await page.getByRole('link', { name: 'O oturumla devam et' }).click()
  await expect(page).toHaveURL(/\/staff\/companies$/)
  expect(await isSignedIn(portal, token)).toBe(true)
})

test('a new link for a forgotten password in a session of staff leads to the sign-in of the one who asked', async ({
  visit,
  portal,
}) => {
  const page = await visit(
    { token: await portal.signIn('staff@demo.test') },
    '/resetpassword?token=abc&mail=ali%40example.com',
  )
  const other = page.getByText('Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.')
  const returnToSignIn = async (email: string) => {
    await page.getByRole('link', { name: 'Girişe dön' }).click()
    await expect(page.getByLabel('E-posta')).toHaveValue(email)
    await expect(other).toBeVisible()
  }
  await page.getByRole('link', { name: 'Yeni bağlantı iste' }).click()
  await returnToSignIn('ali@example.com')
  await page.getByRole('link', { name: 'Parolamı unuttum' }).click()
  await page.getByLabel('E-posta').fill('veli@example.com')
  await page.getByRole('button', { name: 'Bağlantıyı gönder' }).click()
  await expect(page.getByRole('heading', { name: 'E-posta kutunuza bakın' })).toBeVisible()
  await returnToSignIn('veli@example.com')
})

test('a language chosen at an invitation is that of the invited customer, not of the staff who are signed in', async ({
  visit,
  portal,
}) => {
  const { email, path } = await invitation(portal)
  const token = await portal.signIn('staff@demo.test')
  await portal.call(token, routes.profile.change, { body: { language: 'tr' } })
  const page = await visit({ token }, path)
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'English', exact: true }).click()
  await loaded
  await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible()
  await page.getByLabel('New password').fill(newPassword)
  await page.getByLabel('Repeat the password').fill(newPassword)
  await page.getByRole('button', { name: 'Activate the account' }).click()
  await expect(page).toHaveURL(/\/invite-success/)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/accounts$/)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  const languageOf = async (email: string, password: string) =>
    (await portal.call(null, routes.sessions.login, { body: { email, password } })).language
  expect([
    await languageOf('staff@demo.test', password),
    await languageOf(email, newPassword),
  ]).toEqual(['tr', 'en'])
})

// Security: 7.2.4
test('signing in on a page for one user ends the session of the other one, also at the server', async ({
  visit,
  portal,
}) => {
  const token = await portal.signIn('staff@demo.test')
  const page = await visit({ token }, '/invite-success?mail=customer%40demo.test')
  await expect(
    page.getByText('Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Giriş yap' }).click()
  await expect(
    page.getByText('Başka bir kullanıcı olarak giriş yaparsanız o oturum kapanır.'),
  ).toBeVisible()
  expect(await isSignedIn(portal, token)).toBe(true)
  await page.getByLabel('Parola', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Giriş yap' }).click()
  await expect(page).toHaveURL(/\/accounts$/)
  await expect.poll(() => isSignedIn(portal, token)).toBe(false)
})

test('a page for the user who is signed in names no other one, in any case of the letters', async ({
  visit,
  portal,
}) => {
  const page = await visit(
    { token: await portal.signIn('staff@demo.test') },
    '/resetpassword?token=abc&mail=Staff%40Demo.test',
  )
  await expect(page.getByText('Bu bağlantı artık geçerli değil.')).toBeVisible()
  await expect(page.getByText('oturumu açık')).toHaveCount(0)
  await page.getByRole('link', { name: 'Girişe dön' }).click()
  await expect(page).toHaveURL(/\/staff\/companies$/)
})

for (const [path, language, other] of [
  ['/security', 'tr', 'Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.'],
  ['/settings/notifications', 'en', 'staff@demo.test is signed in in this browser.'],
  ['/notifications', 'tr', 'Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.'],
] as const)
  test(`a mailed link to ${path} names the user who is signed in, unless it is for them`, async ({
    visit,
  }) => {
    const page = await visit('staff', `${path}?mail=customer%40demo.test`, { language })
    await expect(page.getByText(other)).toBeVisible()
    await page.goto(`${path}?mail=Staff%40demo.test`)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(other)).toHaveCount(0)
  })

test('an unsubscribe link leads to the settings with the name of its reader', async ({ visit }) => {
  const page = await visit('staff', '/unsubscribe?token=abc&mail=customer%40demo.test')
  await page.getByRole('link', { name: 'Bildirim ayarları' }).click()
  await expect(page).toHaveURL(/\/settings\/notifications\?mail=/)
  await expect(
    page.getByText('Bu tarayıcıda staff@demo.test kullanıcısının oturumu açık.'),
  ).toBeVisible()
})

test('a page without an address names no other user', async ({ visit }) => {
  const page = await visit('staff', '/registeration-success')
  await expect(page.getByText('Hesabınız doğrulandıysa giriş yapın.')).toBeVisible()
  await expect(page.getByText('oturumu açık')).toHaveCount(0)
})

test('an invitation opens in a browser whose session has ended', async ({ visit, portal }) => {
  const { email, path } = await invitation(portal)
  const page = await visit({ token: 'an.old.token' }, path, { allowedConsole: /status of 401/ })
  await expect(page.getByRole('heading', { name: 'Hesabınızı etkinleştirin' })).toBeVisible()
  await expect(page.getByLabel('E-posta')).toHaveValue(email)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.getByLabel('Yeni parola').fill(newPassword)
  await expect(page).toHaveURL(/\/activate\?/)
  await expect(page.getByText('oturumu açık')).toHaveCount(0)
})

test('a password that is being typed stays when the other user signs out in another tab', async ({
  visit,
  portal,
}) => {
  const { path } = await invitation(portal)
  const page = await visit({ token: await portal.signIn('staff@demo.test') }, path)
  await page.getByLabel('Yeni parola').fill(newPassword)
  const tab = await page.context().newPage()
  await tab.goto('/staff/companies')
  await tab.getByRole('button', { name: /Kullanıcı menüsü/ }).click()
  await tab.getByRole('button', { name: 'Çıkış yap' }).click()
  await expect(tab).toHaveURL(/\/login$/)
  await expect(page.getByText('oturumu açık')).toHaveCount(0)
  await expect(page.getByLabel('Yeni parola')).toHaveValue(newPassword)
  await expect(page).toHaveURL(/\/activate\?/)
})

test("a customer's link to a ticket in a session of staff names them, and opens for the customer", async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const token = await portal.signIn('staff@demo.test')
  const page = await visit({ token }, path, { language: 'en' })
  await expect(page.getByText('You are signed in as staff@demo.test.')).toBeVisible()
  await page.getByRole('button', { name: 'Sign in as another user' }).click()
  await expect(page).toHaveURL(/\/login\?from=/)
  // the demo's prefilled customer
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`${path}$`))
  await expect.poll(() => isSignedIn(portal, token)).toBe(false)
})

test('a link to a ticket of another customer names the one who is signed in', async ({
  visit,
  portal,
}) => {
  const { path } = await openTicket(portal)
  const { company } = await createCompany(portal)
  const { email } = await addUser(portal, company, { name: 'Işıl', surname: 'Usta' })
  const page = await visit({ token: await portal.signIn(email, newPassword) }, path, {
    allowedConsole: /status of 404/,
  })
  await expect(page.getByRole('heading', { name: 'Firma bulunamadı' })).toBeVisible()
  await expect(page.getByText(`${email} olarak giriş yapmış durumdasınız.`)).toBeVisible()
})

test("a customer's unsubscribe link in a session of staff names the customer of the settings to which it leads", async ({
  visit,
}) => {
  const page = await visit('staff', '/unsubscribe?token=abc')
  await expect(page.getByText('Bildirim ayarları o kullanıcınındır.')).toBeVisible()
})
