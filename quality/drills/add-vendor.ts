import { routes } from '#contract/routes.ts'
import { activate, createClient, createVendor, type PortalProcess } from './portal-process.ts'

export type Company = { id: string; machine: string }
export type Vendor = {
  domain: string
  /** tokens, the administrator's first */
  team: string[]
  customers: { token: string; companies: string[] }[]
  companies: Company[]
}
type Size = { staff: number; companies: number; customersEach: number }

/** A vendor with a team and companies; one more customer belongs to the first two of these. */
export async function addVendor(
  portal: PortalProcess,
  domain: string,
  { staff, companies: count, customersEach }: Size,
): Promise<Vendor> {
  const client = createClient(portal.url, () => '', domain)
  const at = `${domain.replaceAll('.', '-')}.test`
  const admin = await activate(client, await createVendor(portal, domain, domain, `selin@${at}`))
  const person = (name: string) => ({ email: `${name}@${at}`, name: 'Işıl', surname: 'Öztürk' })
  const join = (company: string, name: string) =>
    client.call(admin, routes.users.invite, { params: { company }, body: person(name) })
  const team = [admin]
  for (let n = 0; n < staff; n++) {
    const body = { ...person(`ekip${n}`), role: 'staff' as const }
    const { activationLink } = await client.call(admin, routes.team.invite, { body })
    team.push(await activate(client, activationLink ?? ''))
  }
  const { _id: model } = await client.call(admin, routes.machines.create, {
    body: { name: 'Abkant pres', sku: 'AP-1' },
  })
  const companies: Company[] = []
  const customers: Vendor['customers'] = []
  for (let n = 0; n < count; n++) {
    const { _id: id } = await client.call(admin, routes.companies.create, {
      body: { name: `Firma ${n}` },
    })
    const { _id: machine } = await client.call(admin, routes.machines.assign, {
      params: { company: id },
      body: { machine: model, serialNumber: `SN-${n}`, dateOfPurchase: '2026-03-15' },
    })
    companies.push({ id, machine })
    for (let each = 0; each < customersEach; each++) {
      const { activationLink } = await join(id, `kisi${n}-${each}`)
      customers.push({ token: await activate(client, activationLink ?? ''), companies: [id] })
    }
  }
  const [first, second] = companies.map(({ id }) => id)
  if (first && second) {
    await join(first, 'ortak')
    const { activationLink } = await join(second, 'ortak')
    const token = await activate(client, activationLink ?? '')
    customers.push({ token, companies: [first, second] })
  }
  return { domain, team, customers, companies }
}
