import { expect, test } from 'vitest'
import type { Request } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import type { Ticket } from '#contract/tickets.ts'
import { openEventStream } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'

// The team corrects a ticket's title, machine and requester.

const portal = await openPortal({ NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type Body = NonNullable<Request<typeof routes.tickets.change>['body']>

/** A ticket, a second machine and a colleague of its author. */
async function openTicket() {
  const at = await fixtures.ticket()
  const company = { company: at.companyId }
  const { body: press } = await as(at.admin).call(routes.machines.assign, {
    params: company,
    body: { machine: at.machineId, serialNumber: 'SN-9', dateOfPurchase: '2026-01-05' },
  })
  const colleague = await fixtures.person(at, 'customer', 'Kerem')
  await fixtures.join(at.vendorId, colleague.userId, at.companyId)
  const params = { ticket: at.ticketId }
  return {
    ...at,
    press: press._id,
    colleague,
    correct: (body: Body, by = at.staff) => as(by).call(routes.tickets.change, { params, body }),
    read: async () => (await as(at.staff).call(routes.tickets.get, { params })).body,
    readAsMember: async (by = at.member) =>
      (await as(by).call(routes.tickets.getOfAccount, { params: { ...company, ...params } })).body,
    onMachine: async (companyMachine: string) =>
      (
        await as(at.member).call(routes.tickets.openOnMachine, {
          params: { ...company, companyMachine },
        })
      ).body.tickets.map(({ title }) => title),
  }
}
const correctionsIn = ({ changes }: Pick<Ticket, 'changes'>) =>
  changes.map(({ status, userName, correction }) => [status, userName, correction])

test('the team corrects a title, and both sides read what it was', async () => {
  const at = await openTicket()
  expect((await at.correct({ title: 'Fener mili ısınıyor' })).body).toEqual({
    message: 'Talep düzeltildi.',
    changed: true,
  })
  const correction = { field: 'title', before: 'Mil ısınıyor', after: 'Fener mili ısınıyor' }
  for (const ticket of [await at.read(), await at.readAsMember()]) {
    expect(ticket.title).toBe('Fener mili ısınıyor')
    expect(correctionsIn(ticket)).toEqual([['corrected', 'Ayşe Yılmaz', correction]])
  }
})

test('a ticket that is given another machine is on the page of that machine, and no longer on the one before', async () => {
  const at = await openTicket()
  await at.correct({ machine: at.press })
  expect(await at.onMachine(at.press)).toEqual(['Mil ısınıyor'])
  expect(await at.onMachine(at.companyMachineId)).toEqual([])
  const { serialNumber, changes } = await at.read()
  expect(serialNumber).toBe('SN-9')
  expect(changes[0]?.correction).toMatchObject({ field: 'machine', after: 'İnci Torna · SN-9' })
})

test('who becomes the requester is told of what follows, and a requester who wrote stays told', async () => {
  const at = await openTicket()
  await at.correct({ requester: at.colleague.userId })
  expect(await at.read()).toMatchObject({
    createdBy: at.colleague.userId,
    createdByName: 'Kerem Yılmaz',
    changes: [{ correction: { field: 'requester', before: 'Işıl Yılmaz', after: 'Kerem Yılmaz' } }],
  })
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Bakıyoruz' },
  })
  for (const { email } of [at.member, at.colleague])
    expect((await mails.to(email)).map(({ text }) => text?.includes('Bakıyoruz'))).toEqual([true])
})

test('a requester for whom the ticket was recorded by mistake is told of nothing more', async () => {
  const at = await openTicket()
  const { body: recorded } = await as(at.staff).call(routes.tickets.openOnBehalf, {
    params: { company: at.companyId },
    body: {
      title: 'Telefonda',
      machine: at.companyMachineId,
      message: 'Arandık',
      user: at.member.userId,
    },
  })
  await as(at.staff).call(routes.tickets.change, {
    params: { ticket: recorded._id },
    body: { requester: at.colleague.userId },
  })
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: recorded._id },
    body: { contents: 'Parça yolda' },
  })
  const tellOfIt = async (email: string, min: number) =>
    (await mails.to(email, min)).filter(({ text }) => text?.includes('Parça yolda')).length
  expect(await tellOfIt(at.colleague.email, 1)).toBe(1)
  expect(await tellOfIt(at.member.email, 0)).toBe(0)
})

