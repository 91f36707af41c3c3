import { everyRoute } from '#contract/routes.ts'
import type { Asker } from './build.ts'
import type { Operation } from './document.ts'
import type { Secret } from './judge.ts'
import { Memory } from './memory.ts'
import { idsOfCompany, idsOfVendor } from './rows.ts'
import {
  calmDown,
  colleague,
  failMails,
  furnish,
  inTwoSteps,
  marks,
  openTicket,
  other,
  own,
  type Person,
  type Place,
  requireSecondFactor,
  slot,
  stillIn,
  uploaded,
  type World,
} from './world.ts'

/** Somebody in whose name requests are made. */
export type Actor = {
  asker: Asker
  secrets: Secret[]
  allowed: (operation: Operation) => boolean
  /** Has them signed in, with things around them to ask about: before each round, and where they have signed themselves out. */
  refresh: () => Promise<void>
  /** Their token is one of this vendor's, so a call is not to be answered as if they had none. */
  signsIn: boolean
}
type Maker = (world: World, operations: Operation[]) => Promise<Actor>
type Role = 'operator' | 'admin' | 'staff' | 'customer' | null

/** Those who change nothing that matters come first, the administrators, who remove what there is, last. */
export const roles: Record<string, Maker> = {
  nobody: (world, operations) => visitor(world, operations, null),
  stranger: (world, operations) => visitor(world, operations, world.away.admin),
  customer,
  staff: (world, operations) => teamMember(world, operations, 'staff'),
  administrator: (world, operations) => teamMember(world, operations, 'admin'),
  operator: (world, operations) => teamMember(world, operations, 'operator'),
}

/** Nobody at all, or another vendor's administrator with a live token: the same to this vendor. They have what comes in mails. */
async function visitor(world: World, operations: Operation[], stranger: Person | null): Promise<Actor> {
  const place = await furnish(world.portal, own, world.keeper.call, marks.home)
  const ids = await idsOfVendor(world.owner, world.home.id)
  const shared = await slot(world.keeper.call, 'paylasilan.txt', 5)
  await world.portal.askAt(shared.url.replace(/^https?:\/\/[^/]+/, ''), { method: 'PUT', body: Buffer.from('bytes') })
  const call: typeof world.keeper.call = (...asked) => world.keeper.call(...asked)
  const model = await call('POST', '/admin/machine', { name: 'Herkesin', sku: 'H' })
  const file = await call('POST', `/admin/machine/${model._id}/file`, { file: shared.id })
  const secrets = [...(await secretsOfOther(world)), secret('of the vendor', ids, marks.home)]
  const { asker, signingIn, ...actor } = await actorOf(world, operations, { person: stranger, role: null, secrets })
  asker.foreign.company = ids
  return {
    asker,
    ...actor,
    async refresh() {
      await calmDown(world)
      asker.memory.remember('email', place.member.email)
      asker.memory.follow('signedURL', String(file.signedURL))
      asker.memory.follow('url', (await slot(call, 'yuklenen.txt', 20)).url, { fileSize: 20 })
      const reminded = await call('POST', `/admin/company/${place.company}/user/${place.pending._id}/invitation`).catch(async () => {
        Object.assign(place, await furnish(world.portal, own, call, marks.home)) // they took up their invitation
        return place.pending
      })
      asker.memory.follow('activationLink', String(reminded.activationLink))
      await signingIn(asker.memory)
    },
  }
}

async function customer(world: World, operations: Operation[]): Promise<Actor> {
  const place = await furnish(world.portal, own, world.keeper.call, marks.home)
  const [mine, theirs] = [await idsOfCompany(world.owner, place.company), await idsOfCompany(world.owner, world.neighbour.company)]
  const shared = new Set(Object.values(mine).flat())
  const neighbours = Object.fromEntries(Object.entries(theirs).map(([name, ids]) => [name, ids.filter(id => !shared.has(id))]))
  const secrets = [...(await secretsOfOther(world)), secret("the neighbour's", neighbours, marks.neighbour)]
  const { asker, signingIn, ...actor } = await actorOf(world, operations, { person: place.member, role: 'customer', secrets })
  asker.foreign.company = neighbours
  const refresh = async () => {
    await calmDown(world)
    const member = await stillIn(world, place.member)
    Object.assign(place, member ? { member } : await furnish(world.portal, own, world.keeper.call, marks.home))
    asker.token = place.member.token
    await withLinks(world, asker, place)
    await signingIn(asker.memory)
  }
  return { asker, ...actor, refresh }
}

async function teamMember(world: World, operations: Operation[], role: 'staff' | 'admin' | 'operator'): Promise<Actor> {
  let person = await colleague(world, role)
  let turn = 0
  const { asker, signingIn, ...actor } = await actorOf(world, operations, { person, role, secrets: await secretsOfOther(world) })
  asker.foreign.company = asker.foreign.vendor
  const refresh = async () => {
    await calmDown(world)
    const signsInByCode = turn++ % 3 === 2
    person = (!signsInByCode && (await stillIn(world, person))) || (await colleague(world, role))
    asker.token = person.token
    await failMails(world)
    const place = await furnish(world.portal, own, world.keeper.call, marks.home)
    await withLinks(world, asker, place)
    asker.memory.remember('file', await uploaded(world.portal, person.call, 'raf.txt', marks.home))
    await signingIn(asker.memory)
    if (signsInByCode) asker.memory.know(await inTwoSteps(person))
  }
  return { asker, ...actor, refresh }
}

/** An open ticket, and an invitation that has not been taken up. */
async function withLinks({ portal, keeper }: World, { memory }: Asker, place: Place) {
  await openTicket(portal, place, marks.home)
  const { company, pending } = place
  const reminded = await keeper.call('POST', `/admin/company/${company}/user/${pending._id}/invitation`).catch(() => undefined)
  if (reminded?.activationLink) memory.follow('activationLink', String(reminded.activationLink))
  memory.remember('email', place.member.email)
}

async function actorOf(
  world: World,
  operations: Operation[],
  { person, role, secrets }: { person: Person | null; role: Role; secrets: Secret[] },
) {
  const foreign = { vendor: await idsOfVendor(world.owner, world.away.id), company: {} }
  const asker: Asker = {
    token: person?.token ?? null,
    domain: own,
    memory: new Memory(operations),
    foreign,
    other: { domain: other, token: world.away.admin.token },
  }
  const visitor = role && { role, userId: '', vendorId: '', sessionId: '', email: '', name: '' }
  const guards = new Map<string, (who: typeof visitor) => boolean>(everyRoute.map(({ name, route }) => [name, route.allow]))
  // Nobody is on the vendor's team and a member of a company: what a company's own calls are about is not there for an administrator.
  const allowed = ({ name, path }: Operation) => guards.get(name)?.(visitor) === true && !(role === 'admin' && path.includes('/account/{'))
  /** Somebody who signs in in two steps; and now and then somebody who has to begin with it, as the vendor requires it just then. */
  const twoSteps = await inTwoSteps(await colleague(world, 'staff'))
  let turn = 0
  async function signingIn(memory: Memory) {
    memory.know(twoSteps)
    if (turn++ % 2 === 0) return
    memory.remember('email', (await colleague(world, 'staff')).email)
    await requireSecondFactor(world, true)
  }
  return { asker, signingIn, secrets, signsIn: role !== null, allowed }
}

const secretsOfOther = async ({ owner, away }: World) => [secret("another vendor's", await idsOfVendor(owner, away.id), marks.other)]

const secret = (of: string, ids: Record<string, string[]>, mark: string): Secret => ({ of, ids: new Set(Object.values(ids).flat()), mark })
