import { createTransport, type NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { compose, type Mailbox, MailRefused, MailUnavailable, type Transport } from './message.ts'

/** In ms. `answer`: after the whole mail was sent; long (RFC
 * 5321 4.5.3.2.6), as a retry would deliver the mail twice. */
export type SmtpTimeouts = { connect: number; greeting: number; transfer: number; response: number }
export const defaultTimeouts: SmtpTimeouts = {
  connect: 5_000,
  greeting: 5_000,
  transfer: 60_000,
  response: 600_000,
}

/** Sends through
 * `smtp[s]://[user:password@]host[:port][?requireTLS=true&tls.rejectUnauthorized=false]`. */
export function smtpMailer(url: string, sender: Mailbox, timeouts: SmtpTimeouts): Transport {
  const pool = new SMTPPool({
    url,
    maxConnections: 10, // several queues send at the same time (jobs.ts)
    // from the DNS query to the end of the TLS handshake
    connectionTimeout: timeouts.connect + timeouts.greeting,
    greetingTimeout: timeouts.greeting,
    socketTimeout: timeouts.response,
    idleTimeout: 30_000,
  })
  const transport = createTransport(pool)
  const redact = secretRedactor(pool.options)
  const transferListeners = new WeakMap<AbortSignal, () => void>()
  transport.use('stream', ({ data, message }, next) => {
    const onTransferred = data.signal && transferListeners.get(data.signal)
    if (onTransferred) message.processFunc(bytes => bytes.once('end', onTransferred))
    next()
  })

  async function deliver(...[mail]: Parameters<Transport['send']>) {
    const delivery = new AbortController()
    let timer = setTimeout(() => delivery.abort(), timeouts.transfer)
    transferListeners.set(delivery.signal, () => {
      clearTimeout(timer)
      // the server may have responded already
      timer = setTimeout(() => delivery.abort(), timeouts.response).unref()
    })
    try {
      const { response } = await transport.sendMail({
        ...compose(mail, sender),
        signal: delivery.signal,
      })
      return redact(response)
    } catch (error) {
      throw classifyFailure(error, redact)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    send: sendOnce(deliver),
    check: () => checkServer(pool.options, timeouts, redact),
    close: () => transport.close(),
  }
}

/** Returns the same delivery when the queue repeats a mail that is in progress or was delivered. */
function sendOnce(deliver: Transport['send']): Transport['send'] {
  const deliveries = new Map<string, Promise<string>>()
  return mail => {
    const existing = deliveries.get(mail.id)
    if (existing) return existing
    const delivery = deliver(mail)
    deliveries.set(mail.id, delivery)
    const [oldest] = deliveries.keys()
    if (oldest !== undefined && deliveries.size > 10_000) deliveries.delete(oldest)
    delivery.catch(() => deliveries.delete(mail.id))
    return delivery
  }
}

function checkServer(options: SMTPPool['options'], timeouts: SmtpTimeouts, redact: Redact) {
  return new Promise<string>((resolve, reject) => {
    const connection = new SMTPConnection(options)
    const fail = (error: Error) => {
      clearTimeout(timer)
      reject(classifyFailure(error, redact))
      connection.close()
    }
    const timer = setTimeout(() => fail(new Error(timedOut)), timeouts.transfer)
    const done = () => {
      clearTimeout(timer)
      resolve(redact(String(connection.lastServerResponse).split(/\r?\n/, 1).join()))
      connection.quit()
    }
    connection.on('error', fail)
    connection.once('end', () => fail(new Error('the mail server closed the connection')))
    connection.connect(error => {
      if (error) fail(error)
      else if (options.auth && connection.allowsAuth)
        connection.login(options.auth, refusal => (refusal ? fail(refusal) : done()))
      else done()
    })
  })
}

const timedOut = 'the mail server took too long'

const authenticationCodes = [530, 534, 535, 538] // RFC 4954: the settings are wrong for every mail

/** Permanent are refusals of this recipient or content; all other failures may be temporary. */
function classifyFailure(error: unknown, redact: Redact) {
  if (error instanceof MailRefused) return error
  const {
    code,
    command = '',
    message,
    permanent,
    response,
    responseCode = 0,
  } = error as NodemailerError
  const isRefusedByServer =
    permanent &&
    ['RCPT TO', 'DATA'].includes(command) &&
    !authenticationCodes.includes(responseCode)
  const isInvalid = responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const reason = code === 'EABORT' ? timedOut : redact(response || message)
  // without its cause, which is not redacted
  return new (isRefusedByServer || isInvalid ? MailRefused : MailUnavailable)(reason)
}

type Redact = (response: string) => string

/** Removes credentials and link tokens from responses, which administrators may read. */
function secretRedactor({ auth }: SMTPPool['options']): Redact {
  const { user = '', pass = '' } = (auth ?? {}) as { user?: string; pass?: string }
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
  const secrets = [base64(`\0${user}\0${pass}`), base64(pass), base64(user), pass].filter(
    secret => secret.length > 2,
  )
  return response =>
    secrets
      .reduce((text, secret) => text.replaceAll(secret, '…'), response)
      .replace(/\btoken=[^\s&"'<>]+/g, 'token=…')
}
