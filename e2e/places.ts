import { routes } from '#contract/routes.ts'
import type { Portal, Who } from './portal.ts'

/** A screen: who looks at it, and where it is. */
export type Place = {
  name: string
  who: Who | null
  path: string
  /** Another place shows the same page with the same kind of data. */
  twin?: true
}

/** Every screen there is, with the demo's data on it. */
export async function placesOf(portal: Portal): Promise<Place[]> {
  const customer = portal.as('customer')
  const { accounts } = await customer.call(routes.companies.accounts)
  const account = accounts[0]?._id ?? ''
  const { tickets } = await customer.call(routes.tickets.listOfAccount, { params: { company: account } })
  const open = tickets.find(ticket => ticket.status === 'open')?._id ?? ''
  const closed = tickets.find(ticket => ticket.status === 'closed')?._id ?? ''
  const { machines } = await customer.call(routes.machines.listOfAccount, { params: { company: account } })
  const companyMachine = machines[0]?._id ?? ''
  const team = (who: 'admin' | 'staff'): Place[] =>
    [
      { name: `${who}-home`, who, path: '/' },
      { name: `${who}-companies`, who, path: `/${who}/companies` },
      { name: `${who}-company`, who, path: `/${who}/companies/${account}` },
      { name: `${who}-all-tickets`, who, path: `/${who}/tickets` },
      { name: `${who}-company-machines`, who, path: `/${who}/companies/${account}/machines` },
      { name: `${who}-company-machine`, who, path: `/${who}/companies/${account}/machines/${companyMachine}` },
      { name: `${who}-tickets`, who, path: `/${who}/companies/${account}/tickets` },
      { name: `${who}-ticket`, who, path: `/${who}/companies/${account}/tickets/${open}` },
    ].map(place => ({ ...place, ...(who === 'admin' && !place.path.includes('/machines') && { twin: true }) }))
  return [
    { name: 'login', who: null, path: '/login' },
    { name: 'forgot-password', who: null, path: '/forgotpassword' },
    { name: 'activate', who: null, path: '/activate?token=abc&mail=ali%40example.com' },
    { name: 'reset-password', who: null, path: '/resetpassword?token=abc&mail=ali%40example.com', twin: true },
    { name: 'broken-link', who: null, path: '/activate' },
    { name: 'invite-success', who: null, path: '/invite-success?mail=ali%40example.com' },
    ...['400', '403', '404', '500', '503'].map(code => ({
      name: `error-${code}`,
      who: null,
      path: `/${code}`,
      ...(code !== '403' && { twin: true as const }),
    })),
    { name: 'home', who: 'customer', path: '/' },
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
    ...team('admin'),
    ...team('staff'),
  ]
}
