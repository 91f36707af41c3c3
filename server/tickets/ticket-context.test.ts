import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { maxOtherTickets } from '#contract/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { sharedPortal } from '#testing/portal.ts'

// What is shown beside a conversation, and before a second ticket about a machine.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as, owner } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const open = async (at: At, title: string, machine = at.companyMachineId) =>
  (
    await as(at.member).call(routes.tickets.open, {
      params: { company: at.companyId },
      body: { title, machine },
    })
  ).body._id
const close = (at: At, ticket: string) =>
  as(at.staff).call(routes.tickets.change, { params: { ticket }, body: { status: 'closed' } })
const assignMachine = async (at: At, serialNumber: string) =>
  (
    await as(at.admin).call(routes.machines.assign, {
      params: { company: at.companyId },
      body: { machine: at.machineId, serialNumber, dateOfPurchase: '2026-03-01' },
    })
  ).body._id
const contextOf = async (at: At, ticket = at.ticketId) =>
  (await as(at.staff).call(routes.tickets.context, { params: { ticket } })).body
const titlesOf = (tickets: { title: string }[]) => tickets.map(({ title }) => title)

test('beside a ticket the team reads how to reach its requester', async () => {
  const at = await fixtures.ticket()
  await owner.query("update users set phone = '+90 212 555 01 23' where id = $1", [
    at.member.userId,
  ])
  await owner.query(
    "update memberships set department = 'Bakım', position = 'Şef' where user_id = $1",
    [at.member.userId],
  )
  expect((await contextOf(at)).requester).toEqual({
    _id: at.member.userId,
    name: 'Işıl Yılmaz',
    email: at.member.email,
    phone: '+90 212 555 01 23',
    department: 'Bakım',
    position: 'Şef',
    contact: false,
    undeliverable: false,
  })
})

test('of a requester who has left the company the team reads no address', async () => {
  const at = await fixtures.ticket()
  await as(at.admin).call(routes.users.remove, {
    params: { company: at.companyId, user: at.member.userId },
    body: { email: at.member.email },
  })
  expect((await contextOf(at)).requester).toBeNull()
})

test('beside a ticket stand the others about its machine and the other open ones of its company', async () => {
  const at = await fixtures.ticket()
  const closed = await open(at, 'Yağ kaçırıyor')
  await close(at, closed)
  await open(at, 'Kapak açılmıyor')
  await open(at, 'Ses yapıyor', await assignMachine(at, 'SN-2'))
  const { ofMachine, ofCompany } = await contextOf(at)
  expect(titlesOf(ofMachine)).toEqual(['Kapak açılmıyor', 'Yağ kaçırıyor'])
  expect(titlesOf(ofCompany)).toEqual(['Ses yapıyor', 'Kapak açılmıyor'])
  expect(ofMachine[1]).toMatchObject({ _id: closed, status: 'closed', number: 1002 })
  expect(ofCompany[0]).toMatchObject({ serialNumber: 'SN-2', machineName: 'İnci Torna' })
})

test('of many tickets about a machine the newest twenty stand beside another', async () => {
  const at = await fixtures.ticket()
  for (let i = 0; i < maxOtherTickets + 1; i++) await open(at, `Arıza ${i}`)
  const { ofMachine } = await contextOf(at)
  expect(ofMachine).toHaveLength(maxOtherTickets)
  expect(ofMachine[0]?.title).toBe(`Arıza ${maxOtherTickets}`)
})

test('before a second ticket a customer reads which are open about the machine, and how many are closed', async () => {
  const at = await fixtures.ticket()
  await close(at, await open(at, 'Yağ kaçırıyor'))
  await open(at, 'Ses yapıyor', await assignMachine(at, 'SN-2'))
  const { body } = await as(at.member).call(routes.tickets.openOnMachine, {
    params: { company: at.companyId, companyMachine: at.companyMachineId },
  })
  expect([titlesOf(body.tickets), body.closed]).toEqual([['Mil ısınıyor'], 1])
})

test('the team reads the same before it opens one on behalf of a customer', async () => {
  const at = await fixtures.ticket()
  const { body } = await as(at.staff).call(routes.tickets.openOnMachineForTeam, {
    params: { company: at.companyId, companyMachine: at.companyMachineId },
  })
  expect(titlesOf(body.tickets)).toEqual(['Mil ısınıyor'])
})

test('a customer reads nothing about the machine of another company', async () => {
  const at = await fixtures.ticket()
  const other = await fixtures.ticket(await fixtures.company(at))
  const { status } = await as(at.member).call(routes.tickets.openOnMachine, {
    params: { company: at.companyId, companyMachine: other.companyMachineId },
  })
  expect(status).toBe(404)
})
