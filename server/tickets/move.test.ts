import { afterAll, expect, test } from 'vitest'
import type { Request } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { queueBehind, sendMailsTo, waitForReactions } from '#testing/queue.ts'
import { startPushService } from '#testing/servers/push-service.ts'
import { waitFor } from '#testing/wait-for.ts'

// The team moves a ticket to another company, whose members then have it, and no others.

const service = await startPushService()
afterAll(() => service.close())
const portal = await openPortal({
  ...mailInSettings,
  PUSH_HOSTS: service.host,
  PUBLIC_URL: 'https://destek.example.com',
})
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const incoming = incomingMailsIn(portal)
const { openStream } = eventStreamsIn(portal)
const { as, owner } = portal

type Body = NonNullable<Request<typeof routes.tickets.change>['body']>

/** A ticket with a file, and another company. */
async function openTicket() {
  const at = await fixtures.ticket()
  const to = await fixtures.company(at)
  const params = { ticket: at.ticketId }
  const file = await fixtures.upload(at.member)
  await as(at.member).call(routes.tickets.replyOfAccount, {
    params: { company: at.companyId, ...params },
    body: { contents: 'Resmi ekte', files: [file] },
  })
  const change = (body: Body, by = at.staff) => as(by).call(routes.tickets.change, { params, body })
  return {
    ...at,
    to,
    params,
    change,
    move: () =>
      change({ company: to.companyId, machine: to.companyMachineId, requester: to.member.userId }),
    answer: (contents: string) =>
      as(at.staff).call(routes.tickets.reply, { params, body: { contents } }),
    read: async () => (await as(at.staff).call(routes.tickets.get, { params })).body,
    readAs: (who: Person, company: string) =>
      as(who).call(routes.tickets.getOfAccount, { params: { company, ...params } }),
  }
}

const bytesOf = async (url: string | null | undefined) =>
  (await portal.http.inject({ method: 'GET', url: pathAndQuery(url ?? '') })).statusCode

test('a moved ticket is in the other company with messages and files, and its new members read nothing of the former one', async () => {
  const at = await openTicket()
  const { status, body } = await at.move()
  expect([status, body.message]).toEqual([200, 'Talep öteki firmaya taşındı.'])
  const { body: theirs } = await at.readAs(at.to.member, at.to.companyId)
  expect(theirs).toMatchObject({
    company: at.to.companyId,
    machine: at.to.companyMachineId,
    createdBy: at.to.member.userId,
    conversation: [{ message: 'İş mili on dakikada ısınıyor.' }, { message: 'Resmi ekte' }],
    changes: [{ correction: { field: 'company', before: null, after: null } }],
  })
  expect(await bytesOf(theirs.conversation[1]?.files[0]?.signedURL)).toBe(200)
  const before = (await owner.query('select serial_number from company_machines where id = $1', [
    at.companyMachineId,
  ])) as { rows: { serial_number: string }[] }
  for (const former of [at.companyId, at.companyName, before.rows[0]?.serial_number ?? ''])
    expect(JSON.stringify(theirs)).not.toContain(former)
  const { tickets } = (
    await as(at.to.member).call(routes.tickets.listOfAccount, {
      params: { company: at.to.companyId },
    })
  ).body
  expect(tickets.map(({ _id }) => _id)).toEqual([at.ticketId])
})

test('the team reads from where to where a ticket was moved, in its history and in the audit', async () => {
  const at = await openTicket()
  await at.move()
  const company = { field: 'company', before: at.companyName, after: at.to.companyName }
  const { changes } = await at.read()
  expect(changes.map(({ correction }) => correction?.field)).toEqual([
    'machine',
    'requester',
    'company',
  ])
  expect(changes.at(-1)).toMatchObject({ userName: 'Ayşe Yılmaz', correction: company })
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries.find(({ action }) => action === 'tickets.change')?.changes).toContainEqual(company)
})

