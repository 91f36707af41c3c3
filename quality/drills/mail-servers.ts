import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { SMTPServer } from 'smtp-server'
import type { Dns } from './dns.ts'

export type SentMail = {
  from: string
  to: string
  subject: string
  text: string
  html?: string
  inReplyTo?: string | undefined
  headers?: Record<string, string>
  attachments?: SendMailOptions['attachments']
}
type Envelope = { from: string; to: string[] }

/** A mail server that acknowledges a mail once it has it; `client` is
 * the name that its client gives itself. Returns the server's port. */
export async function startMailServer(
  toStop: AsyncDisposableStack,
  receive: (envelope: Envelope, raw: Buffer, client: string) => void,
): Promise<number> {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 1,
    onData(stream, { envelope: { mailFrom, rcptTo }, hostNameAppearsAs }, done) {
      buffer(stream).then(raw => {
        const from = mailFrom === false ? '' : mailFrom.address
        receive({ from, to: rcptTo.map(({ address }) => address) }, raw, String(hostNameAppearsAs))
        done()
      }, done)
    },
  })
  server.on('error', () => {}) // of connections that end with the killed portal
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  toStop.defer(() => new Promise<void>(resolve => server.close(resolve)))
  return (listening.address() as AddressInfo).port
}

/** Domains with a DKIM key each in the DNS, of which every other one has a DMARC policy. */
export function createSigner(dns: Dns) {
  const keys = new Map<string, string>()

  function keyOf(domain: string): string {
    const known = keys.get(domain)
    if (known) return known
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'der' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    dns.records.set(`s1._domainkey.${domain}`, `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`)
    if (keys.size % 2 === 0) dns.records.set(`_dmarc.${domain}`, 'v=DMARC1; p=reject')
    keys.set(domain, privateKey)
    return privateKey
  }

  /** Signs as `domain`, with the key of `by`. */
  return async (raw: Buffer, domain: string, by = domain): Promise<Buffer> => {
    const dkim = { domainName: domain, keySelector: 's1', privateKey: keyOf(by) }
    keyOf(domain)
    const { message } = await signing.sendMail({ envelope: anyEnvelope, raw, dkim })
    return message as Buffer
  }
}
export type Sign = ReturnType<typeof createSigner>

const signing = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
const anyEnvelope = { from: 'a@x.test', to: 'b@x.test' }

let number = 0

/** The raw mail as a mail program writes it, with a Message-ID of its own. */
export async function writeMail({ from, ...mail }: SentMail): Promise<Buffer> {
  const messageId = `<${++number}.${Date.now()}@${domainOf(from)}>`
  const { message } = await signing.sendMail({ from, ...mail, messageId })
  return message as Buffer
}

/** Sends a mail until the server at the port acknowledges it. @throws when it refuses it */
export function createDelivery(port: number) {
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 8,
    connectionTimeout: 5_000,
  })
  return async (envelope: Envelope, raw: Buffer): Promise<void> => {
    for (;;) {
      try {
        await transport.sendMail({ envelope, raw })
        return
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        if (responseCode >= 500) throw error
        await pause(300)
      }
    }
  }
}
export type Deliver = ReturnType<typeof createDelivery>

/** The mail server of the writers: it signs each mail once for the domain of its
 * sender, and sends it until the portal acknowledges it. Returns how to send by it. */
export async function startSigningRelay(
  toStop: AsyncDisposableStack,
  sign: Sign,
  deliver: Deliver,
) {
  const refused: unknown[] = []
  const port = await startMailServer(toStop, (envelope, raw) => {
    sign(raw, domainOf(envelope.from))
      .then(signed => deliver(envelope, signed))
      .catch(error => refused.push(error))
  })
  const submit = createDelivery(port)
  return {
    refused,
    send: async (mail: SentMail) =>
      submit({ from: mail.from, to: [mail.to] }, await writeMail(mail)),
  }
}
export type SigningRelay = Awaited<ReturnType<typeof startSigningRelay>>

export const domainOf = (address: string) => address.split('@')[1] ?? ''
