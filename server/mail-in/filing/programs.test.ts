import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, pathAndQuery } from '#testing/fixtures.ts'
import {
  deliveryReport,
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
  passHeader,
  trustedHost,
} from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { messageIdOf } from '../../mail/message-ids.ts'
import { isUndeliverable } from '../../mail/undeliverable.ts'

// Mails that programs write, mails of strangers, and mails that are
// damaged or made to do damage: each of them ends in one place.

const portal = await openPortal({ ...mailInSettings, LIMIT_FACTOR: '1' })
const fixtures = fixturesIn(portal)
const { replyAddress, send, sendRaw, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal
const authentic = passHeader('kisi@tezgah.test')

test.each([
  ['an automatic reply', 'automaticHeader', { headers: { 'Auto-Submitted': 'auto-replied' } }],
  [
    'an out-of-office notice with the subject of our mail',
    'automaticSubject',
    { subject: 'Ofis dışında: Re: Mil ısınıyor' },
  ],
  [
    'a bare old notice',
    'automaticSubject',
    { subject: 'Out of office', headers: { Precedence: 'junk' } },
  ],
  ['a mail with the null sender', 'nullSender', { envelope: { from: '' } }],
  [
    'a report of a mail server that has a sender',
    'automaticSender',
    { from: 'mailer-daemon@mx.tezgah.test', subject: 'failure notice' },
  ],
])('%s is no message, has its reason, and is not answered', async (_, reason, options) => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const envelope = 'envelope' in options ? { ...options.envelope, to } : undefined
  await send(at.member, to, { ...options, ...(envelope && { envelope }) } as object)
  expect(await settled(at, 1)).toMatchObject([
    { state: 'automatic', reason, ticketId: at.ticketId },
  ])
  expect(await messagesOf(at)).toEqual([])
  expect(await answersTo(at.member)).toEqual([])
})

test('an out-of-office notice without a header of its own that refers to our mail is automatic', async () => {
  const at = await fixtures.ticket()
  const id = messageIdOf(platform.signing, at.vendorId, at.ticketId, at.ticketId)
  const options = { subject: 'Otomatik yanıt: izindeyim', inReplyTo: `<${id}@tezgah.test>` }
  await send(at.member, await replyAddress(at, at.member), options)
  await settled(at, 1)
  await send(at.member, `${at.domain}@${mailInDomain}`, options)
  const mails = await settled(at, 2)
  expect(mails.map(({ reason }) => reason)).toEqual(['automaticSubject', 'automaticSubject'])
})

const group = { 'List-ID': '<help.tezgah.test>', Precedence: 'list', 'List-Unsubscribe': '<x:y>' }
test.each([
  ['of Exchange', { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }, 'Mil'],
  [
    'of a forwarding',
    { Precedence: 'bulk', 'X-Loop': 'help@tezgah.test' },
    'Delivery failure of the pump',
  ],
  ['of a group', group, 'Otomatik yanıt süresi'],
  [
    'of a rule',
    { 'X-MS-Exchange-Generated-Message-Source': 'Mailbox Rules Agent' },
    'Read: error list',
  ],
])(
  "a person's mail with the headers %s is filed, in a ticket and as a new one, and never answered",
  async (_, headers, subject) => {
    const at = await fixtures.ticket()
    await send(at.member, await replyAddress(at, at.member), { headers, subject: `Re: ${subject}` })
    await settled(at, 1)
    const to = `${at.domain}@${mailInDomain}`
    await send(at.member, to, { headers, subject })
    expect((await settled(at, 2)).map(({ state }) => state)).toEqual(['filed', 'filed'])
    await as(at.admin).call(routes.machines.assign, {
      params: { company: at.companyId },
      body: { machine: at.machineId, serialNumber: 'TRN-1453', dateOfPurchase: '2026-02-28' },
    })
    await send(at.member, to, { headers, subject: 'Hangisi?' })
    expect((await settled(at, 3))[2]).toMatchObject({ state: 'held', reason: 'machineUnknown' })
    expect(await answersTo(at.member)).toEqual([])
  },
)

test("a member's address may be one from which programs write, where the mail is authentic", async () => {
  const at = await fixtures.ticket()
  const email = `no-reply@${at.domain}`
  await owner.query('update users set email = $1 where id = $2', [email, at.member.userId])
  const to = await replyAddress(at, at.member)
  await send({ email }, to)
  await settled(at, 1)
  await send({ email }, to, {
    headers: { 'Authentication-Results': `${trustedHost}; dmarc=fail` },
  })
  expect((await settled(at, 2)).map(({ state }) => state)).toEqual(['filed', 'automatic'])
})

