import { routes } from '#contract/routes.ts'
import type { DemoPortal } from './demo-portal.ts'

export async function createCustomer(vendor: Awaited<ReturnType<DemoPortal['newVendor']>>) {
  const { _id: company } = await vendor.call(routes.companies.create, {
    body: { name: 'Şişli Pres Sanayi' },
  })
  const invited = await vendor.call(routes.users.invite, {
    params: { company },
    body: { email: 'isil@musteri.test', name: 'Işıl', surname: 'Öztürk' },
  })
  return { company, token: await vendor.activate(invited.activationLink ?? '') }
}
