import { createHmac } from 'node:crypto'
import { createTransport } from 'nodemailer'
import { afterAll, expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, passHeader, trustedHost } from '#testing/incoming-mails.ts'
import { openPortal, type TestPortal } from '#testing/portal.ts'
import { startImapServer } from '#testing/servers/imap-server.ts'
import { waitFor } from '#testing/wait-for.ts'

// How mails come in, by SMTP, LMTP, a mailbox or a webhook:
// each of them is stored, or refused with its reason.

const secret = 'webhook-secret-of-at-least-32-characters'
const mailbox = await startImapServer({ user: 'destek', password: 'parola' }, afterAll)
const log: string[] = []
const trust = { MAIL_IN_TRUST: trustedHost }
const open = (url: string, options = {}) =>
  openPortal({ ...trust, MAIL_IN_URL: `${url}domain=${mailInDomain}` }, options)
const smtp = await open(`smtp://127.0.0.1:0?secret=${secret}&`)
const lmtp = await open('lmtp://127.0.0.1:0?')
const imap = await open(`imap://destek:parola@127.0.0.1:${mailbox.port}/INBOX?`, { log })

async function reply(portal: TestPortal) {
  const at = await fixturesIn(portal).ticket()
  return { at, to: await incomingMailsIn(portal).replyAddress(at, at.member) }
}
const authentic = (from: string) => `From: ${from}\r\n${passHeader(from)}\r\n`
const others = Array.from({ length: 499 }, (_, i) => `kisi${i}@baska.test`)
const many = (to: string) => `To: ${[...others, to].join(',\r\n ')}\r\n`

test('a mail of a mailbox that names 500 recipients is filed for the one that is known, the last', async () => {
  const { at, to } = await reply(imap)
  mailbox.deliver(`${authentic(at.member.email)}${many(to)}\r\nHerkese`)
  expect(await incomingMailsIn(imap).settled(at, 1)).toMatchObject([{ state: 'filed' }])
})

test('a posted mail that names 500 recipients is filed for the one that is known, the last', async () => {
  const { at, to } = await reply(smtp)
  expect((await post(`${authentic(at.member.email)}${many(to)}\r\nHerkese`)).statusCode).toBe(202)
  const query = new URLSearchParams([...others, to].map(address => ['to', address]))
  expect(
    (await post(`${authentic(at.member.email)}To: ${to}\r\n\r\nYine`, `?${query}`)).statusCode,
  ).toBe(202)
  expect(await incomingMailsIn(smtp).settled(at, 2)).toMatchObject([
    { state: 'filed' },
    { state: 'filed' },
  ])
})

test.each(['\n', '\r\n'])(
  'copies of one mail that came by several mail servers are one message, with line breaks %j',
  async end => {
    const { at, to } = await reply(smtp)
    const copy = (server: string) =>
      [
        `Received: by ${server}`,
        'Message-ID: <kopya@yazan.test>',
        `To: ${to}`,
        authentic(at.member.email).trim(),
        '',
        'Tamam',
      ].join('\n')
    for (const server of ['mx1.test', 'mx2.test'])
      expect((await post(copy(server).replace(/\r?\n/g, end))).statusCode).toBe(202)
    expect(await incomingMailsIn(smtp).settled(at, 1)).toMatchObject([{ state: 'filed' }])
  },
)

test('of 500 known recipients of one SMTP mail ten are accepted, and the client sends the others later', async () => {
  const at = await fixturesIn(smtp).company()
  await smtp.owner.query(
    "insert into vendor_domains (vendor_id, domain) select $1, 'makine' || i || '.test' from generate_series(1, 500) i",
    [at.vendorId],
  )
  const to = Array.from({ length: 500 }, (_, i) => `makine${i + 1}.test@${mailInDomain}`)
  const { accepted, rejectedErrors } = await transport(smtp).sendMail({
    raw: 'From: a@baska.test\r\n\r\nHerkese',
    envelope: { from: '', to },
  })
  expect(accepted).toEqual(to.slice(0, 10))
  expect(rejectedErrors?.map(({ responseCode }) => responseCode)).toEqual(
    Array.from({ length: 490 }, () => 452),
  )
  await incomingMailsIn(smtp).settled(at, 10)
})

test.each([
  ['300 nested parts', nested(300)],
  ['headers above 1 MB', `X-Dolgu: ${'x'.repeat(900)}\r\n`.repeat(1_300)],
])('a mail of a mailbox with %s is listed as failed', async (_, damage) => {
  const { at, to } = await reply(imap)
  mailbox.deliver(`To: ${to}\r\n${authentic(at.member.email)}${damage}\r\nmerhaba`)
  expect(await incomingMailsIn(imap).settled(at, 1)).toMatchObject([
    { state: 'failed', reason: 'unreadable' },
  ])
})

