import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import {
  deliveryReport,
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
  trustedHost,
} from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sweep } from '../app/sweep.ts'

// Received mails that wait for the team: read, accepted, discarded, filed again.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { replyAddress, send, sendRaw, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal

test("an administrator sees a held mail, whose it seems to be, and why it is held, and no other vendor's administrator does", async () => {
  const { at } = await heldReply()
  const { admin: stranger } = await fixtures.vendor()
  const [mail] = await list(at.admin, { state: 'held' })
  expect(mail).toEqual({
    _id: expect.any(String),
    dateReceived: expect.any(String),
    sender: 'usta@ustabasi.test',
    senderName: 'Usta Başı',
    subject: 'Re: Mil ısınıyor',
    state: 'held',
    reason: 'otherSender',
    user: at.member.userId,
    userName: 'Işıl Yılmaz',
    userEmail: at.member.email,
    ticket: at.ticketId,
    company: at.companyId,
    ticketNumber: 1001,
    ticketTitle: 'Mil ısınıyor',
    recipient: null,
    isOpen: true,
    dateSeen: null,
  })
  expect(await list(stranger, {})).toEqual([])
  expect((await list(at.admin, { search: 'USTABASI' })).length).toBe(1)
  expect(await list(at.admin, { search: 'yok' })).toEqual([])
  const { body } = await as(at.admin).call(routes.mailIn.text, {
    params: { received: mail?._id ?? '' },
  })
  expect(body).toEqual({ text: 'Tamam, deneyeceğim.' })
})

test('an accepted mail is a message of the user to whose address it was sent', async () => {
  const { at, received } = await heldReply()
  const { status, body } = await as(at.admin).call(routes.mailIn.accept, {
    params: { received },
    body: { as: 'user' },
  })
  expect([status, body.message]).toEqual([
    200,
    'E-posta işleniyor; sonucu birazdan listede görünür.',
  ])
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  expect(await messagesOf(at)).toEqual([['Işıl Yılmaz', 'Tamam, deneyeceğim.']])
})

test("a mail that is accepted as its sender's invites them, and is their message", async () => {
  const { at, received } = await heldReply()
  await as(at.admin).call(routes.mailIn.accept, { params: { received }, body: { as: 'sender' } })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  expect(await messagesOf(at)).toEqual([['Usta Başı', 'Tamam, deneyeceğim.']])
  const { body } = await as(at.admin).call(routes.users.list, { params: { company: at.companyId } })
  expect(body.users.find(({ email }) => email === 'usta@ustabasi.test')).toMatchObject({
    name: 'Usta',
    surname: 'Başı',
    pending: true,
  })
  expect(await mailsIn(portal).to('usta@ustabasi.test')).toHaveLength(1)
})

test('a mail that only seemed to be automatic is accepted, in a ticket and as a new one', async () => {
  const at = await fixtures.ticket()
  const accept = (received = '', body: { as: 'user' | 'sender'; company?: string }) =>
    as(at.admin).call(routes.mailIn.accept, { params: { received }, body })
  await send(at.member, await replyAddress(at, at.member), {
    subject: 'Otomatik yanıt: Mil ısınıyor',
    text: 'Ben yazdım.',
  })
  const [reply] = await settled(at, 1)
  expect(reply).toMatchObject({ state: 'automatic' })
  expect((await accept(reply?.id, { as: 'user' })).status).toBe(200)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed', ticketId: at.ticketId }])
  expect(await messagesOf(at)).toEqual([['Işıl Yılmaz', 'Ben yazdım.']])
  await send(at.member, vendorAddress(at), { headers: { 'Auto-Submitted': 'auto-generated' } })
  const opened = (await settled(at, 2))[1]
  expect(opened).toMatchObject({ state: 'automatic' })
  expect((await accept(opened?.id, { as: 'sender', company: at.companyId })).status).toBe(200)
  expect((await settled(at, 2))[1]).toMatchObject({ state: 'filed', userId: at.member.userId })
})

test('a mail that only seemed to be a delivery report is accepted, and its reader gets mails again', async () => {
  const at = await fixtures.ticket()
  await sendRaw(deliveryReport(at.member.email, '5.1.1'), await replyAddress(at, at.member), '')
  const [report] = await settled(at, 1)
  expect(report).toMatchObject({ state: 'bounced' })
  const params = { received: report?.id ?? '' }
  expect((await as(at.admin).call(routes.mailIn.retry, { params })).status).toBe(200)
  expect(await settled(at, 1)).toMatchObject([{ state: 'bounced' }]) // it is checked again
  expect(
    (await as(at.admin).call(routes.mailIn.accept, { params, body: { as: 'user' } })).status,
  ).toBe(200)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  expect(await messagesOf(at)).toEqual([['Işıl Yılmaz', 'The mail system could not deliver.']])
  expect(
    (await owner.query('select from undeliverable_addresses where vendor_id = $1', [at.vendorId]))
      .rowCount,
  ).toBe(0)
})

