import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, passHeader, trustedHost } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'

// Raw mails that a provider posts, signed.

const secret = 'webhook-secret-of-at-least-32-characters'
const portal = await openPortal({
  MAIL_IN_URL: `webhook:?domain=${mailInDomain}&secret=${secret}`,
  MAIL_IN_TRUST: trustedHost,
})
const closed = await openPortal()
const fixtures = fixturesIn(portal)
const { replyAddress, settled } = incomingMailsIn(portal)

test('a signed mail is filed, once, for the recipients that the address names', async () => {
  const { at, to, raw } = await reply()
  const query = new URLSearchParams({ from: at.member.email, to })
  for (let i = 0; i < 2; i++) {
    const { statusCode, body } = await post(raw, { url: `/api/v1/mail?${query}` })
    expect([statusCode, JSON.parse(body)]).toEqual([202, { accepted: 1 }])
  }
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  const { body } = await portal
    .as(at.staff)
    .call(routes.tickets.get, { params: { ticket: at.ticketId } })
  expect(body.conversation.at(-1)).toMatchObject({ message: 'Tamam', user: at.member.userId })
})

test('without recipients in the address those of the mail have it', async () => {
  const { at, raw } = await reply()
  expect((await post(raw)).statusCode).toBe(202)
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
})

test('a mail that is not signed, altered or late is refused, and nothing is kept', async () => {
  const { at, to, raw } = await reply()
  const answers = [
    await post(raw, { secret: `${secret}x` }),
    await post(raw, { age: 600 }),
    await post(raw, { url: '/api/v1/mail', sentTo: `/api/v1/mail?${new URLSearchParams({ to })}` }),
    await portal.http.inject({
      method: 'POST',
      url: '/api/v1/mail',
      payload: raw,
      headers: { 'content-type': 'message/rfc822' },
    }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401])
  await settled(at, 0)
})

test('a mail without a known recipient is refused', async () => {
  const { statusCode, body } = await post('To: kimse@baska.test\r\n\r\nmerhaba')
  expect([statusCode, JSON.parse(body).message]).toEqual([
    400,
    'E-postanın alıcıları arasında bu portalın bir adresi yok.',
  ])
})

test('without a secret there is no such call', async () => {
  const answer = await closed.http.inject({ method: 'POST', url: '/api/v1/mail', payload: {} })
  expect(answer.statusCode).toBe(404)
})

async function reply() {
  const at = await fixtures.ticket()
  const to = await replyAddress(at, at.member)
  const raw = `From: ${at.member.email}\r\nTo: Destek <${to}>\r\nMessage-ID: <${at.ticketId}@musteri.test>\r\n${passHeader(at.member.email)}\r\n\r\nTamam\r\n`
  return { at, to, raw }
}

type Changes = { url?: string; sentTo?: string; secret?: string; age?: number }

function post(
  raw: string,
  { url = '/api/v1/mail', sentTo = url, secret: used = secret, age = 0 }: Changes = {},
) {
  const time = String(Math.floor(Date.now() / 1000) - age)
  const signature = createHmac('sha256', used).update(`${time}\n${url}\n${raw}`).digest('hex')
  const headers = {
    'content-type': 'message/rfc822',
    'x-tezgah-time': time,
    'x-tezgah-signature': signature,
  }
  return portal.http.inject({ method: 'POST', url: sentTo, payload: raw, headers })
}
