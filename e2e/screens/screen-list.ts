import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { mailsIn } from '#testing/mails.ts'
import { createCustomer } from '../portal/create-customer.ts'
import { type DemoPortal, type DemoRole, emailOf } from '../portal/demo-portal.ts'

export type Screen = {
  name: string
  user: DemoRole | { token: string } | null
  path: string
  /** Another screen shows the same page with the same kind of data. */
  isDuplicate?: true
  allowedConsole?: RegExp
  open?: (page: Page) => Promise<unknown>
}

/** Every screen with the demo's data, and the home pages of vendors without data. */
export async function listScreens(portal: DemoPortal): Promise<Screen[]> {
  const customer = portal.as('customer')
  const { accounts } = await customer.call(routes.companies.accounts)
  const account = accounts[0]?._id ?? ''
  const { tickets } = await customer.call(routes.tickets.listOfAccount, {
    params: { company: account },
  })
  const open = tickets.find(ticket => ticket.status === 'open')?._id ?? ''
  const closed = tickets.find(ticket => ticket.status === 'closed')?._id ?? ''
  const { machines } = await customer.call(routes.machines.listOfAccount, {
    params: { company: account },
  })
  const companyMachine = machines[0]?._id ?? ''
  const link = await invitationPath(portal, account, 'davetli@example.com')
  const users = `/admin/companies/${account}/users`
  const ofContact = await ticketOfContact(portal, account, companyMachine)
  const empty = emptyScreens.get(portal) ?? listEmptyScreens(portal)
  emptyScreens.set(portal, empty)
  const team = (user: 'admin' | 'staff'): Screen[] =>
    [
      { name: `${user}-home`, user, path: '/' },
      { name: `${user}-companies`, user, path: `/${user}/companies` },
      { name: `${user}-company`, user, path: `/${user}/companies/${account}` },
      ...(user === 'staff'
        ? [{ name: 'staff-users', user, path: `/staff/companies/${account}/users` }]
        : []),
      { name: `${user}-all-tickets`, user, path: `/${user}/tickets` },
      { name: `${user}-queue`, user, path: `/${user}/tickets?status=waiting` },
      {
        name: `${user}-queue-filtered`,
        user,
        path: `/${user}/tickets?priority=normal&period=year&company=${account}`,
      },
      {
        name: `${user}-queue-filter`,
        user,
        path: `/${user}/tickets`,
        open: openFilter,
      },
      { name: `${user}-new-ticket`, user, path: `/${user}/tickets/new?company=${account}` },
      {
        name: `${user}-new-ticket-of-contact`,
        user,
        path: `/${user}/tickets/new?company=${account}`,
        open: openNewContact,
        ...(user === 'admin' && { isDuplicate: true as const }),
      },
      { name: `${user}-company-machines`, user, path: `/${user}/companies/${account}/machines` },
      {
        name: `${user}-company-machine`,
        user,
        path: `/${user}/companies/${account}/machines/${companyMachine}`,
      },
      { name: `${user}-tickets`, user, path: `/${user}/companies/${account}/tickets` },
      { name: `${user}-ticket`, user, path: `/${user}/companies/${account}/tickets/${open}` },
      {
        name: `${user}-ticket-note`,
        user,
        path: `/${user}/companies/${account}/tickets/${open}`,
        open: (page: Page) => page.locator('[aria-keyshortcuts=n]').click(),
      },
      {
        name: `${user}-ticket-correction`,
        user,
        path: `/${user}/companies/${account}/tickets/${open}`,
        open: openCorrection,
      },
    ].map(screen => ({
      ...screen,
      ...(user === 'admin' && !screen.path.includes('/machines') && { isDuplicate: true }),
    }))
  return [
    { name: 'login', user: null, path: '/login' },
    {
      name: 'no-portal',
      user: null,
      path: urlWithoutPortal(portal),
      allowedConsole: /status of 404/,
    },
    { name: 'forgot-password', user: null, path: '/forgotpassword' },
    { name: 'activate', user: null, path: link },
    {
      name: 'reset-password',
      user: null,
      path: link.replace('/activate', '/resetpassword'),
      isDuplicate: true,
    },
    { name: 'used-invitation', user: null, path: '/activate?token=abc&mail=ali%40example.com' },
    { name: 'used-reset', user: null, path: '/resetpassword?token=abc&mail=ali%40example.com' },
    {
      name: 'used-confirm-email',
      user: null,
      path: '/confirm-email?token=abc&mail=ali%40example.com',
    },
    { name: 'broken-link', user: null, path: '/activate', isDuplicate: true },
    { name: 'invite-success', user: null, path: '/forgotpassword', open: openInviteSuccess },
    { name: 'invite-success-neutral', user: null, path: '/invite-success' },
    { name: 'registration-success', user: null, path: '/registeration-success', isDuplicate: true },
    { name: 'phone-verification', user: null, path: '/phone-verification' },
    { name: 'error-403-admin', user: 'admin', path: '/403?from=/staff/companies' },
    ...['400', '403', '404', '500', '503'].map(code => ({
      name: `error-${code}`,
      user: null,
      path: `/${code}`,
      ...(code !== '403' && { isDuplicate: true as const }),
    })),
    { name: 'not-found', user: 'customer', path: '/no/such/page' },
    { name: 'home', user: 'customer', path: '/' },
    { name: 'profile', user: 'customer', path: '/settings/profile' },
    { name: 'profile-team', user: 'admin', path: '/settings/profile' },
    { name: 'security', user: 'customer', path: '/security' },
    { name: 'notifications', user: 'staff', path: '/notifications' },
    { name: 'notification-settings', user: 'customer', path: '/settings/notifications' },
    { name: 'notification-settings-team', user: 'staff', path: '/settings/notifications' },
    { name: 'saved-replies', user: 'staff', path: '/settings/replies' },
    { name: 'saved-reply', user: 'admin', path: '/settings/replies', open: openReply },
    {
      name: 'reply-picker',
      user: 'staff',
      path: `/staff/companies/${account}/tickets/${open}`,
      open: openReplyPicker,
    },
    {
      name: 'unsubscribe',
      user: null,
      path: '/unsubscribe?token=abc.ticket.answered-ticket.closed.def',
    },
    { name: 'unsubscribe-damaged', user: null, path: '/unsubscribe?token=abc' },
    {
      name: 'bell',
      user: 'staff',
      path: '/',
      open: openBell,
    },
    { name: 'accounts', user: 'customer', path: '/accounts' },
    { name: 'account', user: 'customer', path: `/account/${account}` },
    { name: 'machines', user: 'customer', path: `/account/${account}/machines` },
    { name: 'machine', user: 'customer', path: `/account/${account}/machines/${companyMachine}` },
    { name: 'tickets', user: 'customer', path: `/account/${account}/tickets` },
    {
      name: 'tickets-archived',
      user: 'customer',
      path: `/account/${account}/tickets?status=archived`,
    },
    { name: 'new-ticket', user: 'customer', path: `/account/${account}/tickets/new` },
    { name: 'ticket', user: 'customer', path: `/account/${account}/tickets/${open}` },
    { name: 'ticket-closed', user: 'customer', path: `/account/${account}/tickets/${closed}` },
    {
      name: 'new-ticket-continuing',
      user: 'customer',
      path: `/account/${account}/tickets/new?continues=${closed}`,
    },
    {
      name: 'new-ticket-from-mail',
      user: 'customer',
      path: `/account/${account}/tickets/new?mail=${await portal.addAnsweredMail(emailOf('customer'))}`,
    },
    {
      name: 'ticket-number-missing',
      user: 'customer',
      path: '/t/999999',
      allowedConsole: /status of 404/,
    },
    { name: 'live-support', user: 'customer', path: `/live/${open}` },
    { name: 'live-support-team', user: 'staff', path: `/live/${open}` },
    { name: 'catalogue', user: 'admin', path: '/admin/machines' },
    {
      name: 'catalogue-machine',
      user: 'admin',
      path: `/admin/machines/${machines[0]?.machine._id}`,
    },
    { name: 'admin-users', user: 'admin', path: users },
    {
      name: 'edit-user',
      user: 'admin',
      path: `/admin/companies/${account}/users`,
      open: openEditing,
    },
    { name: 'add-contact', user: 'admin', path: users, open: openAddContact },
    { name: 'invite-contact', user: 'admin', path: users, open: openInviteContact },
    {
      name: 'ticket-of-contact',
      user: 'staff',
      path: `/staff/companies/${account}/tickets/${ofContact}`,
    },
    { name: 'invite-user', user: 'admin', path: `/admin/companies/${account}/invite-user` },
    { name: 'security-team', user: 'admin', path: '/security' },
    { name: 'team', user: 'admin', path: '/admin/team' },
    { name: 'edit-colleague', user: 'admin', path: '/admin/team', open: openEditing },
    { name: 'mails', user: 'admin', path: '/admin/mail' },
    { name: 'received-mails', user: 'admin', path: '/admin/mail/received' },
    { name: 'mail-sender', user: 'admin', path: '/admin/mail/sender', open: openSenderRecords },
    { name: 'audit', user: 'admin', path: '/admin/audit' },
    { name: 'settings', user: 'admin', path: '/admin/settings' },
    { name: 'targets', user: 'admin', path: '/admin/settings/targets' },
    { name: 'topics', user: 'admin', path: '/admin/settings/topics' },
    {
      name: 'topic-picker',
      user: 'admin',
      path: `/admin/companies/${account}/tickets/${open}`,
      open: openTopicPicker,
    },
    { name: 'team-invite', user: 'admin', path: '/admin/team/invite' },
    {
      name: 'reauthentication',
      user: { token: await portal.ageSession(await portal.signIn(emailOf('admin'))) },
      path: '/admin/audit',
      allowedConsole: /status of 403/,
      open: openReauthentication,
    },
    ...team('admin'),
    ...team('staff'),
    ...(await empty),
  ]
}

