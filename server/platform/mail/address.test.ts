import { inspect } from 'node:util'
import type { SMTPServerOptions } from 'smtp-server'
import { expect, onTestFinished, test } from 'vitest'
import {
  failureOf,
  openMailServer,
  reply,
  sampleMail,
  startRawServer,
} from '#testing/servers/mail-server.ts'
import { MailUnavailable, openMailer } from './mailer.ts'
import { defaultTimeouts } from './smtp.ts'

const password = 'p@ss:w/ö rd%'
const account = `${encodeURIComponent('tezgah@demir.test')}:${encodeURIComponent(password)}`
const signIn: SMTPServerOptions = {
  allowInsecureAuth: true,
  authOptional: false,
  onAuth: (credentials, _session, done) =>
    credentials.username === 'tezgah@demir.test' && credentials.password === password
      ? done(null, { user: credentials.username })
      : done(reply(535, 'wrong password')),
}

function mailerTo(smtpUrl: string, timeouts = defaultTimeouts) {
  const mailer = openMailer(
    { smtpUrl, mailFrom: 'no-reply@tezgah.test', dataDir: '/nonexistent' },
    timeouts,
  )
  onTestFinished(mailer.close)
  return mailer
}

test('SMTP_URL with a user name and a password signs in', async () => {
  const server = await openMailServer({}, signIn)
  await mailerTo(`smtp://${account}@127.0.0.1:${server.port}?ignoreTLS=true`).send(sampleMail('1'))
  expect(server.received[0]?.user).toBe('tezgah@demir.test')
})

test('SMTP_URL with a wrong password fails temporarily and the error does not contain the password', async () => {
  const server = await openMailServer({}, signIn)
  const failure = await failureOf(
    mailerTo(`smtp://tezgah:gizli123@127.0.0.1:${server.port}?ignoreTLS=true`).send(
      sampleMail('1'),
    ),
  )
  expect(failure).toMatchObject({
    name: 'MailUnavailable',
    message: expect.stringContaining('535'),
  })
  expect(inspect(failure, { depth: 9, showHidden: true })).not.toContain('gizli123')
})

test('SMTP_URL as smtps:// uses TLS from the first byte', async () => {
  const server = await openMailServer({}, { secure: true })
  await mailerTo(`smtps://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`).send(
    sampleMail('1'),
  )
  expect(server.received[0]?.secure).toBe(true)
})

test('SMTP_URL as smtp:// upgrades to TLS when the server offers it', async () => {
  const server = await openMailServer()
  await mailerTo(`smtp://127.0.0.1:${server.port}?tls.rejectUnauthorized=false`).send(
    sampleMail('1'),
  )
  expect(server.received[0]?.secure).toBe(true)
})

test('SMTP_URL with an untrusted certificate sends nothing', async () => {
  const server = await openMailServer()
  expect(
    await failureOf(mailerTo(`smtp://127.0.0.1:${server.port}`).send(sampleMail('1'))),
  ).toBeInstanceOf(MailUnavailable)
  expect(server.attempts).toEqual([])
})

test('SMTP_URL with requireTLS sends nothing in the clear', async () => {
  const server = await openMailServer({}, { hideSTARTTLS: true })
  expect(
    await failureOf(
      mailerTo(`smtp://127.0.0.1:${server.port}?requireTLS=true`).send(sampleMail('1')),
    ),
  ).toBeInstanceOf(MailUnavailable)
  expect(server.attempts).toEqual([])
})

test('a check of SMTP_URL returns the server’s response and sends no mail', async () => {
  const server = await openMailServer({}, signIn)
  const mailer = mailerTo(`smtp://${account}@127.0.0.1:${server.port}?ignoreTLS=true`)
  expect(await mailer.check()).toMatch(/^235 /)
  expect(server.attempts).toEqual([])
})

test('a check of SMTP_URL works without an account', async () => {
  expect(await mailerTo((await openMailServer()).url).check()).toMatch(/^250/)
})

test('a check of SMTP_URL with a wrong password returns the server’s error', async () => {
  const server = await openMailServer({}, signIn)
  const failure = await failureOf(
    mailerTo(`smtp://tezgah:gizli123@127.0.0.1:${server.port}?ignoreTLS=true`).check(),
  )
  expect(failure).toMatchObject({
    name: 'MailUnavailable',
    message: expect.stringContaining('535'),
  })
})

test('a check of SMTP_URL fails when the server does not respond', async () => {
  const url = await startRawServer(socket => socket.write('220 odd\r\n'))
  const timeouts = { connect: 300, greeting: 300, transfer: 900, response: 900 }
  expect(await failureOf(mailerTo(url, timeouts).check())).toBeInstanceOf(MailUnavailable)
})
