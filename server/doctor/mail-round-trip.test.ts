import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { readConfig } from '#platform/config/config.ts'
import { mailInDomain, mailInSettings, trustedHost } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { openMailServer, type Received } from '#testing/servers/mail-server.ts'
import { mailRoundTrip } from './mail-round-trip.ts'

// `npm run doctor` sends a mail around: out by SMTP_URL, in by MAIL_IN_URL.

const portal = await openPortal(mailInSettings)

/** What the doctor finds out when the mail server of SMTP_URL passes its mail on by `forward`. */
async function findingsOf(forward: (mail: Received) => Promise<unknown>, accept = async () => {}) {
  const server = await openMailServer({ text: accept })
  const config = readConfig({
    DATA_DIR: portal.dataDir,
    ...mailInSettings,
    SMTP_URL: server.url,
    MAIL_FROM: 'destek@satici.test',
  })
  const options = {
    timeout: 2_000,
    lookUpMx: async () => [{ exchange: 'mx.eski.test', priority: 10 }],
  }
  const findings = mailRoundTrip(
    { ...config, tokenSecret: portal.platform.config.tokenSecret },
    portal.connection,
    options,
  )
  await expect.poll(() => server.received).toHaveLength(1)
  await forward(server.received[0] as Received)
  return findings
}

const passOn = ({ raw, to }: Received, header = '') =>
  createTransport({
    host: '127.0.0.1',
    port: portal.mailInPort as number,
    ignoreTLS: true,
  }).sendMail({
    raw: header + raw,
    envelope: { from: 'destek@satici.test', to },
  })

test('a mail that comes back authentic passes', async () => {
  const [finding] = await findingsOf(mail =>
    passOn(mail, `Authentication-Results: ${trustedHost}; dmarc=pass header.from=satici.test\r\n`),
  )
  expect(finding).toMatchObject({
    check: 'mail in',
    state: 'ok',
    detail: expect.stringContaining(mailInDomain),
  })
})

test('a mail that its mail server accepts late has as long to come back', async () => {
  const [finding] = await findingsOf(
    mail => passOn(mail),
    () => pause(2_500),
  )
  expect(finding).toMatchObject({ state: 'note', detail: expect.stringContaining('came back') })
})

test('a mail that comes back, but is not authentic, is noted, as such replies are held', async () => {
  const [finding] = await findingsOf(mail => passOn(mail))
  expect(finding).toMatchObject({
    state: 'note',
    detail: expect.stringContaining('not authentic'),
    todo: expect.stringContaining('SPF'),
  })
})

test('a mail that does not come back is reported with the MX of the domain', async () => {
  const [finding] = await findingsOf(async () => {})
  expect(finding).toMatchObject({
    state: 'failed',
    detail: expect.stringContaining('mx.eski.test'),
    todo: expect.stringContaining('MX'),
  })
})

test('an address that the doctor did not sign is unknown', async () => {
  const sending = createTransport({
    host: '127.0.0.1',
    port: portal.mailInPort as number,
    ignoreTLS: true,
  }).sendMail({
    from: 'biri@baska.test',
    to: `doctor+${'0'.repeat(32)}@${mailInDomain}`,
    text: 'x',
  })
  await expect(sending).rejects.toMatchObject({ responseCode: 550 })
})