test("a delivery report to a user's reply address marks their address, until a mail of theirs comes", async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const undeliverable = () =>
    platform.database.inVendor(at.vendorId, db => isUndeliverable(db, at.member.userId))
  await sendRaw(deliveryReport(at.member.email, '5.1.1'), to, '')
  expect(await settled(at, 1)).toMatchObject([{ state: 'bounced' }])
  expect(await undeliverable()).toBe(true)
  await send(at.member, to)
  await settled(at, 2)
  expect(await undeliverable()).toBe(false)
})

test("the text of a delivery report in a person's mail is a message, and marks no one", async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const fields = `Reporting-MTA: dns; mx.test\r\n\r\nFinal-Recipient: rfc822; ${at.member.email}\r\nAction: failed\r\nStatus: 5.1.1\r\n`
  const qmail = `Hi. This is the qmail-send program at mx.test.\n\n<${at.member.email}>:\n550 5.1.1 user unknown\n`
  await send(at.member, to, {
    text: 'Bunu aldım.',
    attachments: [{ contentType: 'message/delivery-status', content: fields }],
  })
  await settled(at, 1)
  await send(at.member, to, { text: qmail })
  expect((await settled(at, 2)).map(({ state }) => state)).toEqual(['filed', 'filed'])
  expect(
    await platform.database.inVendor(at.vendorId, db => isUndeliverable(db, at.member.userId)),
  ).toBe(false)
})

test("a mail to two addresses of a vendor opens one ticket, and makes its sender's address deliverable again", async () => {
  const at = await fixtures.ticket()
  await owner.query('insert into vendor_domains (vendor_id, domain) values ($1, $2)', [
    at.vendorId,
    `ikinci-${at.domain}`,
  ])
  await sendRaw(deliveryReport(at.member.email, '5.1.1'), await replyAddress(at, at.member), '')
  await settled(at, 1)
  await send(at.member, [`${at.domain}@${mailInDomain}`, `ikinci-${at.domain}@${mailInDomain}`], {
    subject: 'Yeni arıza',
  })
  const mails = (await settled(at, 3)).slice(1)
  expect(mails.map(({ state }) => state).sort()).toEqual(['discarded', 'filed'])
  expect(mails[0]?.ticketId).toBe(mails[1]?.ticketId)
  expect(
    (
      await owner.query('select from tickets where vendor_id = $1 and title = $2', [
        at.vendorId,
        'Yeni arıza',
      ])
    ).rowCount,
  ).toBe(1)
  expect(
    await platform.database.inVendor(at.vendorId, db => isUndeliverable(db, at.member.userId)),
  ).toBe(false)
})

test('a mail of whose subject nothing is seen opens a ticket under its text; one of whose text nothing is seen waits for the team', async () => {
  const at = await fixtures.ticket()
  const to = `${at.domain}@${mailInDomain}`
  await send(at.member, to, { subject: '\u200b\u00ad', text: 'Kayış koptu.' })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  await send(at.member, to, { subject: 'Boş', text: '\u200b \u2060' })
  expect((await settled(at, 2))[1]).toMatchObject({ state: 'held', reason: 'empty' })
  const { rows } = await owner.query(
    'select title from tickets where vendor_id = $1 and id <> $2',
    [at.vendorId, at.ticketId],
  )
  expect(rows).toEqual([{ title: 'Kayış koptu.' }])
})

test('a delivery report for another address than that of the reply address marks none', async () => {
  const at = await fixtures.ticket()
  await sendRaw(deliveryReport(at.staff.email, '5.1.1'), await replyAddress(at, at.member), '')
  await settled(at, 1)
  const { rows } = await owner.query('select from undeliverable_addresses where vendor_id = $1', [
    at.vendorId,
  ])
  expect(rows).toEqual([])
})

