import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { reply, startMailServer, startRawServer } from '#testing/servers/mail-server.ts'
import { sendTestMail } from './test-mail.ts'

// The answer of a test mail, with different mail servers.

test('a test mail reaches the administrator, who reads what the mail server said', async () => {
  const server = await startMailServer()
  const { admin, send } = await installation(server.url)
  const { status, body } = await send()
  expect([status, body]).toEqual([
    200,
    { to: admin.email, smtp: true, sent: true, answer: expect.stringMatching(/^250 /) },
  ])
  expect(server.received.map(({ to, email }) => [to, email.subject])).toEqual([
    [[admin.email], expect.stringMatching(/^Satıcı .* destek portalı: deneme e-postası$/)],
  ])
  await server.stop()
})

test('a refusal is shown word for word, without what it repeats of the sign-in', async () => {
  const server = await startMailServer(
    {
      recipient: () => {
        throw reply(
          550,
          '5.7.1 gizli-parola may not relay, see https://mail.test/why?token=abc.DEF-1&x=2',
        )
      },
    },
    {
      onAuth: (_, __, done) => done(null, { user: 'kutu' }),
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
    },
  )
  const { send } = await installation(server.url.replace('//', '//kutu:gizli-parola@'))
  const { body } = await send()
  expect(body).toMatchObject({
    sent: false,
    answer: '550 5.7.1 … may not relay, see https://mail.test/why?token=…&x=2',
  })
  await server.stop()
})

test('a password that the mail server does not take is not shown in any form', async () => {
  const secret = Buffer.from('\0kutu\0gizli-parola').toString('base64')
  const server = await startMailServer(
    {},
    {
      authMethods: ['PLAIN'],
      allowInsecureAuth: true,
      onAuth: (_, __, done) =>
        done(Object.assign(new Error(`no ${secret} and no gizli-parola`), { responseCode: 535 })),
    },
  )
  const { send } = await installation(server.url.replace('//', '//kutu:gizli-parola@'))
  const { body } = await send()
  expect(body).toMatchObject({ sent: false, answer: '535 no … and no …' })
  await server.stop()
})

test('a mail server that is down is reported', async () => {
  const server = await startMailServer()
  await server.stop()
  const { send } = await installation(server.url)
  expect((await send()).body).toMatchObject({
    sent: false,
    answer: `connect ECONNREFUSED 127.0.0.1:${server.port}`,
  })
})

test('a mail server that never answers is reported after the timeout', async () => {
  const url = await startRawServer(socket => socket.write('220 mail.test ESMTP\r\n'))
  const { portal, admin, vendorId } = await installation(`${url}?ignoreTLS=true`)
  const { database, config } = portal.platform
  const inVendor: Parameters<typeof sendTestMail>[0] = work => database.inVendor(vendorId, work)
  const answer = await sendTestMail(
    inVendor,
    { email: admin.email, name: 'Ayşe' },
    config,
    'en',
    500,
  )
  expect(answer).toMatchObject({
    sent: false,
    answer: expect.stringMatching(/^the mail server took (too long|longer than 0.5 s)$/),
  })
})

test('where no mail server is set, the answer says so, and the mail is a file', async () => {
  const { admin, portal, send } = await installation()
  expect((await send()).body).toMatchObject({
    smtp: false,
    sent: true,
    answer: expect.stringContaining('no SMTP_URL'),
  })
  expect(await mailsIn(portal).to(admin.email)).toHaveLength(1)
})

test('test mails are limited for each administrator, and each is in the audit', async () => {
  const { admin, portal, send } = await installation()
  for (let n = 0; n < 10; n++) expect((await send()).status).toBe(200)
  expect((await send()).status).toBe(429)
  const { rows } = await portal.owner.query(
    "select subject from audit_entries where action = 'mails.test'",
  )
  expect(rows).toEqual(Array(10).fill({ subject: admin.email }))
})

async function installation(smtpUrl?: string) {
  const portal = await openPortal(smtpUrl ? { SMTP_URL: smtpUrl } : {})
  const { admin, vendorId } = await fixturesIn(portal).vendor()
  return { portal, admin, vendorId, send: () => portal.as(admin).call(routes.mails.test) }
}