test('a discarded mail is in no ticket, and cannot be accepted any more', async () => {
  const { at, received } = await heldReply()
  expect((await as(at.admin).call(routes.mailIn.discard, { params: { received } })).status).toBe(
    200,
  )
  expect((await list(at.admin, {}))[0]).toMatchObject({ state: 'discarded', reason: null })
  for (const call of [
    () => as(at.admin).call(routes.mailIn.accept, { params: { received }, body: { as: 'user' } }),
    () => as(at.admin).call(routes.mailIn.discard, { params: { received } }),
    () => as(at.admin).call(routes.mailIn.retry, { params: { received } }),
  ]) {
    const { status, body } = await call()
    expect([status, body.message]).toEqual([409, 'Bu e-posta artık beklemiyor; listeyi yenileyin.'])
  }
  expect(await messagesOf(at)).toEqual([])
})

test("a mail that is filed again is checked again, as after its sender's return to the company", async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  await as(at.admin).call(routes.users.remove, {
    params: { company: at.companyId, user: at.member.userId },
    body: { email: at.member.email },
  })
  await send(at.member, to)
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'held', reason: 'notPermitted' })
  await fixtures.join(at.vendorId, at.member.userId, at.companyId)
  await as(at.admin).call(routes.mailIn.retry, { params: { received: mail?.id ?? '' } })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed', reason: null }])
})

test('an unreadable mail has failed, with its reason, and can be tried again or discarded', async () => {
  const at = await fixtures.ticket()
  await sendRaw(nested(300, at.member.email), await replyAddress(at, at.member))
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'failed', reason: 'unreadable' })
  expect(
    (await as(at.admin).call(routes.mailIn.retry, { params: { received: mail?.id ?? '' } })).status,
  ).toBe(200)
  expect(await settled(at, 1)).toMatchObject([{ state: 'failed' }])
  expect(
    (await as(at.admin).call(routes.mailIn.text, { params: { received: mail?.id ?? '' } })).status,
  ).toBe(200)
})

test("a stranger's mail to the vendor's address is accepted with a company, to which they are invited, and opens a ticket", async () => {
  const { at, received } = await heldNewTicket()
  const { status } = await as(at.admin).call(routes.mailIn.accept, {
    params: { received },
    body: { as: 'sender', company: at.companyId },
  })
  expect(status).toBe(200)
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'filed', reason: null })
  const { body } = await as(at.staff).call(routes.tickets.get, {
    params: { ticket: mail?.ticketId ?? '' },
  })
  expect(body.conversation.map(({ userName, message }) => [userName, message])).toEqual([
    ['Usta Başı', 'Tamam, deneyeceğim.'],
  ])
  const users = (await as(at.admin).call(routes.users.list, { params: { company: at.companyId } }))
    .body.users
  expect(users.find(({ email }) => email === 'usta@ustabasi.test')).toMatchObject({ pending: true })
})

test('an accepted mail that names no machine is answered with the link to a new ticket', async () => {
  const { at, received } = await heldNewTicket()
  await as(at.admin).call(routes.machines.assign, {
    params: { company: at.companyId },
    body: { machine: at.machineId, serialNumber: 'İKİNCİ-1', dateOfPurchase: '2026-01-01' },
  })
  await as(at.admin).call(routes.mailIn.accept, {
    params: { received },
    body: { as: 'sender', company: at.companyId },
  })
  expect(await settled(at, 1)).toMatchObject([{ state: 'answered', reason: 'machineUnknown' }])
})

test('a mail of a member that was not authentic is accepted as theirs', async () => {
  const at = await fixtures.company()
  await send(at.member, vendorAddress(at), {
    headers: { 'Authentication-Results': `${trustedHost}; dmarc=fail` },
  })
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({
    state: 'held',
    reason: 'notAuthentic',
    userId: at.member.userId,
    ticketId: null,
  })
  await as(at.admin).call(routes.mailIn.accept, {
    params: { received: mail?.id ?? '' },
    body: { as: 'user' },
  })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed', userId: at.member.userId }])
})