// Security: 8.2.2
test("a moved ticket's former members reach it by no call and no link", async () => {
  const at = await openTicket()
  const company = { company: at.companyId }
  const { body: before } = await at.readAs(at.member, at.companyId)
  const file = before.conversation[1]?.files[0]
  expect([await bytesOf(file?.signedURL), await bytesOf(file?.previewURL)]).toEqual([200, 200])
  await at.move()
  expect([await bytesOf(file?.signedURL), await bytesOf(file?.previewURL)]).toEqual([404, 404])
  const of = { ...company, ...at.params }
  const member = as(at.member)
  const message = { ...of, message: before.conversation[1]?._id ?? '' }
  const answers = await Promise.all([
    member.call(routes.tickets.getOfAccount, { params: of }),
    at.readAs(at.member, at.to.companyId),
    member.call(routes.tickets.messagesOfAccount, { params: of }),
    member.call(routes.tickets.find, { params: at.params }),
    member.call(routes.tickets.findByNumber, { query: { number: String(at.ticketNumber) } }),
    member.call(routes.tickets.mailOfMessage, { params: message }),
    member.call(routes.tickets.replyOfAccount, { params: of, body: { contents: 'Alo' } }),
    member.call(routes.tickets.retractOfAccount, { params: message }),
    member.call(routes.tickets.changeOfAccount, { params: of, body: { status: 'closed' } }),
    member.call(routes.notifications.follow, { params: at.params, body: { following: 'follow' } }),
    member.call(routes.notifications.read, { body: { ticket: at.ticketId } }),
    member.call(routes.live.presence, { params: at.params, body: { state: 'viewing' } }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  const search = { search: 'Mil' }
  const lists = await Promise.all([
    member.call(routes.tickets.listOfAccount, { params: company }),
    member.call(routes.tickets.listOfAccount, { params: company, query: search }),
    member.call(routes.tickets.openOnMachine, {
      params: { ...company, companyMachine: at.companyMachineId },
    }),
  ])
  expect(lists.map(({ body }) => body.tickets)).toEqual([[], [], []])
})

test('what waits for a former member is not sent: no mail, no push, nothing at the bell; an answer by mail is held', async () => {
  const at = await openTicket()
  const browser = service.createBrowser()
  await as(at.member).call(routes.push.subscribe, { body: browser.subscription })
  const replyAddress = await incoming.replyAddress(at, at.member)
  await at.answer('Parça yolda')
  await waitForReactions(owner)
  const list = async () => (await as(at.member).call(routes.notifications.list)).body
  expect((await list()).unread).toBe(1)
  await at.move()
  await at.answer('Kargo numarası 42')
  await waitForReactions(owner)
  expect(await list()).toEqual({ notifications: [], unread: 0 })
  await owner.query("update pgboss.job set start_after = now() where name = 'push.queued'")
  await sendMailsTo(owner, at.member.email, at.to.member.email)
  await waitFor(async () => {
    const { rowCount } = await owner.query(
      "select from pgboss.job where name = 'push.queued' and state < 'completed'",
    )
    expect(rowCount).toBe(0)
  })
  expect(browser.pushes()).toEqual([])
  expect(await mails.to(at.member.email, 0)).toEqual([])
  const [mail] = await mails.to(at.to.member.email)
  expect(mail?.text).toContain('Kargo numarası 42')

  await incoming.send(at.member, replyAddress, { text: 'Bana da gelsin' })
  const [held] = await incoming.settled(at, 1)
  expect(held).toMatchObject({ state: 'held', reason: 'notPermitted' })
  expect((await at.read()).conversation.map(({ message }) => message)).not.toContain(
    'Bana da gelsin',
  )
})

test("a former member's open page learns of the move, and of nothing after it; a new member's does", async () => {
  const at = await openTicket()
  await at.answer('Bakıyoruz')
  await waitForReactions(owner)
  const former = await openStream(at.member)
  const present = await openStream(at.to.member)
  await at.move()
  await expect.poll(former.events).toHaveLength(1)
  await expect.poll(former.notifications).not.toEqual([])
  await expect.poll(present.events).toHaveLength(1)
  await at.answer('Parça yolda')
  await as(at.staff).call(routes.live.presence, { params: at.params, body: { state: 'typing' } })
  await expect.poll(present.events).toHaveLength(3)
  expect(former.events()).toEqual([{ kind: 'ticket', ticket: at.ticketId, company: at.companyId }])
})

test('tickets that were merged into a moved one go along, and a merge is undone in the other company', async () => {
  const at = await openTicket()
  const duplicate = await fixtures.ticket(at)
  const of = { params: { ticket: duplicate.ticketId } }
  await as(at.staff).call(routes.tickets.merge, { ...of, body: { into: at.ticketId } })
  await at.move()
  expect((await as(at.member).call(routes.tickets.find, of)).status).toBe(404)
  expect((await as(at.staff).call(routes.tickets.undoMerge, of)).status).toBe(200)
  const { body } = await as(at.to.member).call(routes.tickets.getOfAccount, {
    params: { company: at.to.companyId, ...of.params },
  })
  expect(body).toMatchObject({
    status: 'open',
    machine: at.to.companyMachineId,
    conversation: [{ message: 'İş mili on dakikada ısınıyor.' }],
  })
})

test('a ticket that continues one of the former company does not name it to customers', async () => {
  const at = await openTicket()
  const { body: next } = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body: { title: 'Yine', machine: at.companyMachineId, continues: at.ticketId, message: 'Alo' },
  })
  await at.move()
  const { body: moved } = await at.readAs(at.to.member, at.to.companyId)
  const { body: left } = await as(at.member).call(routes.tickets.getOfAccount, {
    params: { company: at.companyId, ticket: next._id },
  })
  expect([moved.continuedBy, left.continues]).toEqual([null, null])
  expect((await at.read()).continuedBy).toMatchObject({ _id: next._id })
})

test('a move needs a machine and a requester of the other company, and changes nothing without them', async () => {
  const at = await openTicket()
  const { companyId: company, companyMachineId: machine, member } = at.to
  const refused: [Body, number][] = [
    [{ company, requester: member.userId }, 409],
    [{ company, machine }, 409],
    [{ company, machine, requester: at.member.userId }, 404],
    [{ company, machine: at.companyMachineId, requester: member.userId }, 404],
    [{ machine, requester: member.userId }, 404],
  ]
  for (const [body, status] of refused) expect((await at.change(body)).status).toBe(status)
  expect(await at.read()).toMatchObject({ company: at.companyId, changes: [] })
  await fixtures.join(at.vendorId, at.member.userId, company)
  expect((await at.change({ company, machine })).status).toBe(200)
  expect(await at.read()).toMatchObject({ company, createdBy: at.member.userId })
})

test('of two colleagues who move a ticket at once one is refused, and it is in one company', async () => {
  const at = await openTicket()
  const third = await fixtures.company(at)
  const moveTo = ({ companyId, companyMachineId, member }: typeof third, by: Person) =>
    at.change(
      {
        company: companyId,
        machine: companyMachineId,
        requester: member.userId,
        companyBefore: at.companyId,
      },
      by,
    )
  await waitForReactions(owner)
  const answers = await queueBehind(
    portal,
    'select from tickets where id = $1 for update',
    [at.ticketId],
    [() => moveTo(at.to, at.staff), () => moveTo(third, at.admin)],
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  const { rows } = await owner.query(
    'select t.company_id = s.company_id and t.company_id = m.company_id as "isOne" from tickets t join ticket_states s on s.ticket_id = t.id join company_machines m on m.id = t.company_machine_id where t.id = $1',
    [at.ticketId],
  )
  expect(rows).toEqual([{ isOne: true }])
})

test('before a move the team reads what goes along and who loses the ticket', async () => {
  const at = await openTicket()
  await as(at.staff).call(routes.ticketNotes.write, {
    params: at.params,
    body: { contents: 'Pazarlık payı var' },
  })
  const follower = await fixtures.person(at, 'customer', 'Kerem')
  const inBoth = await fixtures.person(at, 'customer', 'Lale')
  for (const { userId } of [follower, inBoth])
    await fixtures.join(at.vendorId, userId, at.companyId)
  await fixtures.join(at.vendorId, inBoth.userId, at.to.companyId)
  for (const who of [follower, inBoth])
    await as(who).call(routes.notifications.follow, {
      params: at.params,
      body: { following: 'follow' },
    })
  const { body } = await as(at.staff).call(routes.tickets.contents, {
    params: { ...at.params, company: at.to.companyId },
  })
  expect(body).toEqual({
    messages: 2,
    files: 1,
    notes: 1,
    merged: 0,
    people: [
      { _id: at.member.userId, name: 'Işıl Yılmaz' },
      { _id: follower.userId, name: 'Kerem Yılmaz' },
    ],
  })
})