test('a mail of a mailbox without a known recipient, such as a returned one, is counted as refused and logged', async () => {
  const { mailInCounts } = imap.platform
  const before = mailInCounts.refused
  mailbox.deliver(
    `From: MAILER-DAEMON@mx.baska.test\r\nTo: destek@${mailInDomain}\r\nSubject: Undelivered\r\n\r\nmerhaba`,
  )
  mailbox.deliver(`From: a@baska.test\r\nTo: "a\0b"@${mailInDomain}\r\n\r\nmerhaba`)
  await waitFor(() => expect(mailInCounts.refused).toBe(before + 2))
  await waitFor(() => expect(mailbox.mails.every(({ seen }) => seen)).toBe(true))
  expect(
    log.filter(line => line.includes('is refused: no recipient of it has an address here')),
  ).toHaveLength(2)
})

// A sender has 120 mails an hour at once, and one more each
// 30 s: a slow machine lets a few more pass.
const isLimit = (count: number) => count >= 120 && count < 125

test('the 121st mail of one sender waits in the mailbox, and those of others are filed', async () => {
  const { at, to } = await reply(imap)
  const before = mailbox.downloads.length
  for (let i = 0; i < 130; i++) mailbox.deliver(`To: ${to}\r\nFrom: cok@yazan.test\r\n\r\n${i}`)
  mailbox.deliver(`${authentic(at.member.email)}To: ${to}\r\n\r\nTamam`)
  await waitFor(() => expect(mailbox.mails.at(-1)?.seen).toBe(true))
  const { rowCount } = await imap.owner.query('select from received_mails where vendor_id = $1', [
    at.vendorId,
  ])
  const mails = await incomingMailsIn(imap).settled(at, rowCount ?? 0)
  expect(mails.at(-1)).toMatchObject({ state: 'filed', sender: at.member.email })
  expect(mails.length - 1).toSatisfy(isLimit)
  expect(mailbox.downloads.length - before).toBe(mails.length + 1)
})

test('the 121st mail of one sender is refused for now by SMTP, and a repeated delivery is not counted', async () => {
  const { at, to } = await reply(smtp)
  const client = transport(smtp, { pool: true })
  const send = (i: number) =>
    client.sendMail({
      raw: `Message-ID: <${i}@yazan.test>\r\nFrom: ${at.member.email}\r\n\r\n${i}`,
      envelope: { from: 'cok@yazan.test', to },
    })
  for (let i = 0; i < 119; i++) await send(i)
  for (let i = 0; i < 10; i++) expect((await send(7)).response).toMatch(/^250/)
  let count = 119
  const refused = await waitFor(
    () => send(count++).then(() => Promise.reject(new Error('accepted')), String),
    { interval: 0 },
  )
  client.close()
  expect(refused).toMatch(/452 .*too many mails, try again later/)
  expect(count - 1).toSatisfy(isLimit)
  await incomingMailsIn(smtp).settled(at, count - 1)
})

test('the 121st posted mail of one From is refused for now, also without a sender in the address', async () => {
  const { at, to } = await reply(smtp)
  const send = (i: number) =>
    post(`Message-ID: <${i}@biri.test>\r\nFrom: Biri <biri@yazan.test>\r\nTo: ${to}\r\n\r\n${i}`)
  let count = 0
  while ((await send(count)).statusCode === 202 && count < 130) count++
  expect(count).toSatisfy(isLimit)
  const { statusCode, headers } = await send(count)
  expect([statusCode, Number(headers['retry-after'])]).toEqual([
    429,
    expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 30),
  ])
  expect((await send(7)).statusCode).toBe(202)
  await incomingMailsIn(smtp).settled(at, count)
})

test('of two recipients by LMTP the known one has the mail, and the other one is refused', async () => {
  const { at, to } = await reply(lmtp)
  const unknown = `reply+${'a'.repeat(26)}@${mailInDomain}`
  const { accepted, rejectedErrors } = await transport(lmtp, { lmtp: true }).sendMail({
    raw: `${authentic(at.member.email)}\r\nTamam`,
    envelope: { from: at.member.email, to: [unknown, to] },
  })
  expect([accepted, rejectedErrors?.map(({ responseCode }) => responseCode)]).toEqual([[to], [550]])
  expect(await incomingMailsIn(lmtp).settled(at, 1)).toMatchObject([{ state: 'filed' }])
})

const transport = (portal: TestPortal, options = {}) =>
  createTransport({
    host: '127.0.0.1',
    port: portal.mailInPort as number,
    ignoreTLS: true,
    ...options,
  })

function post(raw: string, query = '') {
  const time = String(Math.floor(Date.now() / 1000))
  const url = `/api/v1/mail${query}`
  const signature = createHmac('sha256', secret).update(`${time}\n${url}\n${raw}`).digest('hex')
  const headers = {
    'content-type': 'message/rfc822',
    'x-tezgah-time': time,
    'x-tezgah-signature': signature,
  }
  return smtp.http.inject({ method: 'POST', url, payload: raw, headers })
}

function nested(levels: number) {
  return Array.from(
    { length: levels },
    (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\r\n\r\n--b${i}\r\n`,
  ).join('')
}
