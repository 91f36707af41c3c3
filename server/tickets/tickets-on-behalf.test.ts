import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'

// A member of the team opens a ticket on behalf of a customer.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type At = Awaited<ReturnType<typeof fixtures.company>>
type Details = { user?: string; machine?: string; files?: string[]; continues?: string }
const record = (at: At, by: Person, details: Details = {}) =>
  as(by).call(routes.tickets.openOnBehalf, {
    params: { company: at.companyId },
    body: {
      user: at.member.userId,
      title: 'Mil ısınıyor',
      machine: at.companyMachineId,
      message: 'Telefonda anlattı: on dakikada ısınıyor.',
      ...details,
    },
  })
const read = async (at: At, ticket: string) =>
  (
    await as(at.member).call(routes.tickets.getOfAccount, {
      params: { company: at.companyId, ticket },
    })
  ).body
const nameOf = async ({ userId }: Person) =>
  (
    await owner.query("select trim(name || ' ' || surname) as name from users where id = $1", [
      userId,
    ])
  ).rows[0].name as string

test('a customer finds the ticket that the team opened for them, and who recorded it', async () => {
  const at = await fixtures.company()
  const { status, body } = await record(at, at.staff)
  expect(status).toBe(200)
  const list = await as(at.member).call(routes.tickets.listOfAccount, {
    params: { company: at.companyId },
  })
  expect(list.body.tickets).toMatchObject([
    { _id: body._id, createdBy: at.member.userId, createdByName: await nameOf(at.member) },
  ])
  const staff = await nameOf(at.staff)
  expect(await read(at, body._id)).toMatchObject({
    createdBy: at.member.userId,
    recordedByName: staff,
    conversation: [
      {
        user: at.member.userId,
        userName: await nameOf(at.member),
        recordedBy: at.staff.userId,
        recordedByName: staff,
        message: 'Telefonda anlattı: on dakikada ısınıyor.',
        isStaff: false,
      },
    ],
  })
})

test('a ticket and messages that users wrote themselves are recorded by nobody', async () => {
  const at = await fixtures.ticket()
  await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Bakıyoruz.' },
  })
  const { recordedByName, conversation } = await read(at, at.ticketId)
  expect([recordedByName, ...conversation.map(({ recordedBy }) => recordedBy)]).toEqual([
    null,
    null,
    null,
  ])
})

test('the ticket waits for the team, with a target, as one that the customer opened', async () => {
  const at = await fixtures.company()
  await owner.query("update vendors set first_targets = '{60,60,60,60}' where vendor_id = $1", [
    at.vendorId,
  ])
  const { body } = await record(at, at.staff)
  expect(body).toMatchObject({
    waitingFor: 'team',
    lastMessageIsStaff: false,
    assignee: null,
    dateDue: expect.any(String),
  })
})

test('the customer is told of it in the bell and by mail, its recorder is not', async () => {
  const at = await fixtures.company()
  const { body } = await record(at, at.staff)
  await waitForReactions(owner)
  const bellOf = async (who: Person) =>
    (await as(who).call(routes.notifications.list)).body.notifications
  expect(await bellOf(at.member)).toMatchObject([
    { kind: 'ticket.opened', ticket: body._id, actorName: await nameOf(at.staff) },
  ])
  expect(await bellOf(at.staff)).toEqual([])
  expect(await bellOf(at.admin)).toMatchObject([{ kind: 'ticket.opened', ticket: body._id }])
  await sendMailsTo(owner, at.member.email)
  const [mail] = await mails.to(at.member.email)
  const staff = await nameOf(at.staff)
  expect(mail?.text).toContain(`${staff} bu talebi sizin adınıza açtı.`)
  expect(mail?.text).toContain(`${await nameOf(at.member)} (kaydeden: ${staff})`)
  expect(mail?.text).toContain(`/account/${at.companyId}/tickets/${body._id}`)
})

test('the mail to the team names the customer and who recorded the ticket', async () => {
  const at = await fixtures.company()
  await record(at, at.staff)
  await waitForReactions(owner)
  await sendMailsTo(owner, at.admin.email)
  const [mail] = await mails.to(at.admin.email)
  expect(mail?.text).toContain(
    `${await nameOf(at.staff)} bu talebi ${await nameOf(at.member)} adına açtı.`,
  )
})

test('a customer who turned off the mails about new tickets gets none', async () => {
  const at = await fixtures.company()
  await as(at.member).call(routes.notifications.setPreferences, {
    body: { kinds: [{ kind: 'ticket.opened', mail: false, browser: true }] },
  })
  await record(at, at.staff)
  await waitForReactions(owner)
  const { rows } = await owner.query('select mail_id from notifications where user_id = $1', [
    at.member.userId,
  ])
  expect(rows).toEqual([{ mail_id: null }])
})

test('the customer is told of the answer, and takes part as the author', async () => {
  const at = await fixtures.company()
  const { body } = await record(at, at.staff)
  await as(at.admin).call(routes.tickets.reply, {
    params: { ticket: body._id },
    body: { contents: 'Yağı değiştirin.' },
  })
  await waitForReactions(owner)
  const { notifications } = (await as(at.member).call(routes.notifications.list)).body
  expect(notifications.map(({ kind }) => kind)).toEqual(['ticket.answered', 'ticket.opened'])
})

test('a ticket is opened for a user who has been invited and never signed in, with a file', async () => {
  const at = await fixtures.company()
  const invited = await as(at.admin).call(routes.users.invite, {
    params: { company: at.companyId },
    body: { email: `davetli-${at.companyId}@tezgah.test`, name: 'Ece', surname: 'Kaya' },
  })
  const file = await fixtures.upload(at.staff)
  const { body } = await record(at, at.staff, { user: invited.body._id, files: [file] })
  expect(body).toMatchObject({
    createdByName: 'Ece Kaya',
    conversation: [{ files: [{ id: file }] }],
  })
})

test('nothing is opened for a user, about a machine or as the continuation of a ticket of another company', async () => {
  const at = await fixtures.company()
  const other = await fixtures.ticket(await fixtures.company(at))
  for (const details of [
    { user: other.member.userId },
    { user: at.staff.userId },
    { machine: other.companyMachineId },
    { continues: other.ticketId },
  ])
    expect((await record(at, at.staff, details)).status).toBe(404)
  const { rows } = await owner.query('select from tickets where company_id = $1', [at.companyId])
  expect(rows).toEqual([])
})

test('the recorder takes back the message, and the customer and a colleague do not', async () => {
  const at = await fixtures.company()
  const { body } = await record(at, at.staff)
  const message = body.conversation[0]?._id ?? ''
  const params = { company: at.companyId, ticket: body._id, message }
  expect((await as(at.member).call(routes.tickets.retractOfAccount, { params })).status).toBe(403)
  expect((await as(at.admin).call(routes.tickets.retract, { params })).status).toBe(403)
  expect((await as(at.staff).call(routes.tickets.retract, { params })).status).toBe(200)
  expect((await read(at, body._id)).conversation).toMatchObject([
    { message: '', dateRetracted: expect.any(String), recordedBy: at.staff.userId },
  ])
})

test('the audit names the ticket, the company and the user on whose behalf it was opened', async () => {
  const at = await fixtures.company()
  const { body } = await record(at, at.staff)
  const { entries } = (
    await as(at.admin).call(routes.audit.list, { query: { action: 'tickets.openOnBehalf' } })
  ).body
  expect(entries).toMatchObject([
    {
      user: at.staff.userId,
      companyName: at.companyName,
      subject: `#${body.number} Mil ısınıyor: ${await nameOf(at.member)}`,
    },
  ])
})
