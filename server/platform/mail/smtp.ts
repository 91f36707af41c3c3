import { createTransport, type NodemailerError } from 'nodemailer'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import SMTPPool from 'nodemailer/lib/smtp-pool'
import { compose, type Mailbox, MailRefused, MailUnavailable, type Transport } from './message.ts'

/**
 * How long a mail server is waited for, in ms: to be reached, to greet, to take the whole mail, and to answer once it has it.
 * The last is long (RFC 5321 4.5.3.2.6): a server that scans the mail for a minute has it already, and giving up then sends it twice.
 */
export type Timeouts = { reach: number; greet: number; take: number; answer: number }
export const defaultTimeouts: Timeouts = { reach: 5_000, greet: 5_000, take: 60_000, answer: 600_000 }

/** Sends through the server that `url` names, `smtp[s]://[user:password@]host[:port][?requireTLS=true&tls.rejectUnauthorized=false]`. */
export function smtpMailer(url: string, sender: Mailbox, timeouts: Timeouts): Transport {
  const pool = new SMTPPool({
    url,
    maxConnections: 10, // more than one kind of mail is sent at a time (jobs.ts), so that a reset password does not wait for slow invitations
    connectionTimeout: timeouts.reach + timeouts.greet, // counts from the look-up of the name to the end of the TLS handshake
    greetingTimeout: timeouts.greet,
    socketTimeout: timeouts.answer,
    idleTimeout: 30_000,
  })
  const transport = createTransport(pool)
  const sayable = secretRedactor(pool.options)
  const handedOver = new WeakMap<AbortSignal, () => void>()
  transport.use('stream', ({ data, message }, next) => {
    const tell = data.signal && handedOver.get(data.signal)
    if (tell) message.processFunc(bytes => bytes.once('end', tell))
    next()
  })

  async function deliver(...[mail]: Parameters<Transport['send']>) {
    const giveUp = new AbortController()
    let clock = setTimeout(() => giveUp.abort(), timeouts.take)
    handedOver.set(giveUp.signal, () => {
      clearTimeout(clock)
      clock = setTimeout(() => giveUp.abort(), timeouts.answer).unref() // the server may have answered already
    })
    try {
      const { response } = await transport.sendMail({ ...compose(mail, sender), signal: giveUp.signal })
      return sayable(response)
    } catch (error) {
      throw classifyFailure(error, sayable)
    } finally {
      clearTimeout(clock)
    }
  }

  return { send: sendOnce(deliver), check: () => checkServer(pool.options, timeouts, sayable), close: () => transport.close() }
}

/** A mail under way or lately delivered is not sent again when the queue, having lost sight of it, asks once more. */
function sendOnce(deliver: Transport['send']): Transport['send'] {
  const deliveries = new Map<string, Promise<string>>()
  return mail => {
    const known = deliveries.get(mail.id)
    if (known) return known
    const delivery = deliver(mail)
    deliveries.set(mail.id, delivery)
    const [oldest] = deliveries.keys()
    if (oldest !== undefined && deliveries.size > 10_000) deliveries.delete(oldest)
    delivery.catch(() => deliveries.delete(mail.id))
    return delivery
  }
}

/** Says hello and signs in, as a delivery would: the server's last answer. */
function checkServer(options: SMTPPool['options'], timeouts: Timeouts, sayable: Redact) {
  return new Promise<string>((resolve, reject) => {
    const connection = new SMTPConnection(options)
    const fail = (error: Error) => {
      clearTimeout(clock)
      reject(classifyFailure(error, sayable))
      connection.close()
    }
    const clock = setTimeout(() => fail(new Error(timedOut)), timeouts.take)
    const done = () => {
      clearTimeout(clock)
      resolve(sayable(String(connection.lastServerResponse).split(/\r?\n/, 1).join()))
      connection.quit()
    }
    connection.on('error', fail)
    connection.once('end', () => fail(new Error('the mail server closed the connection')))
    connection.connect(error => {
      if (error) fail(error)
      else if (options.auth && connection.allowsAuth) connection.login(options.auth, refusal => (refusal ? fail(refusal) : done()))
      else done()
    })
  })
}

const timedOut = 'the mail server took too long'

/** Asking for a sign-in: a fault of the settings that would hit every mail, not a refusal of this one. RFC 4954. */
const authenticationCodes = [530, 534, 535, 538]

/** Refused is what the server says for good of this recipient or this text, or what no server could be sent; all else may pass. */
function classifyFailure(error: unknown, sayable: Redact) {
  if (error instanceof MailRefused) return error
  const { code, command = '', message, permanent, response, responseCode = 0 } = error as NodemailerError
  const byServer = permanent && ['RCPT TO', 'DATA'].includes(command) && !authenticationCodes.includes(responseCode)
  const byUs = responseCode === 0 && (code === 'EENVELOPE' || code === 'EMESSAGE')
  const why = code === 'EABORT' ? timedOut : sayable(response || message)
  return new (byServer || byUs ? MailRefused : MailUnavailable)(why) // without its cause, which has the server's words as they came
}

type Redact = (answer: string) => string

/** What a mail server says may be read by administrators: what it repeats of our sign-in, or of a link in the mail, is left out. */
function secretRedactor({ auth }: SMTPPool['options']): Redact {
  const { user = '', pass = '' } = (auth ?? {}) as { user?: string; pass?: string }
  const base64 = (text: string) => Buffer.from(text).toString('base64').replace(/=+$/, '')
  const secrets = [base64(`\0${user}\0${pass}`), base64(pass), base64(user), pass].filter(secret => secret.length > 2)
  return answer => secrets.reduce((said, secret) => said.replaceAll(secret, '…'), answer).replace(/\btoken=[^\s&"'<>]+/g, 'token=…')
}
