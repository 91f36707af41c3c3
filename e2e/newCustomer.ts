import { routes } from '#contract/routes.ts'
import type { Portal } from './portal.ts'

/** A vendor's first customer: a company without machines, and a user of it, who has just set their password. */
export async function newCustomer(vendor: Awaited<ReturnType<Portal['newVendor']>>) {
  const { _id: company } = await vendor.call(routes.companies.create, { body: { name: 'Şişli Pres Sanayi' } })
  const invited = await vendor.call(routes.users.invite, {
    params: { company },
    body: { email: 'isil@musteri.test', name: 'Işıl', surname: 'Öztürk' },
  })
  return { company, token: await vendor.activated(invited.activationLink ?? '') }
}
