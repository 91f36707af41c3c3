import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Output, Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import {
  activate,
  createClient,
  createVendor,
  isDone,
  type PortalProcess,
} from './portal-process.ts'

export type Company = { id: string; machine: string }
export type Vendor = {
  domain: string
  /** tokens, the administrator's first */
  team: string[]
  customers: { token: string; companies: string[] }[]
  companies: Company[]
}
/** A message that was acknowledged; `at` is when it was sent (as `Date.now()`). */
export type Written = {
  text: string
  domain: string
  company: string
  byTeam: boolean
  at: number
  phase: string
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

/** Writes the next message of a company: customers open
 * tickets, and reply in turn with the team. */
function createWriter(
  url: string,
  { domain, team, customers }: Vendor,
  { id: company, machine }: Company,
  ticketsEach: number,
) {
  const client = createClient(
    () => url,
    () => '',
    domain,
  )
  const members = customers.filter(({ companies }) => companies.includes(company))
  const tickets: string[] = []

  /** Repeats a call until it is acknowledged, with the same key. */
  async function write<R extends Route>(route: R, token: string, request: Request<R>) {
    const key = { 'idempotency-key': randomUUID() }
    for (;;) {
      const at = Date.now()
      const answer = await client.send(token, route, request, key)
      if (isDone(answer)) return { at, body: answer.body as Output<R> }
      await pause(50)
    }
  }

  return async (n: number): Promise<Omit<Written, 'phase'> | null> => {
    const text = `${company} ${n}`
    const byTeam = n % 2 === 1
    const one = (tokens: string[]) => tokens[Math.floor(n / 2) % tokens.length] as string
    const token = one(byTeam ? team : members.map(member => member.token))
    const ticket = tickets[n % tickets.length]
    const body = { contents: text }
    let at: number
    if (!byTeam && (ticket === undefined || (n % 4 === 0 && tickets.length < ticketsEach))) {
      const opened = await write(routes.tickets.open, token, {
        params: { company },
        body: { title: text, machine, message: text },
      })
      tickets.push(opened.body._id)
      at = opened.at
    } else if (ticket !== undefined) {
      // its loss is no loss: it is repeated, and ends by itself
      const presence = { params: { ticket }, body: { state: 'typing' as const } }
      await client.send(token, routes.live.presence, presence)
      at = byTeam
        ? (await write(routes.tickets.reply, token, { params: { ticket }, body })).at
        : (
            await write(routes.tickets.replyOfAccount, token, {
              params: { company, ticket },
              body,
            })
          ).at
    } else return null
    if (n % 10 === 5)
      await client.send(team[0] ?? null, routes.companies.update, {
        params: { company },
        body: { name: `Firma ${n}` },
      })
    return { text, domain, company, byTeam, at }
  }
}

/** A write of each company each `interval` ms. */
export function startConversations(
  url: string,
  vendors: Vendor[],
  { ticketsEach, interval }: { ticketsEach: number; interval: number },
) {
  const written: Written[] = []
  let phase = ''
  let suspended: PromiseWithResolvers<void> | undefined
  let isStopping = false
  const inFlight = new Set<Promise<void>>()

  async function converse(vendor: Vendor, company: Company) {
    const writeNext = createWriter(url, vendor, company, ticketsEach)
    const write = async (n: number) => {
      const message = await writeNext(n)
      if (message) written.push({ ...message, phase })
    }
    for (let n = 0; !isStopping; n++) {
      if (suspended) {
        await suspended.promise
        await pause(interval * Math.random()) // users do not write at the same moment
      }
      const writing = write(n)
      inFlight.add(writing)
      await writing.finally(() => inFlight.delete(writing))
      await pause(interval * (0.5 + Math.random()))
    }
  }

  const running = Promise.all(
    vendors.flatMap(vendor => vendor.companies.map(company => converse(vendor, company))),
  )
  running.catch(() => {}) // `stop` awaits it
  return {
    written,
    phase: () => phase,
    begin(next: string) {
      phase = next
      suspended?.resolve()
      suspended = undefined
    },
    /** Resolves when no write is in flight; none begins until `begin`. */
    async suspend() {
      suspended ??= Promise.withResolvers<void>()
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
    async stop() {
      isStopping = true
      suspended?.resolve()
      await running
    },
  }
}
