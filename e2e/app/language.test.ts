import type { Page, Request } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { choose, chooseInPlace, languages } from '../support/choose-language.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expect, test } from '../support/visit.ts'

/** The own details are read at the same address. */
const isChoice = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith(routes.profile.change.path)

test('changing the language loses nothing of a half-filled ticket, and does not load the page again', async ({
  visit,
  portal,
}) => {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  const page = await visit('customer', `/account/${accounts[0]?._id}/tickets/new`)
  const machine = page.locator('select[name=machine], [data-field=machine]').first()
  await expect(machine).toBeVisible()
  await page.getByLabel('Konu').fill('Ana mil ses yapıyor')
  await page.getByLabel('Mesaj').fill('Dün başladı.')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'alarm.log', mimeType: 'text/plain', buffer: Buffer.from('E42') })
  await expect(page.getByText('· Yüklendi')).toBeVisible()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))

  await choose(page, 'en')
  await expect(page).toHaveTitle(/^(\(\d+\) )?New ticket/)
  await expect(page.getByLabel('Title')).toHaveValue('Ana mil ses yapıyor')
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('Dün başladı.')
  await expect(page.getByText('alarm.log').first()).toBeVisible()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Send the ticket' }).click()
  await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/This field is required\./)
  const request = page.waitForRequest(isChoice)
  await choose(page, 'tr')
  await expect(page.getByLabel('Konu')).toHaveAccessibleDescription(/Bu alan zorunlu\./)
  expect((await request).headers()['accept-language']).toBe('tr')
  await expect(page.getByText('alarm.log').first()).toBeVisible()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

test('a page with unsaved input at the choice of a language is not loaded again once that is saved', async ({
  visit,
  portal,
}) => {
  const page = await visit({ token: await portal.signIn('staff@demo.test') }, '/staff/companies')
  const release = await holdRequests(page, `**${routes.profile.change.path}`)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await chooseInPlace(page, 'en')
  await page.evaluate(() => document.body.toggleAttribute('data-unsaved', false))
  const saved = page.waitForResponse(response => isChoice(response.request()))
  release()
  await saved
  await page.waitForTimeout(500) // enough for a reload
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
})

for (const { user, path, title } of [
  { user: 'staff', path: '/staff/companies', title: 'Companies' },
  { user: null, path: '/forgotpassword', title: 'Reset your password' },
  { user: null, path: '/login', title: 'Sign in' }, // filled in by the demo
] as const)
  test(`where nothing would be lost, the flag loads the page again in the other language: ${path}`, async ({
    visit,
  }) => {
    const page = await visit(user, path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    if (path === '/login')
      await expect(page.getByLabel('E-posta')).toHaveValue('customer@demo.test')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    const loaded = page.waitForEvent('load')
    await page.getByRole('button', { name: languages.en, exact: true }).click()
    await loaded
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(false)
    if (user) {
      const back = page.waitForEvent('load')
      // the user's language is stored
      await page.getByRole('button', { name: languages.tr, exact: true }).click()
      await back
    }
  })

for (const { what, user, path, choose: chooseValue, kept } of [
  {
    what: 'the machine of a ticket without any text',
    user: 'customer',
    path: 'tickets/new',
    choose: async page => {
      const machine = page.getByLabel('Makine', { exact: true })
      await expect(machine.getByRole('option').nth(1)).toBeAttached()
      await machine.press('ArrowDown')
    },
    kept: page => expect(page.locator('[name=machine]')).not.toHaveValue(''),
  },
  {
    what: 'the priority of a ticket without any text',
    user: 'customer',
    path: 'tickets/new',
    choose: page => page.getByText('Makine duruyor').click(),
    kept: page => expect(page.locator('[name=priority][value=standing]')).toBeChecked(),
  },
  {
    what: 'the role of a colleague to invite',
    user: 'admin',
    path: '/admin/team/invite',
    choose: page => page.locator('[name=role][value=admin]').check(),
    kept: page => expect(page.locator('[name=role][value=admin]')).toBeChecked(),
  },
  {
    what: 'a setting of the vendor',
    user: 'admin',
    path: '/admin/settings',
    choose: page => page.locator('[name=assignOnReply]').selectOption('true'),
    kept: page => expect(page.locator('[name=assignOnReply]')).toHaveValue('true'),
  },
  {
    what: 'the colour of the mails',
    user: 'admin',
    path: '/admin/settings',
    choose: page => page.locator('[name=color]').fill('#123456'),
    kept: page => expect(page.locator('[name=color]')).toHaveValue('#123456'),
  },
] as {
  what: string
  user: 'customer' | 'admin'
  path: string
  choose: (page: Page) => Promise<unknown>
  kept: (page: Page) => Promise<void>
}[])
  test(`changing the language keeps what was chosen and is not sent: ${what}`, async ({
    visit,
    portal,
  }) => {
    const { accounts } = await portal.as('customer').call(routes.companies.accounts)
    const page = await visit(
      user,
      path.startsWith('/') ? path : `/account/${accounts[0]?._id}/${path}`,
    )
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await chooseValue(page)
    const saved = page.waitForResponse(response => isChoice(response.request()))
    await choose(page, 'en')
    await saved
    await page.waitForTimeout(500) // enough for a reload
    await kept(page)
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    await choose(page, 'tr') // the user's language is stored
  })

test('a choice that is saved is not lost: the flag loads the page again', async ({
  visit,
  portal,
}) => {
  const vendor = await portal.newVendor()
  const page = await visit({ token: vendor.admin }, `${vendor.url}/admin/settings`)
  await page.locator('[name=assignOnReply]').selectOption('true')
  await page.getByRole('button', { name: 'Kaydet' }).click()
  await expect(page.getByRole('status').filter({ hasText: /./ })).toBeVisible()
  await expect(page.locator('form[data-unsaved]')).toHaveCount(0)
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: languages.en, exact: true }).click()
  await loaded
  await expect(page.locator('[name=assignOnReply]')).toHaveValue('true')
})

