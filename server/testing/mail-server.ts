import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import type { Mail } from '#platform/mail/mailer.ts'

export type Received = { from: string; to: string[]; secure: boolean; user: unknown; email: Email; raw: string }

/** What the server does when it is asked to be difficult: the reply to a recipient, and to the whole text once it has it. */
type Behaviour = { recipient?: (address: string) => Promise<void> | void; text?: () => Promise<void> | void }

/** A reply other than "yes": `throw reply(550, 'no such user')`. */
export const reply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** A real SMTP server of this machine, on a free port unless told, that keeps what it is given. Stop it with `stop()`. */
export async function startMailServer(behaviour: Behaviour = {}, options: SMTPServerOptions = {}, at = 0) {
  const received: Received[] = []
  const attempts: string[] = []
  const server = new SMTPServer({
    logger: false, // also keeps quiet about the self-signed certificate it has for STARTTLS
    authOptional: true,
    closeTimeout: 1,
    onRcptTo: ({ address }, _session, done) => {
      attempts.push(address)
      settle(() => behaviour.recipient?.(address), done)
    },
    onData: (stream, { envelope, secure, user }, done) =>
      settle(async () => {
        const raw = await buffer(stream)
        await behaviour.text?.()
        const email = await PostalMime.parse(raw)
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({ from, to: envelope.rcptTo.map(({ address }) => address), secure, user, email, raw: raw.toString('latin1') })
      }, done),
    ...options,
  })
  server.on('error', () => {}) // a client that goes away half way is part of the tests
  const listening = server.listen(at, '127.0.0.1')
  await once(listening, 'listening')
  const { port } = listening.address() as AddressInfo
  return {
    port,
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    received,
    attempts,
    hangUp: () => {
      for (const connection of server.connections) connection._socket.destroy()
    },
    connections: () => server.connections.size,
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/** The same, stopped when the test ends. */
export async function mailServer(...how: Parameters<typeof startMailServer>) {
  const server = await startMailServer(...how)
  onTestFinished(server.stop)
  return server
}

/** The address of a server that speaks no SMTP but what `talk` writes, gone when the test ends. */
export async function oddServer(talk: (socket: Socket) => void) {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    talk(socket)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export const sampleMail = (id: string, changes: Partial<Mail> = {}): Mail => ({
  id,
  from: { name: 'Demir Makine', address: 'destek@demir.test' },
  to: { name: 'Ayşe Yılmaz', address: 'ayse@musteri.test' },
  subject: 'Davetiyeniz',
  text: 'Merhaba Ayşe, ığüşöç İĞÜŞÖÇ',
  html: '<p>Merhaba <b>Ayşe</b>, ığüşöç</p>',
  language: 'tr',
  ...changes,
})

/** What `sending` failed with; undefined when it did not. */
export const failureOf = (sending: Promise<unknown>): Promise<unknown> =>
  sending.then(
    () => undefined,
    error => error,
  )

function settle(work: () => Promise<void> | void, done: (error?: Error | null) => void) {
  Promise.resolve()
    .then(work)
    .then(() => done(), done)
}
