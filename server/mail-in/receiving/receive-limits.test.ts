import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { platformVendor } from '#platform/database/database.ts'
import { openRateLimiter } from '#platform/limits/rate-limit.ts'
import { MailRejected } from '#platform/mail/incoming-mail.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { waitFor } from '#testing/wait-for.ts'
import { bytesOfVendor, countReceived, postedMails } from './receive-limits.ts'

// What strangers send, by SMTP and by a webhook: it defers
// no mail of others, and fills neither memory nor database.

const secret = 'webhook-secret-of-at-least-32-characters'
const portal = await openPortal({
  MAIL_IN_URL: `smtp://127.0.0.1:0?domain=${mailInDomain}&secret=${secret}`,
})
const fixtures = fixturesIn(portal)
const { config, database, rateLimiter, signing, mailBuffer } = portal.platform

test('a vendor that has received its bytes of the day receives no more for now, and others do', async () => {
  const [full, other] = [await fixtures.vendor(), await fixtures.vendor()]
  await rateLimiter.count(full.vendorId, {
    limit: bytesOfVendor,
    subject: [],
    weight: 2 * bytesOfVendor.max,
  })
  const { sendRaw, settled } = incomingMailsIn(portal)
  const send = (domain: string) =>
    sendRaw(`To: ${domain}\r\n\r\n${'merhaba'.repeat(20_000)}`, `${domain}@${mailInDomain}`)
  await expect(send(full.domain)).rejects.toThrow(/452 .*too many mails/)
  expect(await send(other.domain)).toMatch(/^250/)
  await settled(full, 0)
  const { body } = await portal.as(full.admin).call(routes.mails.counts)
  expect(body).toMatchObject({ received: 0, refused: 1 })
})

/** At a twentieth of the limits: 6 mails of a sender, 25 and 10 MB
 * of a network. Resolves to how many of `count` mails were taken. */
async function takenOf(
  count: number,
  vendor: string,
  clientAddress: string,
  from: (i: number) => string,
  bytes = 1_000,
) {
  const context = { config, rateLimiter: openRateLimiter(database, signing, 0.05) }
  for (let i = 0; i < count; i++) {
    const mail = {
      raw: Buffer.alloc(bytes),
      from: from(i),
      recipients: [],
      clientAddress,
      clientName: '',
    }
    const isTaken = await countReceived(context, vendor, mail, from(i)).then(
      () => true,
      error => (error instanceof MailRejected ? false : Promise.reject(error)),
    )
    if (!isTaken) return i
  }
  return count
}
const ayse = () => 'ayse@musteri.test'
const another = (i: number) => `kisi${i}@baska.test`

test('strangers who write in the name of a sender do not defer the mails of that sender', async () => {
  const { vendorId } = await fixtures.vendor()
  expect(await takenOf(20, vendorId, '192.0.2.1', ayse)).toBeLessThan(10)
  expect(await takenOf(1, vendorId, '198.51.100.7', ayse)).toBe(1)
})

test('one network does not defer the mails of another one, whatever senders it names and however large its mails are', async () => {
  const { vendorId } = await fixtures.vendor()
  expect(await takenOf(60, vendorId, '192.0.2.1', another)).toBeLessThan(30)
  expect(await takenOf(20, vendorId, '192.0.2.2', another, 2 * 1024 ** 2)).toBeLessThan(7)
  expect(await takenOf(20, vendorId, '198.51.100.7', another)).toBe(20)
})

test('the addresses of one IPv6 site are limited together', async () => {
  const { vendorId } = await fixtures.vendor()
  let taken = 0
  for (let i = 0; i < 20; i++)
    taken += await takenOf(10, vendorId, `2001:db8:1:${i.toString(16)}00::1`, j =>
      another(20 * i + j),
    )
  expect(taken).toBeLessThan(120)
})

const now = () => String(Math.floor(Date.now() / 1000))
const signature = 'a'.repeat(64)
const post = (headers: Record<string, string>, remoteAddress = '127.0.0.7') =>
  portal.http.inject({
    method: 'POST',
    url: '/api/v1/mail',
    payload: 'To: a@b.test\r\n\r\n',
    headers: { 'content-type': 'message/rfc822', ...headers },
    remoteAddress,
  })

test.each([
  ['without a signature', {}],
  [
    'with a signature of ten minutes ago',
    { 'x-tezgah-time': String(Number(now()) - 600), 'x-tezgah-signature': signature },
  ],
  ['with half a signature', { 'x-tezgah-time': now(), 'x-tezgah-signature': 'abcd' }],
])('a posted mail %s is refused before it is sent', async (_, headers: Record<string, string>) => {
  const socket = connect((portal.http.server.address() as { port: number }).port, '127.0.0.1')
  const lines = Object.entries({
    Host: 'tezgah.test',
    'Content-Type': 'message/rfc822',
    'Content-Length': '20000000',
    ...headers,
  })
  socket.write(
    `POST /api/v1/mail HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`,
  )
  let answer = ''
  socket.on('data', data => {
    answer += data
  })
  await waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 401 /))
  socket.destroy()
})

test('posted mails with wrong signatures are limited for their network, and for no other', async () => {
  const headers = { 'x-tezgah-time': now(), 'x-tezgah-signature': signature }
  await rateLimiter.count(platformVendor, {
    limit: postedMails,
    subject: ['192.0.2.9'],
    weight: 60 * postedMails.max,
  })
  const answers = await Promise.all([
    post(headers, '192.0.2.9'),
    post(headers, '192.0.2.9'),
    post(headers, '192.0.2.8'),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toContain(429)
  expect(answers[2]?.statusCode).toBe(401)
})

test('while the mails that are being received fill their memory, a posted one is told to come again', async () => {
  const taken = 200 * 1024 ** 2
  expect(mailBuffer.take(taken)).toBe(true)
  const headers = { 'x-tezgah-time': now(), 'x-tezgah-signature': signature }
  expect((await post(headers, '127.0.0.9')).statusCode).toBe(429)
  mailBuffer.release(taken)
  expect((await post(headers, '127.0.0.9')).statusCode).toBe(401)
  // nothing is kept of what was refused
  await waitFor(() => expect(mailBuffer.take(taken)).toBe(true))
  mailBuffer.release(taken)
})