test('a filtered table with another page size is loaded again in the other language, and stays so', async ({
  visit,
}) => {
  const page = await visit('staff', '/staff/tickets')
  await page.getByText('Kapalı', { exact: true }).first().click()
  await page.getByLabel('Sayfa başına kayıt').selectOption('20')
  await expect(page).toHaveURL(/size=20/)
  for (const [language, closed] of [
    ['en', 'Closed'],
    ['tr', 'Kapalı'], // the user's language is stored
  ] as const) {
    const loaded = page.waitForEvent('load')
    await choose(page, language)
    await loaded
    await expect(page.getByRole('radio', { name: closed })).toBeChecked()
    await expect(page).toHaveURL(/size=20/)
  }
})

test('a browser downloads the texts of its language only, and in parallel with the code', async ({
  visit,
}) => {
  const page = await visit(null, '/404', { language: 'en' })
  const texts = page.waitForRequest(/\/en-[^/]*\.js$/)
  await page.route(/\/index-[^/]*\.js$/, async route => {
    await texts
    await route.continue()
  })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  const scripts = await page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    return Promise.all(
      names
        .filter(name => name.endsWith('.js'))
        .map(async name => ({ name, text: await (await fetch(name)).text() })),
    )
  })
  expect(scripts.flatMap(({ name }) => /\/(tr|en)-/.exec(name)?.[1] ?? [])).toEqual(['en'])
  for (const { text } of scripts) expect(text).not.toMatch(/Giriş yap|Bu alan zorunlu|Talepler/)
})

const invitation = '/activate?token=abc&mail=ali%40example.com'
for (const { locale, path, title } of [
  { locale: 'en-GB', path: '/login', title: 'Sign in' },
  { locale: 'de-DE', path: '/login', title: 'Giriş yap' },
  { locale: 'de-DE', path: `${invitation}&lang=en`, title: 'Activate your account' },
  { locale: 'en-GB', path: `${invitation}&lang=tr`, title: 'Hesabınızı etkinleştirin' },
])
  test(`a first visit of ${path} with a browser in ${locale} reads "${title}"`, async ({
    browser,
    portal,
  }) => {
    const context = await browser.newContext({ locale, baseURL: portal.url })
    const page = await context.newPage()
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await context.close()
  })