test('a reply to an archived ticket is answered with a new ticket that has its text and files, at most twice for one subject', async () => {
  const at = await fixtures.ticket()
  for (const status of ['closed', 'archived'] as const)
    await as(at.staff).call(routes.tickets.change, {
      params: { ticket: at.ticketId },
      body: { status },
    })
  const message = 'Yine ısınıyor:\n> 81 °C'
  const to = await replyAddress(at, at.member)
  for (let i = 0; i < 3; i++)
    await send(at.member, to, {
      text: `${message}\n\nOn Sun, Nov 29, 2026 at 12:03 PM Team <a@b.test> wrote:\n> Mil`,
      attachments: [{ filename: 'ölçüm.txt', content: '81 °C' }],
    })
  const mails = await settled(at, 3)
  expect(mails.map(({ state, reason }) => [state, reason]).sort()).toEqual([
    ['answered', 'ticketArchived'],
    ['answered', 'ticketArchived'],
    ['held', 'tooManyAnswers'],
  ])
  const link = await mailsIn(portal).linkTo(at.member.email, 2)
  expect(link.pathname).toBe(`/account/${at.companyId}/tickets/new`)
  const params = { company: at.companyId, received: link.searchParams.get('mail') ?? '' }
  const { body } = await as(at.member).call(routes.mailIn.draft, { params })
  expect(body).toMatchObject({
    title: 'Mil ısınıyor',
    message,
    files: [{ fileName: 'ölçüm.txt' }],
  })
  const opened = await as(at.member).call(routes.tickets.open, {
    params: { company: at.companyId },
    body: {
      title: body.title,
      message: body.message,
      machine: at.companyMachineId,
      files: body.files.map(({ id }) => id),
    },
  })
  expect(opened.body.conversation[0]?.files).toMatchObject([{ fileName: 'ölçüm.txt' }])
  expect(
    (await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })).body
      .conversation,
  ).toHaveLength(1)
})

test("a member's mail to the vendor's address opens a ticket about their only machine", async () => {
  const at = await fixtures.company()
  await send(at.member, `${at.domain}@${mailInDomain}`, {
    subject: 'Kayış koptu',
    text: 'Sabah kayış koptu.',
  })
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'filed', userId: at.member.userId })
  const { body } = await as(at.member).call(routes.tickets.getOfAccount, {
    params: { company: at.companyId, ticket: mail?.ticketId ?? '' },
  })
  expect(body).toMatchObject({
    title: 'Kayış koptu',
    machine: at.companyMachineId,
    createdBy: at.member.userId,
  })
  expect(body.conversation).toMatchObject([{ message: 'Sabah kayış koptu.', byMail: true }])
})

test('with several machines the serial number in the mail names one; without it the member gets a link', async () => {
  const at = await fixtures.company()
  const { body: second } = await as(at.admin).call(routes.machines.assign, {
    params: { company: at.companyId },
    body: { machine: at.machineId, serialNumber: 'TRN-1453', dateOfPurchase: '2026-02-28' },
  })
  const to = `${at.domain}@${mailInDomain}`
  await send(at.member, to, { subject: 'Isınıyor', text: 'trn-1453 çok ısınıyor.' })
  await settled(at, 1)
  await send(at.member, to, { subject: 'Isınıyor', text: 'Seri no TRN-14530' })
  const mails = await settled(at, 2)
  expect(mails).toMatchObject([{ state: 'filed' }, { state: 'answered', reason: 'machineUnknown' }])
  const { body } = await as(at.staff).call(routes.tickets.get, {
    params: { ticket: mails[0]?.ticketId ?? '' },
  })
  expect(body.machine).toBe(second._id)
})

test('a mail to the address for new tickets is held if its sender is a stranger, who is told nothing, or not authentic, of which the member is told once a day and in general words', async () => {
  const at = await fixtures.company()
  const to = `${at.domain}@${mailInDomain}`
  await send({ email: 'yabanci@baska.test' }, to)
  await settled(at, 1)
  const headers = { 'Authentication-Results': `${trustedHost}; dmarc=fail` }
  await send(at.member, to, { headers, subject: 'Yenilikler' })
  await settled(at, 2)
  await send(at.member, to, { headers, subject: 'Yenilikler 2' })
  expect((await settled(at, 3)).map(({ state, reason }) => [state, reason])).toEqual([
    ['held', 'unknownSender'],
    ['held', 'notAuthentic'],
    ['held', 'notAuthentic'],
  ])
  const [told, ...others] = await mailsIn(portal).to(at.member.email)
  expect(told?.text).toContain('sizden geldiğini doğrulayamadık')
  expect(`${told?.subject} ${told?.text}`).not.toContain('Yenilikler')
  expect([others, await answersTo({ email: 'yabanci@baska.test' })]).toEqual([[], []])
})

test("a vendor's own address takes the place of its domain", async () => {
  const at = await fixtures.company()
  const local = `destek-${at.domain.split('.')[0]}`
  await owner.query('update vendors set mail_in_address = $1 where vendor_id = $2', [
    local,
    at.vendorId,
  ])
  await send(at.member, `${local.toUpperCase()}@${mailInDomain}`)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  await expect(send(at.member, `${at.domain}@${mailInDomain}`)).rejects.toThrow(/550/)
})

