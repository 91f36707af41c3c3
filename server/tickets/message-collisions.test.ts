import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { MessagesSince } from '#contract/tickets.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'

// Two write on one ticket at the same time.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const { as } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const write = (at: At, by: Person, contents: string, lastMessage?: string | null) => {
  const body = { contents, ...(lastMessage !== undefined && { lastMessage }) }
  return by === at.member
    ? as(by).call(routes.tickets.replyOfAccount, {
        params: { company: at.companyId, ticket: at.ticketId },
        body,
      })
    : as(by).call(routes.tickets.reply, { params: { ticket: at.ticketId }, body })
}
const read = async (at: At) =>
  (await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })).body
    .conversation
const textsSince = ({ body }: { body: object }) =>
  (body as { details: MessagesSince }).details.messages.map(({ message }) => message)

test('an answer is refused with the messages that came since its author began, and is sent after them', async () => {
  const at = await fixtures.ticket()
  const seen = (await read(at)).at(-1)?._id ?? null
  await write(at, at.member, 'Basınç da düştü')
  await write(at, at.admin, 'Filtreyi değiştirin')
  const refused = await write(at, at.staff, 'Yağı değiştirin', seen)
  expect(refused).toMatchObject({
    status: 409,
    body: {
      name: 'MessagesSinceError',
      message: 'Siz yazmaya başladıktan sonra 2 mesaj geldi; mesajınız gönderilmedi.',
    },
  })
  expect(textsSince(refused)).toEqual(['Basınç da düştü', 'Filtreyi değiştirin'])
  expect(await read(at)).toHaveLength(3)
  const last = (await read(at)).at(-1)?._id ?? null
  expect((await write(at, at.staff, 'Yağı da değiştirin', last)).status).toBe(200)
})

test('an own message that came since refuses nothing: two were written one after the other', async () => {
  const at = await fixtures.ticket()
  const seen = (await read(at)).at(-1)?._id ?? null
  for (const text of ['Bir', 'İki'])
    expect((await write(at, at.staff, text, seen)).status).toBe(200)
})

test('the first message of a ticket without any is refused where another came first', async () => {
  const { member, companyId, companyMachineId, ...fixture } = await fixtures.company()
  const { body } = await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Sessiz', machine: companyMachineId },
  })
  const at = { ...fixture, member, companyId, companyMachineId, ticketId: body._id } as At
  expect((await write(at, at.staff, 'Buyurun', null)).status).toBe(200)
  expect(textsSince(await write(at, at.member, 'Duruyor', null))).toEqual(['Buyurun'])
})

test('an answer after a message that the ticket does not have is refused', async () => {
  const at = await fixtures.ticket()
  const other = await fixtures.ticket(at)
  const elsewhere = (await read(other)).at(-1)?._id ?? null
  expect((await write(at, at.staff, 'Buyurun', elsewhere)).status).toBe(404)
  expect((await write(at, at.member, 'Buyurun', elsewhere)).status).toBe(404)
})

test('of two colleagues who answer at the same moment, one is told of the other’s answer', async () => {
  const at = await fixtures.ticket()
  const seen = (await read(at)).at(-1)?._id ?? null
  const sent = await Promise.all([
    write(at, at.staff, 'Yağı değiştirin', seen),
    write(at, at.admin, 'Filtreyi değiştirin', seen),
  ])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await read(at)).toHaveLength(2)
})

test('an answer to a ticket that was archived meanwhile is refused for that', async () => {
  const at = await fixtures.ticket()
  const seen = (await read(at)).at(-1)?._id ?? null
  await write(at, at.member, 'Düzeldi')
  for (const status of ['closed', 'archived'] as const)
    await as(at.admin).call(routes.tickets.change, {
      params: { ticket: at.ticketId },
      body: { status },
    })
  expect((await write(at, at.staff, 'Sevindik', seen)).body).toMatchObject({
    name: 'ConflictError',
  })
})
