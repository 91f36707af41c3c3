import { randomBytes } from 'node:crypto'
import { resolveMx } from 'node:dns/promises'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '#platform/config/config.ts'
import { openSigning } from '#platform/crypto/signing.ts'
import { openMailer } from '#platform/mail/mailer.ts'
import { doctorChannel, doctorLocalPart } from '../mail-in/receiving/doctor-address.ts'
import { doctorMail } from './doctor-mail.ts'
import { type Finding, fail, note, pass, reasonOf } from './finding.ts'

const defaultTimeoutMs = 30_000

/** Sends a mail through SMTP_URL to an address of MAIL_IN_URL,
 * and waits until a running server has received it. */
export async function mailRoundTrip(
  config: Config,
  connection: pg.ClientConfig | Error,
  { timeout = defaultTimeoutMs, lookUpMx = resolveMx } = {},
): Promise<Finding[]> {
  const { mailInUrl, smtpUrl } = config
  if (!mailInUrl || connection instanceof Error) return []
  if (!smtpUrl) return [note('mail in', 'not tried, as no mail is sent', 'Set SMTP_URL.')]
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  })
  client.on('error', () => {}) // then nothing arrives
  const mailer = openMailer(config)
  try {
    await client.connect()
    const nonce = randomBytes(8).toString('hex')
    const arrival = arrivalOf(client, nonce)
    await client.query(`listen ${doctorChannel}`)
    const to = `${doctorLocalPart(openSigning(config.tokenSecret), nonce)}@${mailInUrl.domain}`
    const sent = await mailer.send(doctorMail(config, to, nonce)).catch((error: Error) => error)
    if (sent instanceof Error)
      return [
        fail(
          'mail in',
          `the mail server of SMTP_URL does not send to ${mailInUrl.domain}: ${reasonOf(sent)}`,
          'May it relay mails to that domain?',
        ),
      ]
    const since = performance.now()
    const isAuthentic = await Promise.race([arrival, pause(timeout, null, { ref: false })])
    const seconds = ((performance.now() - since) / 1000).toFixed(1)
    if (isAuthentic === null) return [await explainLoss(config, timeout, lookUpMx)]
    if (isAuthentic)
      return [
        pass(
          'mail in',
          `a mail came back to ${mailInUrl.domain} after ${seconds} s, and is authentic`,
        ),
      ]
    return [
      note(
        'mail in',
        `a mail came back to ${mailInUrl.domain} after ${seconds} s, but is not authentic: such replies are held`,
        'Does the domain of MAIL_FROM have SPF and DKIM, and is MAIL_IN_TRUST the name of the mail server in front of MAIL_IN_URL, and its address in MAIL_IN_CLIENTS?',
      ),
    ]
  } catch (error) {
    return [fail('mail in', error, 'The database must be reachable.')]
  } finally {
    mailer.close()
    await client.end().catch(() => {})
  }
}

const arrivalOf = (client: pg.Client, nonce: string) =>
  new Promise<boolean>(resolve => {
    client.on('notification', ({ payload = '' }) => {
      const [received, authentic] = payload.split(' ')
      if (received === nonce) resolve(authentic === 'authentic')
    })
  })

async function explainLoss(
  { mailInUrl }: Config,
  timeout: number,
  lookUpMx: typeof resolveMx,
): Promise<Finding> {
  const seen = `the mail server of SMTP_URL has accepted a mail, and no running server has received it within ${timeout / 1000} s`
  const domain = mailInUrl?.domain ?? ''
  if (mailInUrl?.protocol.startsWith('imap'))
    return fail(
      'mail in',
      seen,
      `Does the provider deliver doctor+…@${domain} to the mailbox of MAIL_IN_URL, and are its user and password right (see the log)?`,
    )
  const exchangers = await lookUpMx(domain).catch(() => [])
  const mx =
    exchangers.length === 0
      ? `${domain} has no MX record`
      : `${domain} has MX ${exchangers.map(({ exchange }) => exchange).join(', ')}`
  return fail(
    'mail in',
    `${seen}; ${mx}`,
    `Does the server run, and does the MX of ${domain} lead to it or to the mail server in front of it (docs/mail.md)?`,
  )
}