const damaged: [string, (from: string) => string | Buffer, object][] = [
  ['a mail of 1,000 parts', from => multipart(from, 1_000), { state: 'filed' }],
  [
    'a mail with an empty body',
    from => `From: ${from}\r\n${authentic}\r\n\r\n`,
    { state: 'held', reason: 'empty' },
  ],
  [
    'a mail that is a signature only',
    from => `From: ${from}\r\n${authentic}\r\n\r\n-- \r\nIşıl\r\n`,
    { state: 'held', reason: 'empty' },
  ],
  [
    'a mail without From',
    () => `${authentic}\r\n\r\nmerhaba`,
    { state: 'held', reason: 'severalSenders' },
  ],
  [
    'bytes that are no mail',
    () => Buffer.from([0, 255, 10, 13, 200, 0]),
    { state: 'held', reason: 'severalSenders' },
  ],
  ['a mail with winmail.dat', from => winmail(from), { state: 'filed' }],
]
test.each(damaged)('%s ends in one place, and the next mail is filed', async (_, raw, outcome) => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const mail = raw(at.member.email)
  await sendRaw(typeof mail === 'string' ? `To: ${to}\r\n${mail}` : mail, to)
  expect(await settled(at, 1)).toMatchObject([outcome])
  await send(at.member, to, { text: 'Sonraki' })
  await settled(at, 2)
  expect((await messagesOf(at)).at(-1)).toBe('Sonraki')
})

test.each([
  [
    'windows-1254',
    'Content-Type: text/plain; charset=windows-1254\r\nContent-Transfer-Encoding: 8bit\r\n',
  ],
  ['no', ''],
  ['the wrong', 'Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n'],
])('Turkish text with %s charset is readable', async (_, header) => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const raw = Buffer.from(
    `From: ${at.member.email}\r\nTo: ${to}\r\n${authentic}\r\n${header}\r\n\u015eişli'de ığdır\r\n`.replace(
      '\u015e',
      'S',
    ),
    'utf8',
  )
  const latin5 = Buffer.from(
    raw.toString('utf8').replaceAll('ş', '\xfe').replaceAll('ı', '\xfd').replaceAll('ğ', '\xf0'),
    'latin1',
  )
  await sendRaw(latin5, to)
  await settled(at, 1)
  expect(await messagesOf(at)).toEqual(["Sişli'de ığdır"])
})

test('winmail.dat of Outlook is a file of the message, as it came', async () => {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  await sendRaw(`To: ${to}\r\n${winmail(at.member.email)}`, to)
  await settled(at, 1)
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  const [file] = body.conversation.at(-1)?.files ?? []
  expect(file).toMatchObject({ fileName: 'winmail.dat', state: 'ready' })
  const { rawPayload } = await portal.http.inject({ url: pathAndQuery(file?.signedURL ?? '/') })
  expect(rawPayload.toString('base64')).toBe('eJ8+IgEAAAA=')
})

test('a mail above 25 MB is refused, and nothing of it is kept', async () => {
  const at = await fixtures.ticket()
  const raw =
    `From: ${at.member.email}\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(1) +
    `${'y'.repeat(72)}\r\n`.repeat(360_000)
  await expect(sendRaw(raw, await replyAddress(at, at.member))).rejects.toThrow(/552|size/i)
  await settled(at, 0)
})

const answersTo = async ({ email }: { email: string }) =>
  (await mailsIn(portal).all()).filter(({ to: [first] = [] }) => first?.address === email)

async function messagesOf(at: Awaited<ReturnType<typeof fixtures.ticket>>) {
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  return body.conversation.slice(1).map(({ message }) => message)
}

function multipart(from: string, parts: number) {
  const part = (i: number) =>
    `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename=${i}.txt\r\n\r\n${i}\r\n`
  const text = '--b\r\nContent-Type: text/plain\r\n\r\nÇok parça\r\n'
  return `From: ${from}\r\n${authentic}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${text}${Array.from({ length: parts }, (_, i) => part(i)).join('')}--b--\r\n`
}

function winmail(from: string) {
  const part = `--b\r\nContent-Type: application/ms-tnef; name=winmail.dat\r\nContent-Disposition: attachment; filename=winmail.dat\r\nContent-Transfer-Encoding: base64\r\n\r\neJ8+IgEAAAA=\r\n`
  return `From: ${from}\r\n${authentic}\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nEkte\r\n${part}--b--\r\n`
}
