import { routes } from '#contract/routes.ts'
import type { DemoPortal } from './demo-portal.ts'

/** Opens a ticket as the demo's customer, who has two accounts. */
export async function openTicket(
  portal: DemoPortal,
  title = `Hidrolik kaçağı ${Math.random().toString(36).slice(2)}`,
  account = 0,
) {
  const customer = portal.as('customer')
  const company = (await customer.call(routes.companies.accounts)).accounts[account]?._id ?? ''
  const machine =
    (await customer.call(routes.machines.listOfAccount, { params: { company } })).machines[0]
      ?._id ?? ''
  const { _id: ticket, number } = await customer.call(routes.tickets.open, {
    params: { company },
    body: { title, machine, message: 'Piston altında yağ var.' },
  })
  return { company, ticket, number, title, path: `/account/${company}/tickets/${ticket}` }
}

/** Writes on a ticket as a colleague. */
export const reply = (portal: DemoPortal, ticket: string, contents: string) =>
  portal.as('staff').call(routes.tickets.reply, { params: { ticket }, body: { contents } })