test('a correction mails nobody, is in the audit and reaches the open pages of both sides', async () => {
  const at = await openTicket()
  const streams = [
    await openEventStream(portal.port, at.member),
    await openEventStream(portal.port, at.staff),
  ]
  await at.correct({ title: 'Mil', machine: at.press, requester: at.colleague.userId })
  for (const stream of streams)
    await expect.poll(stream.all).toContainEqual(expect.objectContaining({ ticket: at.ticketId }))
  await waitForReactions(owner)
  expect(await mails.to(at.colleague.email, 0)).toEqual([])
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries.find(({ action }) => action === 'tickets.change')?.changes).toMatchObject([
    { field: 'title', before: 'Mil ısınıyor', after: 'Mil' },
    { field: 'machine', after: 'İnci Torna · SN-9' },
    { field: 'requester', before: 'Işıl Yılmaz', after: 'Kerem Yılmaz' },
  ])
})

test('what the ticket says already changes nothing, and is in neither history nor audit', async () => {
  const at = await openTicket()
  const { body } = await at.correct({
    title: ' Mil ısınıyor ',
    machine: at.companyMachineId,
    requester: at.member.userId,
  })
  expect(body).toEqual({ message: 'Talebin bilgileri zaten böyle.', changed: false })
  expect((await at.read()).changes).toEqual([])
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries.filter(({ action }) => action === 'tickets.change')).toEqual([])
})

test('a correction made meanwhile is not undone, and names what the ticket says now', async () => {
  const at = await openTicket()
  const titleBefore = 'Mil ısınıyor'
  const answers = await Promise.all(['Bir', 'İki'].map(title => at.correct({ title, titleBefore })))
  const { title } = await at.read()
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    `Bu bilgi bu arada değiştirildi; şimdi: ${title}`,
  )
})

test('a machine or a requester of another company is refused as unknown', async () => {
  const at = await openTicket()
  const other = await fixtures.company(at)
  for (const body of [{ machine: other.companyMachineId }, { requester: other.member.userId }])
    expect((await at.correct(body)).status).toBe(404)
  expect((await at.correct({ requester: at.staff.userId })).status).toBe(404)
  expect((await at.read()).changes).toEqual([])
})

test('a closed and an archived ticket are corrected and stay so; one that was merged is not', async () => {
  const at = await openTicket()
  for (const status of ['closed', 'archived'] as const) {
    await at.correct({ status })
    expect((await at.correct({ title: `Mil (${status})`, machine: at.press })).status).toBe(200)
    expect(await at.read()).toMatchObject({ status, title: `Mil (${status})` })
  }
  const into = await fixtures.ticket(at)
  const duplicate = await fixtures.ticket(at)
  await as(at.staff).call(routes.tickets.merge, {
    params: { ticket: duplicate.ticketId },
    body: { into: into.ticketId },
  })
  const { status, body } = await as(at.staff).call(routes.tickets.change, {
    params: { ticket: duplicate.ticketId },
    body: { title: 'Mil' },
  })
  expect([status, body.message]).toEqual([
    409,
    'Bu talep başka bir taleple birleştirildi; yazışma orada sürüyor.',
  ])
})

test('a customer corrects nothing', async () => {
  const at = await openTicket()
  expect((await at.correct({ title: 'Mil' }, at.member)).status).toBe(403)
  await as(at.member).call(routes.tickets.changeOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
    body: { status: 'open', title: 'Mil', requester: at.colleague.userId } as never,
  })
  expect(await at.read()).toMatchObject({ title: 'Mil ısınıyor', createdBy: at.member.userId })
})
