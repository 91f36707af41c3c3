import { routes } from '#contract/routes.ts'
import { purchaseDay } from '#testing/days.ts'
import type { DemoPortal } from './demo-portal.ts'

type Vendor = Awaited<ReturnType<DemoPortal['newVendor']>>

export async function createCustomer(vendor: Vendor) {
  const { _id: company } = await vendor.call(routes.companies.create, {
    body: { name: 'Şişli Pres Sanayi' },
  })
  const invited = await vendor.call(routes.users.invite, {
    params: { company },
    body: { email: 'isil@musteri.test', name: 'Işıl', surname: 'Öztürk' },
  })
  return { company, token: await vendor.activate(invited.activationLink ?? '') }
}

/** A customer with one machine, of which there is no ticket yet. */
export async function createCustomerWithMachine(vendor: Vendor) {
  const { company, token } = await createCustomer(vendor)
  const { _id: machine } = await vendor.call(routes.machines.create, {
    body: { name: 'Eksantrik pres', sku: 'PR-60' },
  })
  const { _id: companyMachine } = await vendor.call(routes.machines.assign, {
    params: { company },
    body: { machine, serialNumber: 'S-1', dateOfPurchase: purchaseDay },
  })
  return { company, token, companyMachine }
}