test('an empty mail with a subject is accepted as a ticket without a message; one to a ticket is not, as there is nothing to write', async () => {
  const at = await fixtures.ticket()
  await send(at.member, vendorAddress(at), { subject: 'Makine durdu', text: ' ' })
  await send(at.member, await replyAddress(at, at.member), { subject: 'Re: Mil', text: ' ' })
  const mails = await settled(at, 2)
  expect(mails).toMatchObject([{ reason: 'empty' }, { reason: 'empty' }])
  const accept = ({ id = '' } = {}) =>
    as(at.admin).call(routes.mailIn.accept, { params: { received: id }, body: { as: 'user' } })
  expect((await accept(mails[0])).status).toBe(200)
  const [filed] = await settled(at, 2)
  expect(filed).toMatchObject({ state: 'filed' })
  const { body } = await as(at.staff).call(routes.tickets.get, {
    params: { ticket: filed?.ticketId ?? '' },
  })
  expect([body.title, body.createdByName, body.conversation]).toEqual([
    'Makine durdu',
    'Işıl Yılmaz',
    [],
  ])
  const refused = await accept(mails[1])
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'Bu e-postanın metni ve eki yok; talebe yazılacak bir şey yok.',
  ])
})

test("a colleague's mail to the vendor's address is held as theirs, and is not accepted", async () => {
  const at = await fixtures.company()
  await send(at.staff, vendorAddress(at))
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'held', reason: 'ofTeam', userId: at.staff.userId })
  const { status, body } = await as(at.admin).call(routes.mailIn.accept, {
    params: { received: mail?.id ?? '' },
    body: { as: 'user' },
  })
  expect([status, body.message]).toEqual([
    409,
    'Bu e-postayı ekibinizden biri yazmış; ekip e-postayla talep açamaz.',
  ])
})

test("a stranger's mail is not accepted without a company, nor with one of another vendor", async () => {
  const { at, received } = await heldNewTicket()
  const other = await fixtures.company()
  const accept = (body: { as: 'user' | 'sender'; company?: string }) =>
    as({ ...at.admin, language: 'en' }).call(routes.mailIn.accept, { params: { received }, body })
  for (const each of ['user', 'sender'] as const) {
    const { status, body } = await accept({ as: each })
    expect([status, body.message]).toEqual([
      409,
      'The sender of this mail is a user of no company; choose the company to which they are invited.',
    ])
  }
  expect((await accept({ as: 'sender', company: other.companyId })).status).toBe(404)
  expect(await settled(at, 1)).toMatchObject([{ state: 'held', reason: 'unknownSender' }])
})

test.each([
  ['an İ', (email: string) => email.replace('i', 'İ')],
  ['a soft hyphen in the host', (email: string) => email.replace('@', '@\u00ad')],
])(
  'a mail whose author is written like a member, with %s, is not accepted as theirs',
  async (_, written) => {
    const at = await fixtures.company()
    await owner.query('update users set email = $1 where id = $2', [
      'ilker@demo.test',
      at.member.userId,
    ])
    const received = await fixtures.heldMail(at, {
      recipient: vendorAddress(at),
      sender: written('ilker@demo.test'),
      reason: 'unknownSender',
    })
    const { status, body } = await as({ ...at.admin, language: 'en' }).call(routes.mailIn.accept, {
      params: { received },
      body: { as: 'sender', company: at.companyId },
    })
    expect([status, body.message]).toEqual([
      409,
      'The sender of this mail cannot be invited: the address is not valid.',
    ])
  },
)

test("a member's mail, and any to a reply address, that is in no ticket is open until it is accepted, discarded or seen", async () => {
  const at = await fixtures.ticket()
  const replyTo = await replyAddress(at, at.member)
  const program = { 'Auto-Submitted': 'auto-replied' }
  const mails: [string, string, object][] = [
    [at.member.email, vendorAddress(at), { subject: 'a', headers: program }],
    ['yabanci@baska.test', replyTo, { subject: 'b', headers: program }],
    ['yabanci@baska.test', replyTo, { subject: 'c' }],
    [at.member.email, vendorAddress(at), { subject: 'd', text: ' ' }],
    ['yabanci@baska.test', vendorAddress(at), { subject: 'of a stranger' }],
    ['yabanci@baska.test', vendorAddress(at), { subject: 'of a newsletter', headers: program }],
  ]
  for (const [at, [email, to, options]] of mails.entries()) {
    await send({ email }, to, { ...options, messageId: `<${at}@baska.test>` })
  }
  await sendRaw(nested(200, at.member.email), vendorAddress(at))
  await settled(at, 7)
  const open = async () =>
    (await list(at.admin, { open: 'true', sort: 'subject' })).map(({ subject }) => subject)
  expect(await open()).toEqual(['', 'a', 'b', 'c', 'd'])
  const all = await list(at.admin, { sort: 'subject' })
  expect(all.filter(({ isOpen }) => isOpen)).toHaveLength(5)
  const call = (route: typeof routes.mailIn.see | typeof routes.mailIn.discard, subject: string) =>
    as(at.admin).call(route, {
      params: { received: all.find(mail => mail.subject === subject)?._id ?? '' },
    })
  for (const [route, subject] of [
    [routes.mailIn.see, ''],
    [routes.mailIn.see, 'a'],
    [routes.mailIn.discard, 'c'],
  ] as const)
    expect((await call(route, subject)).status).toBe(200)
  expect((await call(routes.mailIn.see, 'c')).status).toBe(409)
  await as(at.admin).call(routes.mailIn.accept, {
    params: { received: all.find(({ subject }) => subject === 'b')?._id ?? '' },
    body: { as: 'user' },
  })
  await settled(at, 7)
  expect(await open()).toEqual(['d'])
  const seen = (await list(at.admin, {})).find(({ subject }) => subject === 'a')
  expect(seen).toMatchObject({
    isOpen: false,
    dateSeen: expect.any(String),
    userEmail: at.member.email,
  })
})