/** As the page does that has just saved a password. */
async function openInviteSuccess(page: Page) {
  await page.getByRole('button', { name: /^(Bağlantıyı gönder|Send the link)$/ }).waitFor()
  await page.evaluate(() =>
    history.pushState(
      { passwordSaved: 'Parolanız kaydedildi. Artık giriş yapabilirsiniz.' },
      '',
      '/invite-success?mail=ali%40example.com',
    ),
  )
  await page.getByRole('heading', { name: /^(Her şey hazır|You are all set)$/ }).waitFor()
}

/** Saves a sender address, so that the page has its DNS records. */
async function openSenderRecords(page: Page) {
  const address = page.getByLabel(/^(Gönderen adresi|Sender's address)/)
  await address.fill('destek@ornekmakine.example')
  await page.getByRole('button', { name: /^(Kaydet|Save)$/ }).click()
  await page.getByRole('heading', { name: /^(DNS kayıtları|DNS records)$/ }).waitFor()
}

async function openNewContact(page: Page) {
  await page.getByLabel(/^(Kimin adına|On behalf of)$/).selectOption('new')
  await page.getByLabel(/^(Soyad|Surname)$/).waitFor()
}

async function openAddContact(page: Page) {
  await page.getByRole('button', { name: /^(Kişi ekle|Add a contact)$/ }).click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

async function openInviteContact(page: Page) {
  await page
    .getByRole('button', { name: /^(Portala davet et|Invite to the portal): / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

/** The first person of a list, in the dialog that corrects them. */
async function openEditing(page: Page) {
  await page
    .getByRole('button', { name: /^(Düzenle|Edit): / })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

async function openReauthentication(page: Page) {
  await page.getByRole('button', { name: /^(CSV olarak indir|Download as CSV)$/ }).click()
  await page.getByLabel(/^(Parolanız|Your password)$/).waitFor()
}

async function openFilter(page: Page) {
  await page.locator('[aria-keyshortcuts=f]').click()
  await page.getByRole('dialog').getByRole('combobox').first().waitFor()
}

async function openCorrection(page: Page) {
  const opener = page.getByRole('button', { name: /^(Talebi düzelt|Correct the ticket)$/ })
  const details = page.locator('summary', { hasText: /^(Talep bilgileri|Ticket details)$/ })
  await opener.or(details).waitFor() // folded on a phone
  if (await details.isVisible()) await details.click()
  await opener.click()
  const chosen = page.getByRole('dialog').locator('[data-field=requester] option:checked')
  await chosen.filter({ hasText: '@' }).waitFor({ state: 'attached' })
}

async function openBell(page: Page) {
  await page.getByRole('button', { name: /^Bildirimler|^Notifications/ }).click()
  await page.getByRole('link', { name: /^(Tüm bildirimler|All notifications)$/ }).waitFor()
}

async function openReply(page: Page) {
  await page
    .getByRole('button', { name: /\/servis\b/ })
    .first()
    .click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
}

async function openReplyPicker(page: Page) {
  await page.getByRole('button', { name: /^(Hazır yanıt ekle|Insert a saved reply)/ }).click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

async function openTopicPicker(page: Page) {
  const add = page.getByRole('button', { name: /^(Kategori ekle|Add a topic)$/ })
  const details = page.getByText(/^(Talep bilgileri|Ticket details)$/)
  await add.or(details).first().waitFor()
  if (await details.isVisible()) await details.click()
  await add.click()
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

const emptyScreens = new WeakMap<DemoPortal, Promise<Screen[]>>()

async function listEmptyScreens(portal: DemoPortal): Promise<Screen[]> {
  const [first, second] = await Promise.all([portal.newVendor(), portal.newVendor()])
  const { token } = await createCustomer(second)
  const email = `isil@${new URL(second.url).hostname}.test`
  await second.call(routes.profile.requestEmail, { body: { email } }, token)
  const { href } = await mailsIn({ dataDir: portal.folder }).linkTo(email)
  return [
    { name: 'confirm-email', user: null, path: href },
    { name: 'profile-new-email', user: { token }, path: `${second.url}/settings/profile` },
    { name: 'admin-home-empty', user: { token: first.admin }, path: `${first.url}/` },
    { name: 'home-empty', user: { token }, path: `${second.url}/` },
    {
      name: 'saved-replies-empty',
      user: { token: first.admin },
      path: `${first.url}/settings/replies`,
    },
    {
      name: 'topics-empty',
      user: { token: first.admin },
      path: `${first.url}/admin/settings/topics`,
    },
  ]
}

/** The ticket of a company's contact, who has a telephone number only. */
async function ticketOfContact(portal: DemoPortal, company: string, machine: string) {
  const staff = portal.as('staff')
  const title = 'Telefonla bildirildi: konveyör durdu'
  const { tickets } = await staff.call(routes.tickets.list, { query: { company, search: title } })
  if (tickets[0]) return tickets[0]._id
  const { _id } = await staff.call(routes.tickets.openOnBehalf, {
    params: { company },
    body: {
      title,
      machine,
      message: 'Konveyör vardiya başında durdu, kırmızı ışık yanıyor.',
      contact: { name: 'Şükrü', surname: 'Çalışkan', phone: '+90 224 555 20 20' },
    },
  })
  return _id
}

/** A domain of this installation without a vendor. */
export function urlWithoutPortal(portal: DemoPortal): string {
  const address = new URL('/', portal.url)
  address.hostname = 'yok.localhost'
  return address.href
}

/** The path and query of a valid invitation to a company. */
export async function invitationPath(
  portal: DemoPortal,
  company: string,
  email: string,
): Promise<string> {
  const admin = portal.as('admin')
  const { users } = await admin.call(routes.users.list, { params: { company } })
  const existing = users.find(user => user.email === email)
  const { activationLink = '' } = existing
    ? await admin.call(routes.users.remind, { params: { company, user: existing._id } })
    : await admin.call(routes.users.invite, {
        params: { company },
        body: { email, name: 'İnci', surname: 'Şahin', phone: '+90 476 227 10 10' },
      })
  return activationLink.slice(portal.url.length)
}
