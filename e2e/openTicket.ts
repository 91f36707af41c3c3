import { routes } from '#contract/routes.ts'
import type { Portal } from './portal.ts'

/** A new ticket of the demo's customer, of the first of their two companies unless told otherwise. */
export async function openTicket(portal: Portal, title = `Hidrolik kaçağı ${Math.random().toString(36).slice(2)}`, account = 0) {
  const customer = portal.as('customer')
  const company = (await customer.call(routes.companies.accounts)).accounts[account]?._id ?? ''
  const machine = (await customer.call(routes.machines.listOfAccount, { params: { company } })).machines[0]?._id ?? ''
  const ticket = await customer.call(routes.tickets.open, {
    params: { company },
    body: { title, machine, message: 'Piston altında yağ var.' },
  })
  return { company, ticket: ticket._id, title, path: `/account/${company}/tickets/${ticket._id}` }
}
