import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { NewAnswer } from '#contract/tickets.ts'
import { eventStreamsIn } from '#testing/event-stream.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { sharedPortal } from '#testing/portal.ts'
import { queueBehind, sendMailsTo, waitForReactions } from '#testing/queue.ts'

// The team answers and closes a ticket in one step.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal
const { openStream } = eventStreamsIn(portal)

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const answer = (at: At, body: Partial<NewAnswer> = {}) =>
  as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Filtre değişti, sorun giderildi.', ...body },
  })
const change = (at: At, status: 'open' | 'closed' | 'archived', by = at.staff) =>
  as(by).call(routes.tickets.change, { params: { ticket: at.ticketId }, body: { status } })
const write = (at: At, contents: string) =>
  as(at.member).call(routes.tickets.replyOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
    body: { contents },
  })
const read = async (at: At) =>
  (await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })).body
const bellOf = async (at: At) => {
  await waitForReactions(owner)
  const { notifications } = (await as(at.member).call(routes.notifications.list)).body
  return notifications.map(({ kind, message }) => [kind, message !== null])
}
const mailOf = async (at: At) => {
  await waitForReactions(owner)
  await sendMailsTo(owner, at.member.email)
  return (await mails.to(at.member.email, 0)).map(({ text }) => text ?? '')
}
const close = { close: true }

test('an answer that closes the ticket is one step: the message, then the closing, by the same colleague', async () => {
  const at = await fixtures.ticket()
  const own = await openStream(at.member)
  expect((await answer(at, close)).body).toMatchObject({ closed: true, reopened: false })
  const ticket = await read(at)
  expect(ticket).toMatchObject({
    status: 'closed',
    closedByName: 'Ayşe Yılmaz',
    waitingFor: null,
    awaitsReply: false,
    dateDue: null,
  })
  expect(ticket.changes.map(({ status }) => status)).toEqual(['closed'])
  const written = ticket.conversation.at(-1)?.dateAdded ?? ''
  expect(Date.parse(ticket.dateClosed ?? '')).toBeGreaterThanOrEqual(Date.parse(written))
  const ofTicket = () => own.events().filter(({ kind }) => kind === 'ticket')
  await expect.poll(ofTicket).toHaveLength(1)
})

test('the audit says that the answer closed the ticket', async () => {
  const at = await fixtures.ticket()
  await answer(at, close)
  const { entries } = (await as(at.admin).call(routes.audit.list)).body
  expect(entries[0]).toMatchObject({
    action: 'tickets.reply',
    changes: [{ field: 'status', before: 'open', after: 'closed' }],
  })
})

test('its customer is told once, in the portal and by mail: of the answer and of the closing', async () => {
  const at = await fixtures.ticket()
  await answer(at, close)
  expect(await bellOf(at)).toEqual([['ticket.answeredAndClosed', true]])
  const [text, ...others] = await mailOf(at)
  expect(text).toContain('Ayşe Yılmaz yanıtladı ve bu talebi kapattı.')
  expect(text).toContain('Filtre değişti, sorun giderildi.')
  expect(text).toMatch(/Sorun sürüyorsa .+ talep yeniden açılır\./)
  expect(others).toEqual([])
})

test('on a closed ticket it is a message like any other: the ticket stays closed, and nobody is told of a closing', async () => {
  const at = await fixtures.ticket()
  await change(at, 'closed')
  const { dateClosed } = await read(at)
  expect((await answer(at, close)).body).toMatchObject({ closed: false })
  expect(await read(at)).toMatchObject({ status: 'closed', dateClosed })
  expect((await bellOf(at))[0]).toEqual(['ticket.answered', true])
})

test('on an archived ticket, and of a message for which others have written since, neither happens', async () => {
  const at = await fixtures.ticket()
  const seen = (await read(at)).conversation.at(-1)?._id ?? null
  await write(at, 'Yine durdu')
  expect((await answer(at, { ...close, lastMessage: seen })).status).toBe(409)
  expect(await read(at)).toMatchObject({ status: 'open', waitingFor: 'team' })
  for (const status of ['closed', 'archived'] as const) await change(at, status)
  expect(await answer(at, close)).toMatchObject({
    status: 409,
    body: { message: 'Arşivlenmiş bir talebe mesaj yazılamaz.' },
  })
  expect((await read(at)).conversation).toHaveLength(2)
})

test('a message that is to reopen its ticket and to close it is refused', async () => {
  const at = await fixtures.ticket()
  expect(await answer(at, { ...close, reopen: true })).toMatchObject({
    status: 400,
    body: { errors: [{ msg: 'Bir mesaj talebi ya yeniden açar ya da kapatır.', path: 'close' }] },
  })
  expect((await answer(at, { close: 'yes' as never })).status).toBe(400)
  expect((await read(at)).conversation).toHaveLength(1)
  expect((await answer(at, { close: false, reopen: true })).body).toMatchObject({ closed: false })
})

test('a customer’s message closes nothing', async () => {
  const at = await fixtures.ticket()
  const { body } = await as(at.member).call(routes.tickets.replyOfAccount, {
    params: { company: at.companyId, ticket: at.ticketId },
    body: { contents: 'Düzeldi', ...close } as never,
  })
  expect(body).toMatchObject({ closed: false })
  expect((await read(at)).status).toBe('open')
})

test('a file that is still on its way follows into the ticket that its message closed', async () => {
  const at = await fixtures.ticket()
  const payload = Buffer.from('rapor')
  const { body: slot } = await as(at.staff).call(routes.files.request, {
    body: { fileName: 'rapor.txt', fileSize: payload.length, fileType: 'text/plain' },
  })
  expect((await answer(at, { ...close, files: [slot.id] })).body.closed).toBe(true)
  const headers = { 'content-type': 'text/plain' }
  await portal.http.inject({ method: 'PUT', url: pathAndQuery(slot.url), headers, payload })
  const params = { file: slot.id }
  expect((await as(at.staff).call(routes.files.confirm, { params })).status).toBe(200)
  const file = async () => (await read(at)).conversation.at(-1)?.files[0]
  await expect.poll(file).toMatchObject({ state: 'ready' })
})

test('of two colleagues who answer and close at once, one closes, and both answers stay', async () => {
  const at = await fixtures.ticket()
  const answers = await queueBehind(
    portal,
    'select from tickets where id = $1 for update',
    [at.ticketId],
    [
      () => answer(at, close),
      () =>
        as(at.admin).call(routes.tickets.reply, {
          params: { ticket: at.ticketId },
          body: { contents: 'Yağ da değişti.', ...close },
        }),
    ],
  )
  expect(answers.map(({ body }) => body.closed)).toEqual([true, false])
  expect((await read(at)).conversation).toHaveLength(3)
})

test('where the answer is taken back, the ticket stays closed, and its customer is told of the closing alone', async () => {
  for (const isTold of [true, false]) {
    const at = await fixtures.ticket()
    const { _id: message } = (await answer(at, close)).body
    if (isTold) await waitForReactions(owner)
    const { status } = await as(at.staff).call(routes.tickets.retract, {
      params: { ticket: at.ticketId, message },
    })
    expect([status, (await read(at)).status]).toEqual([200, 'closed'])
    expect(await bellOf(at)).toEqual([['ticket.closed', false]])
    const [text] = await mailOf(at)
    expect(text).toContain('Ayşe Yılmaz bu talebi kapattı.')
    expect(text).not.toContain('Filtre')
  }
})
