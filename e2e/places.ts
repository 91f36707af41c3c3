import type { Page } from '@playwright/test'
import { routes } from '#contract/routes.ts'
import { newCustomer } from './newCustomer.ts'
import { emailOf, type Portal, type Who } from './portal.ts'

/** A screen: who looks at it, and where it is. */
export type Place = {
  name: string
  who: Who | { token: string } | null
  path: string
  /** Another place shows the same page with the same kind of data. */
  twin?: true
  /** What the console says there, rightly. */
  tolerates?: RegExp
  /** Opens what is to be looked at, over the page. */
  open?: (page: Page) => Promise<unknown>
}

/** Every screen there is, with the demo's data on it; and homes with nothing on them. */
export async function placesOf(portal: Portal): Promise<Place[]> {
  const customer = portal.as('customer')
  const { accounts } = await customer.call(routes.companies.accounts)
  const account = accounts[0]?._id ?? ''
  const { tickets } = await customer.call(routes.tickets.listOfAccount, { params: { company: account } })
  const open = tickets.find(ticket => ticket.status === 'open')?._id ?? ''
  const closed = tickets.find(ticket => ticket.status === 'closed')?._id ?? ''
  const { machines } = await customer.call(routes.machines.listOfAccount, { params: { company: account } })
  const companyMachine = machines[0]?._id ?? ''
  const link = await invitationTo(portal, account, 'davetli@example.com')
  const empty = emptyOf.get(portal) ?? withoutData(portal)
  emptyOf.set(portal, empty)
  const team = (who: 'admin' | 'staff'): Place[] =>
    [
      { name: `${who}-home`, who, path: '/' },
      { name: `${who}-companies`, who, path: `/${who}/companies` },
      { name: `${who}-company`, who, path: `/${who}/companies/${account}` },
      ...(who === 'staff' ? [{ name: 'staff-users', who, path: `/staff/companies/${account}/users` }] : []),
      { name: `${who}-all-tickets`, who, path: `/${who}/tickets` },
      { name: `${who}-company-machines`, who, path: `/${who}/companies/${account}/machines` },
      { name: `${who}-company-machine`, who, path: `/${who}/companies/${account}/machines/${companyMachine}` },
      { name: `${who}-tickets`, who, path: `/${who}/companies/${account}/tickets` },
      { name: `${who}-ticket`, who, path: `/${who}/companies/${account}/tickets/${open}` },
    ].map(place => ({ ...place, ...(who === 'admin' && !place.path.includes('/machines') && { twin: true }) }))
  return [
    { name: 'login', who: null, path: '/login' },
    { name: 'no-portal', who: null, path: addressWithoutPortal(portal), tolerates: /status of 404/ },
    { name: 'forgot-password', who: null, path: '/forgotpassword' },
    { name: 'activate', who: null, path: link },
    { name: 'reset-password', who: null, path: link.replace('/activate', '/resetpassword'), twin: true },
    { name: 'used-invitation', who: null, path: '/activate?token=abc&mail=ali%40example.com' },
    { name: 'used-reset', who: null, path: '/resetpassword?token=abc&mail=ali%40example.com' },
    { name: 'broken-link', who: null, path: '/activate', twin: true },
    { name: 'phone-verification', who: null, path: '/phone-verification' },
    { name: 'registration-success', who: null, path: '/registeration-success' },
    { name: 'invite-success', who: null, path: '/invite-success?mail=ali%40example.com' },
    ...['400', '403', '404', '500', '503'].map(code => ({
      name: `error-${code}`,
      who: null,
      path: `/${code}`,
      ...(code !== '403' && { twin: true as const }),
    })),
    { name: 'home', who: 'customer', path: '/' },
    { name: 'security', who: 'customer', path: '/security' },
    { name: 'accounts', who: 'customer', path: '/accounts' },
    { name: 'account', who: 'customer', path: `/account/${account}` },
    { name: 'machines', who: 'customer', path: `/account/${account}/machines` },
    { name: 'machine', who: 'customer', path: `/account/${account}/machines/${companyMachine}` },
    { name: 'tickets', who: 'customer', path: `/account/${account}/tickets` },
    { name: 'tickets-archived', who: 'customer', path: `/account/${account}/tickets?status=archived` },
    { name: 'new-ticket', who: 'customer', path: `/account/${account}/tickets/new` },
    { name: 'ticket', who: 'customer', path: `/account/${account}/tickets/${open}` },
    { name: 'ticket-closed', who: 'customer', path: `/account/${account}/tickets/${closed}` },
    { name: 'catalogue', who: 'admin', path: '/admin/machines' },
    { name: 'catalogue-machine', who: 'admin', path: `/admin/machines/${machines[0]?.machine._id}` },
    { name: 'admin-users', who: 'admin', path: `/admin/companies/${account}/users` },
    { name: 'invite-user', who: 'admin', path: `/admin/companies/${account}/invite-user` },
    { name: 'security-team', who: 'admin', path: '/security' },
    { name: 'team', who: 'admin', path: '/admin/team' },
    { name: 'mails', who: 'admin', path: '/admin/mail' },
    { name: 'audit', who: 'admin', path: '/admin/audit' },
    { name: 'team-invite', who: 'admin', path: '/admin/team/invite' },
    {
      name: 'reauthentication',
      who: { token: await portal.age(await portal.signIn(emailOf('admin'))) },
      path: '/admin/audit',
      tolerates: /status of 403/,
      open: openReauthentication,
    },
    ...team('admin'),
    ...team('staff'),
    ...(await empty),
  ]
}

/** Asks for the audit as CSV in a session that last showed the password 15 minutes ago. */
async function openReauthentication(page: Page) {
  await page.getByRole('button', { name: /^(CSV olarak indir|Download as CSV)$/ }).click()
  await page.getByLabel(/^(Parolanız|Your password)$/).waitFor()
}

const emptyOf = new WeakMap<Portal, Promise<Place[]>>()

async function withoutData(portal: Portal): Promise<Place[]> {
  const [first, second] = await Promise.all([portal.newVendor(), portal.newVendor()])
  const { token } = await newCustomer(second)
  return [
    { name: 'admin-home-empty', who: { token: first.admin }, path: `${first.url}/` },
    { name: 'home-empty', who: { token }, path: `${second.url}/` },
  ]
}

/** An address of this installation at which no vendor has its portal. */
export function addressWithoutPortal(portal: Portal): string {
  const address = new URL('/', portal.url)
  address.hostname = 'yok.localhost'
  return address.href
}

/** The way of a live invitation to a company, from the portal's address on. */
export async function invitationTo(portal: Portal, company: string, email: string): Promise<string> {
  const admin = portal.as('admin')
  const { users } = await admin.call(routes.users.list, { params: { company } })
  const there = users.find(user => user.email === email)
  const { activationLink = '' } = there
    ? await admin.call(routes.users.remind, { params: { company, user: there._id } })
    : await admin.call(routes.users.invite, {
        params: { company },
        body: { email, name: 'İnci', surname: 'Şahin', phone: '+90 476 227 10 10' },
      })
  return activationLink.slice(portal.url.length)
}
