import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal({ NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as } = portal

const callBack = '0532 123 45 67'

/** A ticket whose author asks to be called back. */
async function openTicket() {
  const at = await fixtures.company()
  const { body: opened } = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body: { title: 'Mil durdu', machine: at.companyMachineId, message: 'Dönmüyor.', callBack },
  })
  const params = { ticket: opened._id }
  const read = async () => (await as(at.staff).call(routes.tickets.get, { params })).body.callBack
  const answer = async () =>
    (await as(at.staff).call(routes.tickets.reply, { params, body: { contents: 'Konuştuk.' } }))
      .body
  return { ...at, opened, params, read, answer }
}

test('a customer asks to be called back, and the team reads the number on the ticket', async () => {
  const { opened, read } = await openTicket()
  expect([opened.callBack, await read()]).toEqual([callBack, callBack])
})

test('the team reads in its list who asks to be called back', async () => {
  const { staff } = await openTicket()
  const { tickets } = (await as(staff).call(routes.tickets.list)).body
  expect(tickets.map(ticket => ticket.callBack)).toEqual([callBack])
})

test('the team’s first answer ends it, also when the customer writes again', async () => {
  const { member, companyId, params, read, answer } = await openTicket()
  await answer()
  expect(await read()).toBe('')
  await as(member).call(routes.tickets.replyOfAccount, {
    params: { company: companyId, ...params },
    body: { contents: 'Yine durdu.' },
  })
  expect(await read()).toBe('')
})

test('a call after which the ticket waits for the customer ends it without an answer', async () => {
  const { staff, params, read } = await openTicket()
  await as(staff).call(routes.tickets.change, { params, body: { waitingFor: 'customer' } })
  expect(await read()).toBe('')
})

test('an internal note does not end it', async () => {
  const { staff, params, read } = await openTicket()
  await as(staff).call(routes.ticketNotes.write, { params, body: { contents: 'Ulaşamadım.' } })
  expect(await read()).toBe(callBack)
})

test('an answer that is taken back has not ended it', async () => {
  const { staff, params, read, answer } = await openTicket()
  const { _id: message } = await answer()
  const { status } = await as(staff).call(routes.tickets.retract, {
    params: { ...params, message },
  })
  expect([status, await read()]).toEqual([200, callBack])
})

test('a duplicate hands it to the ticket with which it is merged', async () => {
  const { member, staff, companyId, companyMachineId, params } = await openTicket()
  const { body: other } = await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Mil yine durdu', machine: companyMachineId, message: 'Hâlâ dönmüyor.' },
  })
  await as(staff).call(routes.tickets.merge, { params, body: { into: other._id } })
  const { body } = await as(staff).call(routes.tickets.get, { params: { ticket: other._id } })
  expect(body.callBack).toBe(callBack)
})

test('the mail to the team has the number', async () => {
  const { staff } = await openTicket()
  const [mail] = await mails.to(staff.email)
  expect(mail?.text).toContain(`Geri arama istendi: ${callBack}`)
})

test('a number on two lines is refused', async () => {
  const { member, companyId, companyMachineId } = await fixtures.company()
  const { status, body } = await as(member).call(routes.tickets.open, {
    params: { company: companyId },
    body: { title: 'Mil durdu', machine: companyMachineId, callBack: '0532\n123 45 67' },
  })
  expect([status, body]).toMatchObject([400, { errors: [{ path: 'callBack' }] }])
})
