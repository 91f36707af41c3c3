import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { type Person, sharedPortal } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'

// A sender takes back a message.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal
const { openStream } = eventStreamsIn(portal)

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const paramsOf = (at: At) => ({ company: at.companyId, ticket: at.ticketId })
const write = async (at: At, by: Person, contents: string, files: string[] = []) => {
  const body = { contents, files }
  const sent =
    by === at.member
      ? await as(by).call(routes.tickets.replyOfAccount, { params: paramsOf(at), body })
      : await as(by).call(routes.tickets.reply, { params: { ticket: at.ticketId }, body })
  return sent.body._id
}
const retract = (at: At, by: Person, message: string) =>
  by === at.member
    ? as(by).call(routes.tickets.retractOfAccount, { params: { ...paramsOf(at), message } })
    : as(by).call(routes.tickets.retract, { params: { ticket: at.ticketId, message } })
const read = async (at: At) =>
  (await as(at.member).call(routes.tickets.getOfAccount, { params: paramsOf(at) })).body
const stateOf = async (at: At) => {
  const { rows } = await owner.query(
    'select date_last_message, last_message_is_staff, waiting_for, date_waiting, date_due, is_answered from ticket_states where ticket_id = $1',
    [at.ticketId],
  )
  return rows[0]
}
const olden = (message: string, minutes: number) =>
  owner.query(
    "update messages set date_added = date_added - $2 * interval '1 minute' where id = $1",
    [message, minutes],
  )

test('the text and the files of a message that was taken back are gone for everybody, its place stays', async () => {
  const at = await fixtures.ticket()
  const file = await fixtures.upload(at.staff)
  const message = await write(at, at.staff, 'Gizli fiyat 4711', [file])
  expect(await retract(at, at.staff, message)).toMatchObject({
    status: 200,
    body: { message: 'Mesaj geri alındı.' },
  })
  expect((await read(at)).conversation.at(-1)).toMatchObject({
    _id: message,
    message: '',
    files: [],
    dateRetracted: expect.any(String),
  })
  const { rows } = await owner.query('select contents from messages where id = $1', [message])
  expect(rows).toEqual([{ contents: '' }])
  expect((await owner.query('select from files where id = $1', [file])).rowCount).toBe(0)
})

test('the audit names the ticket of a message that was taken back', async () => {
  const at = await fixtures.ticket()
  await retract(at, at.staff, await write(at, at.staff, 'Yanlış talep'))
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries[0]).toMatchObject({
    action: 'tickets.retract',
    subject: expect.stringMatching(/^#1001 ./),
  })
})

test('a customer takes back a message of their own, and nobody takes back one of another', async () => {
  const at = await fixtures.ticket()
  const message = await write(at, at.member, 'Yanlış talep')
  for (const by of [at.staff, at.admin]) expect((await retract(at, by, message)).status).toBe(403)
  expect((await retract(at, at.member, message)).status).toBe(200)
  expect((await retract(at, at.member, message)).status).toBe(200) // twice is once
})

test('the ticket waits as before the answer that was taken back, with the target of a first answer', async () => {
  const at = await fixtures.ticket()
  await owner.query("update vendors set first_targets = '{60,60,60,60}' where vendor_id = $1", [
    at.vendorId,
  ])
  const before = await stateOf(at)
  await retract(at, at.staff, await write(at, at.staff, 'Yanlış talep'))
  const { date_due: due, ...state } = await stateOf(at)
  expect({ ...state, date_due: before.date_due }).toEqual(before)
  expect(due).not.toBeNull()
})

test('a message that others have followed is taken back without a change of what the ticket waits for', async () => {
  const at = await fixtures.ticket()
  const message = await write(at, at.staff, 'Yağı değiştirin')
  await write(at, at.member, 'Değiştirdik')
  const before = await stateOf(at)
  expect((await retract(at, at.staff, message)).status).toBe(200)
  expect(await stateOf(at)).toEqual(before)
})

test('the bell no longer tells of it, and no mail does', async () => {
  const at = await fixtures.ticket()
  await waitForReactions(owner)
  const earlier = await write(at, at.staff, 'Yağı değiştirin')
  const message = await write(at, at.staff, 'Gizli fiyat 4711')
  await waitForReactions(owner)
  const bell = async () =>
    (await as(at.member).call(routes.notifications.list)).body.notifications.map(
      ({ message }) => message,
    )
  expect(await bell()).toContain(message)
  expect((await retract(at, at.staff, message)).status).toBe(200)
  await waitForReactions(owner)
  expect(await bell()).toEqual([earlier])
  await sendMailsTo(owner, at.member.email)
  const [mail] = await mails.to(at.member.email)
  expect(mail?.text).toContain('Yağı değiştirin')
  expect(mail?.text).not.toContain('4711')
  expect(mail?.text?.match(/yazdı/g)).toHaveLength(2) // and the opening, for the context
})

