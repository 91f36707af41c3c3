import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { type IncomingMail, MailRejected } from './incoming-mail.ts'
import { type ClientNetwork, type MailBuffer, maxMailSize } from './mail-buffer.ts'
import type { MailInUrl } from './mail-in-url.ts'

/** `hasRecipient` and `receive` may throw a `MailRejected` as the
 * answer; any other error is 451, so that the client tries again. */
export type SmtpHandlers = {
  connect(address: string): Promise<void>
  hasRecipient(address: string): Promise<boolean>
  receive(mail: IncomingMail): Promise<unknown>
  log(error: Error): void
  counts: { refused: number }
  buffer: MailBuffer
  /** The networks of a client whose connections and bytes are limited. */
  networksOf(address: string): ClientNetwork[]
}

export type SmtpReceiver = { port: number; close(): Promise<void> }

/** Of one mail; the client sends the others another one (RFC 5321 4.5.3.1.10). */
const maxRecipients = 10
/** Of one connection, after which it is closed: its client guesses addresses. */
const maxUnknownRecipients = 20
const maxConnectionsOfNetwork = 10
/** In ms: of a connection in all, and of the transfer of one mail. */
const defaultTimeouts = { connection: 600_000, data: 180_000 }

/** Listens for mails with SMTP or LMTP. A mail is answered
 * with 250 once `receive` has stored it. */
export async function openSmtpReceiver(
  { protocol, host, port, domain }: Pick<MailInUrl, 'protocol' | 'host' | 'port' | 'domain'>,
  handlers: SmtpHandlers,
  timeouts = defaultTimeouts,
): Promise<SmtpReceiver> {
  const unknownRecipients = new WeakMap<SMTPServerSession, number>()
  const timers = new Map<string, NodeJS.Timeout>()
  const connections = openConnectionLimit(handlers)
  const server = new SMTPServer({
    name: domain,
    lmtp: protocol === 'lmtp',
    logger: false,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: true, // the refusals below have their own
    size: maxMailSize,
    maxRecipients,
    maxClients: 100,
    maxAllowedUnauthenticatedCommands: false,
    socketTimeout: 60_000,
    closeTimeout: 5_000,
    onConnect(session, done) {
      timers.set(
        session.id,
        setTimeout(() => closeConnection(server, session), timeouts.connection),
      )
      complete(
        handlers,
        async () => {
          if (!connections.open(session))
            throw new MailRejected(421, '4.7.0 too many connections from your network')
          await handlers.connect(session.remoteAddress)
        },
        done,
      )
    },
    onClose(session) {
      clearTimeout(timers.get(session.id))
      timers.delete(session.id)
      connections.close(session)
    },
    onRcptTo({ address }, session, done) {
      complete(
        handlers,
        async () => {
          if (await handlers.hasRecipient(address)) return
          const unknown = (unknownRecipients.get(session) ?? 0) + 1
          unknownRecipients.set(session, unknown)
          if (unknown >= maxUnknownRecipients) setImmediate(() => closeConnection(server, session))
          throw new MailRejected(550, '5.1.1 no such address here')
        },
        done,
      )
    },
    onData(stream, session, done) {
      const { envelope, remoteAddress, hostNameAppearsAs } = session
      const timer = setTimeout(() => closeConnection(server, session), timeouts.data)
      complete(
        handlers,
        async () => {
          const networks = handlers.networksOf(remoteAddress)
          const raw = await readMail(stream, handlers.buffer, networks).finally(() =>
            clearTimeout(timer),
          )
          try {
            const from = envelope.mailFrom ? envelope.mailFrom.address : ''
            const recipients = envelope.rcptTo.map(({ address }) => address)
            await handlers.receive({
              raw,
              from,
              recipients,
              clientAddress: remoteAddress,
              clientName: String(hostNameAppearsAs || ''),
            })
          } finally {
            handlers.buffer.release(raw.length, networks)
          }
        },
        done,
      )
    },
  })
  server.on('error', () => {}) // of one connection
  const listening = server.listen(port, host)
  await new Promise<void>((resolve, reject) => {
    listening.once('listening', resolve)
    server.once('error', reject)
  })
  const address = listening.address() as AddressInfo
  return {
    port: address.port,
    async close() {
      const closed = once(listening, 'close')
      server.close()
      await closed
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function openConnectionLimit({ networksOf }: Pick<SmtpHandlers, 'networksOf'>) {
  const counts = new Map<string, number>()
  const counted = new Set<string>()
  return {
    open({ id, remoteAddress }: SMTPServerSession): boolean {
      const networks = networksOf(remoteAddress)
      if (
        networks.some(
          ({ network, factor }) => (counts.get(network) ?? 0) >= maxConnectionsOfNetwork * factor,
        )
      )
        return false
      for (const { network } of networks) counts.set(network, (counts.get(network) ?? 0) + 1)
      counted.add(id)
      return true
    },
    close({ id, remoteAddress }: SMTPServerSession) {
      if (!counted.delete(id)) return
      for (const { network } of networksOf(remoteAddress)) {
        const left = (counts.get(network) ?? 0) - 1
        if (left > 0) counts.set(network, left)
        else counts.delete(network)
      }
    },
  }
}

function closeConnection(server: SMTPServer, { id }: SMTPServerSession) {
  for (const connection of server.connections)
    if (connection.session.id === id) connection._socket.destroy()
}

function complete(
  { log, counts }: SmtpHandlers,
  work: () => Promise<unknown>,
  done: (error?: Error | null) => void,
) {
  work().then(
    () => done(),
    (error: Error) => {
      counts.refused++
      if (error instanceof MailRejected) return done(error)
      log(error)
      done(new MailRejected(451, '4.3.0 cannot store the mail now, try again later'))
    },
  )
}

type MailStream = AsyncIterable<Buffer> & { sizeExceeded: boolean }

/** Reads to the end also what is refused, so that the client
 * can read the answer. @throws MailRejected */
async function readMail(
  stream: MailStream,
  buffer: MailBuffer,
  networks: ClientNetwork[],
): Promise<Buffer> {
  let chunks: Buffer[] = []
  let size = 0
  let rejection: MailRejected | undefined
  const drop = () => {
    buffer.release(size, networks)
    size = 0
    chunks = []
  }
  try {
    for await (const chunk of stream) {
      if (rejection) continue
      if (size + chunk.length > maxMailSize)
        rejection = new MailRejected(
          552,
          `5.3.4 the mail is larger than ${maxMailSize / 1024 ** 2} MB`,
        )
      else if (!buffer.take(chunk.length, networks))
        rejection = new MailRejected(452, '4.3.1 too many mails at once, try again later')
      if (rejection) {
        drop()
        continue
      }
      size += chunk.length
      chunks.push(chunk)
    }
  } catch (error) {
    drop()
    throw error
  }
  if (rejection) throw rejection
  return Buffer.concat(chunks)
}