test('the member whose mail is held is told so once, also where it came to two addresses or is filed again', async () => {
  const at = await fixtures.ticket()
  const to = [await replyAddress(at, at.member), vendorAddress(at)]
  await send(at.member, to, { subject: 'Bos', text: ' ', messageId: `<${at.ticketId}@a.test>` })
  const [mail] = await settled(at, 2)
  await as(at.admin).call(routes.mailIn.retry, { params: { received: mail?.id ?? '' } })
  await settled(at, 2)
  await send(at.member, to[1] as string, { text: ' ', headers: { Precedence: 'bulk' } })
  await settled(at, 3)
  const [told, ...others] = await mailsIn(portal).to(at.member.email)
  expect(told?.text).toContain('“Bos” konulu e-postanızı aldık')
  expect(told?.text).toContain('metin ya da ek bulamadık')
  expect(others).toEqual([])
})

test('received mails are deleted after 30 days', async () => {
  const at = await fixtures.company()
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
  await fixtures.heldMail(at, { date_received: daysAgo(31) })
  const younger = await fixtures.heldMail(at, { date_received: daysAgo(29) })
  await sweep(platform.database, platform.config)
  expect((await list(at.admin, {})).map(({ _id }) => _id)).toEqual([younger])
})

test('a mail whose filing was lost, as after a restore, is filed', async () => {
  const { at, received } = await heldReply()
  await owner.query(
    "update received_mails set state = 'waiting', is_accepted = true, date_changed = now() - interval '3 hours' where id = $1",
    [received],
  )
  await sweep(platform.database, platform.config)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
})

test('the audit says who discarded which mail, by its subject and sender', async () => {
  const { at, received } = await heldReply()
  await as(at.admin).call(routes.mailIn.discard, { params: { received } })
  expect(await auditOf(at)).toEqual([
    ['mailIn.discard', 'Re: Mil ısınıyor · usta@ustabasi.test', null],
  ])
})

test('the audit says whom an accepted mail has invited, and to which company', async () => {
  const { at, received } = await heldReply()
  await as(at.admin).call(routes.mailIn.accept, { params: { received }, body: { as: 'sender' } })
  expect(await auditOf(at)).toEqual([
    ['users.invite', 'usta@ustabasi.test', at.companyId],
    ['mailIn.accept', 'Re: Mil ısınıyor · usta@ustabasi.test', null],
  ])
})

async function auditOf({ vendorId }: { vendorId: string }) {
  const { rows } = await owner.query(
    "select action, subject, company_id from audit_entries where vendor_id = $1 and (action like 'mailIn.%' or action = 'users.invite') order by id",
    [vendorId],
  )
  return rows.map(Object.values)
}

async function heldReply() {
  const at = await fixtures.ticket()
  const from = { name: 'Usta Başı', address: 'usta@ustabasi.test' }
  await send(at.member, await replyAddress(at, at.member), { from })
  const [mail] = await settled(at, 1)
  return { at, received: mail?.id ?? '' }
}

const vendorAddress = ({ domain }: { domain: string }) => `${domain}@${mailInDomain}`

/** A mail of a stranger to the vendor's address, at a vendor with one machine. */
async function heldNewTicket() {
  const at = await fixtures.company()
  await send({ email: 'usta@ustabasi.test' }, vendorAddress(at), {
    from: { name: 'Usta Başı', address: 'usta@ustabasi.test' },
  })
  const [mail] = await settled(at, 1)
  return { at, received: mail?.id ?? '' }
}

async function list(admin: Person, query: object) {
  const { status, body } = await as(admin).call(routes.mailIn.list, { query })
  expect(status).toBe(200)
  return body.received
}

async function messagesOf(at: Awaited<ReturnType<typeof fixtures.ticket>>) {
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  return body.conversation.slice(1).map(({ userName, message }) => [userName, message])
}

function nested(levels: number, from: string) {
  const open = Array.from(
    { length: levels },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join('')
  return `From: ${from}\r\nSubject: derin\r\n${open}Content-Type: text/plain\r\n\r\nmerhaba\r\n`
}