test('the team still learns of a new ticket whose message was taken back', async () => {
  const at = await fixtures.company()
  const { body } = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body: { title: 'Mil ısınıyor', machine: at.companyMachineId, message: 'Gizli fiyat 4711' },
  })
  await waitForReactions(owner)
  const message = body.conversation[0]?._id ?? ''
  const { status } = await as(at.member).call(routes.tickets.retractOfAccount, {
    params: { company: at.companyId, ticket: body._id, message },
  })
  expect(status).toBe(200)
  await waitForReactions(owner)
  const { notifications } = (await as(at.staff).call(routes.notifications.list)).body
  expect(notifications).toMatchObject([{ kind: 'ticket.opened', ticket: body._id }])
  await sendMailsTo(owner, at.staff.email)
  const [mail] = await mails.to(at.staff.email)
  expect(mail?.subject).toContain('Mil ısınıyor')
  expect(mail?.text).not.toContain('4711')
})

test('who is told after it was taken back is told of nothing', async () => {
  const at = await fixtures.ticket()
  const message = await write(at, at.staff, 'Gizli fiyat 4711')
  await retract(at, at.staff, message)
  await waitForReactions(owner)
  const { notifications } = (await as(at.member).call(routes.notifications.list)).body
  expect(notifications.filter(each => each.message === message)).toEqual([])
})

test('a message that has gone out by mail is not taken back, and its sender is told why', async () => {
  const at = await fixtures.ticket()
  const message = await write(at, at.staff, 'Yağı değiştirin')
  await waitForReactions(owner)
  const own = await openStream(at.staff)
  const { dateAdded, dateRetractEnd } = (await read(at)).conversation.at(-1) ?? {}
  expect(Date.parse(dateRetractEnd ?? '') - Date.parse(dateAdded ?? '')).toBe(5 * 60_000)
  await sendMailsTo(owner, at.member.email)
  expect((await read(at)).conversation.at(-1)).toMatchObject({ dateRetractEnd: null })
  // of the sender's open page, which no longer offers it
  const event = { kind: 'mailed', ticket: at.ticketId, company: at.companyId }
  await expect.poll(own.events).toEqual([event])
  expect(await retract(at, at.staff, message)).toMatchObject({
    status: 409,
    body: { message: 'Bu mesaj e-postayla gönderildiği için geri alınamaz.' },
  })
  expect((await read(at)).conversation.at(-1)).toMatchObject({ message: 'Yağı değiştirin' })
})

test('a message is not taken back after five minutes, nor on an archived ticket', async () => {
  const at = await fixtures.ticket()
  const old = await write(at, at.staff, 'Yağı değiştirin')
  await olden(old, 6)
  expect(await retract(at, at.staff, old)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('ilk 5 dakikada') },
  })
  const message = await write(at, at.staff, 'Bitti')
  for (const status of ['closed', 'archived'] as const)
    await as(at.admin).call(routes.tickets.change, {
      params: { ticket: at.ticketId },
      body: { status },
    })
  expect((await retract(at, at.staff, message)).status).toBe(409)
})

test('a message that is taken back in the last second is in no mail that was still to be sent', async () => {
  const at = await fixtures.ticket()
  const message = await write(at, at.staff, 'Gizli fiyat 4711')
  await waitForReactions(owner)
  await olden(message, 298 / 60)
  const { dateRetractEnd } = (await read(at)).conversation.find(({ _id }) => _id === message) ?? {}
  const left = Date.parse(dateRetractEnd ?? '') - Date.now()
  expect(left).toBeLessThan(2_000)
  expect((await retract(at, at.staff, message)).status).toBe(200)
  await sendMailsTo(owner, at.member.email)
  for (const { text } of await mails.to(at.member.email, 0)) expect(text).not.toContain('4711')
})

test('a message that was taken back stops no answer of a colleague', async () => {
  const at = await fixtures.ticket()
  const seen = (await read(at)).conversation.at(-1)?._id ?? null
  await retract(at, at.admin, await write(at, at.admin, 'Yanlış talep'))
  const { status } = await as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Yağı değiştirin', lastMessage: seen },
  })
  expect(status).toBe(200)
})

test('the file of a saved reply stays with the reply', async () => {
  const at = await fixtures.ticket()
  const file = await fixtures.upload(at.staff)
  const saved = await as(at.staff).call(routes.savedReplies.save, {
    body: { shortcode: 'kilavuz', turkish: 'Ekte', isOfTeam: true, files: [file] },
  })
  await retract(at, at.staff, await write(at, at.staff, 'Ekte', [file]))
  const { replies } = (await as(at.staff).call(routes.savedReplies.list)).body
  expect(replies.find(({ _id }) => _id === saved.body._id)?.files).toMatchObject([{ _id: file }])
})

test('of a message that is taken back while it is written to a mail, one of both happens', async () => {
  for (let round = 0; round < 10; round++) {
    const at = await fixtures.ticket()
    const message = await write(at, at.staff, 'Gizli fiyat 4711')
    await waitForReactions(owner)
    const [{ status }] = await Promise.all([
      retract(at, at.staff, message),
      sendMailsTo(owner, at.member.email),
    ])
    const sent = (await mails.to(at.member.email, 0)).some(({ text }) => text?.includes('4711'))
    expect([status, sent]).toEqual(status === 200 ? [200, false] : [409, true])
  }
})
