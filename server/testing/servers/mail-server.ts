import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { OutgoingMail } from '#platform/mail/mailer.ts'

export type Received = {
  from: string
  to: string[]
  secure: boolean
  user: unknown
  email: Email
  raw: string
}

/** Called for each recipient and for each received text; can delay, or throw a `reply`. */
type Behaviour = {
  recipient?: (address: string) => Promise<void> | void
  text?: () => Promise<void> | void
}

export const reply = (responseCode: number, text: string) =>
  Object.assign(new Error(text), { responseCode })

/** An SMTP server on loopback, by default on a free port, that records mails. */
export async function startMailServer(
  behaviour: Behaviour = {},
  options: SMTPServerOptions = {},
  listenPort = 0,
) {
  const received: Received[] = []
  const attempts: string[] = []
  const server = new SMTPServer({
    logger: false, // which also hides a warning about the self-signed certificate
    authOptional: true,
    closeTimeout: 1,
    onRcptTo: ({ address }, _session, done) => {
      attempts.push(address)
      complete(() => behaviour.recipient?.(address), done)
    },
    onData: (stream, { envelope, secure, user }, done) =>
      complete(async () => {
        const raw = await buffer(stream)
        await behaviour.text?.()
        const email = await PostalMime.parse(raw)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          secure,
          user,
          email,
          raw: raw.toString('latin1'),
        })
      }, done),
    ...options,
  })
  server.on('error', () => {}) // clients may disconnect
  const listening = server.listen(listenPort, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    attempts,
    disconnectClients: () => {
      for (const connection of server.connections) connection._socket.destroy()
    },
    connections: () => server.connections.size,
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

export async function openMailServer(...args: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...args)
  onTestFinished(server.stop)
  return server
}

/** The URL of a TCP server that runs `serve` on each connection until the test finishes. */
export async function startRawServer(serve: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    serve(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const sampleMail = (id: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id,
  from: { name: 'Demir Makine', address: 'destek@demir.test' },
  to: { name: 'Ayşe Yılmaz', address: 'ayse@musteri.test' },
  subject: 'Davetiyeniz',
  text: 'Merhaba Ayşe, ığüşöç İĞÜŞÖÇ',
  html: '<p>Merhaba <b>Ayşe</b>, ığüşöç</p>',
  language: 'tr',
  ...changes,
})

export const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    error => error,
  )

function complete(work: () => Promise<void> | void, done: (error?: Error | null) => void) {
  Promise.resolve()
    .then(work)
    .then(() => done(), done)
}
