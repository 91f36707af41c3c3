import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'
import { reconnect } from '#platform/reconnect.ts'
import { MailRejected } from './incoming-mail.ts'
import { maxMailSize } from './mail-buffer.ts'
import { countedSender, readHeaders, returnPathOf } from './parse-mail.ts'

export type ImapTarget = {
  host: string
  port: number
  secure: boolean
  user: string
  password: string
  mailbox: string
}
type ImapHandlers = {
  /** Resolves to null once the mail is stored, or to why it is refused.
   * @throws MailRejected above a limit; other errors are retried */
  receive(raw: Buffer): Promise<string | null>
  log(error: Error): void
  counts: { refused: number }
  mailbox: MailboxState
  exclusive(stopping: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<void>
}
/** `standby`: another instance reads the mailbox. */
export type MailboxState = { state: 'connected' | 'disconnected' | 'password' | 'standby' }
export type ImapReader = { close(): Promise<void> }

const batchSize = 100
const pollInterval = 60_000 // ms, for servers without IDLE, and for mails that were not taken
const retryDelays = { first: 2_000, longest: 300_000 } // ms
/** After which a mail is read behind the others, as it may be the reason. */
const maxFailures = 3

/** Outlasts a connection. `pausedUntil`: times (ms) until which
 * mails of a sender, or of `everyone`, are left unread. */
type Progress = {
  pausedUntil: Map<string | typeof everyone, number>
  failures: Map<number, number>
  /** UIDs of mails that are stored or refused, and could not be marked as seen. */
  unmarked: Set<number>
  uidValidity: bigint | undefined
}
const everyone = Symbol('everyone')

/** Reads the unseen mails of a mailbox as they arrive. A mail is marked as
 * seen once `receive` has stored or refused it, which is counted and logged;
 * until then it is read again, above a limit once that allows it. */
export function openImapReader(target: ImapTarget, handlers: ImapHandlers): ImapReader {
  const stopping = new AbortController()
  const progress: Progress = {
    pausedUntil: new Map(),
    failures: new Map(),
    unmarked: new Set(),
    uidValidity: undefined,
  }

  const running = reconnect(
    () =>
      handlers.exclusive(stopping.signal, signal =>
        readMailbox(target, handlers, progress, signal),
      ),
    error => {
      const isRefused = (error as { authenticationFailed?: boolean }).authenticationFailed
      handlers.mailbox.state = isRefused ? 'password' : 'disconnected'
      handlers.log(withoutDetails(error as Error))
    },
    retryDelays,
    stopping.signal,
  )
  return {
    async close() {
      stopping.abort()
      await running
    },
  }
}

async function readMailbox(
  target: ImapTarget,
  handlers: ImapHandlers,
  progress: Progress,
  signal: AbortSignal,
) {
  const { host, port, secure, user, password, mailbox } = target
  const client = new ImapFlow({
    host,
    port,
    secure,
    auth: { user, pass: password },
    logger: false,
    socketTimeout: 300_000,
    greetingTimeout: 30_000,
  })
  const abort = () => client.close()
  signal.addEventListener('abort', abort, { once: true })
  client.on('error', () => {}) // the command in progress rejects
  try {
    await client.connect()
    const { uidValidity } = await client.mailboxOpen(mailbox)
    if (progress.uidValidity !== uidValidity) {
      progress.failures.clear()
      progress.unmarked.clear()
      progress.uidValidity = uidValidity
    }
    handlers.mailbox.state = 'connected'
    const heads = new Map<number, Head>()
    for (;;) {
      const round = new AbortController()
      const arrival = waitForMail(client, AbortSignal.any([signal, round.signal]))
      arrival.catch(() => {})
      await readUnseen(client, heads, handlers, progress)
      client.idle().catch(() => {}) // the next command ends it
      await arrival.finally(() => round.abort())
      if (!client.usable) throw new Error('the IMAP server closed the connection')
    }
  } finally {
    signal.removeEventListener('abort', abort)
    client.close()
    handlers.mailbox.state = 'disconnected'
  }
}

/** Ends also with the connection, and after a while, as the server may not tell of a new mail. */
const waitForMail = (client: ImapFlow, signal: AbortSignal) =>
  Promise.race([
    once(client, 'exists', { signal }),
    once(client, 'close', { signal }),
    pause(pollInterval, undefined, { signal }),
  ])

type Head = { size: number; sender: string }

async function readUnseen(
  client: ImapFlow,
  heads: Map<number, Head>,
  handlers: ImapHandlers,
  progress: Progress,
) {
  const visited = new Set<number>()
  const isPaused = (whom: string | typeof everyone) =>
    (progress.pausedUntil.get(whom) ?? 0) > Date.now()
  for (const [whom, until] of progress.pausedUntil)
    if (until <= Date.now()) progress.pausedUntil.delete(whom)
  for (
    let uids = await unseen(client, visited, progress);
    uids.length > 0;
    uids = await unseen(client, visited, progress)
  )
    for (const [at, uid] of uids.entries()) {
      if (isPaused(everyone)) return
      if (at % batchSize === 0) await fetchHeads(client, uids.slice(at, at + batchSize), heads)
      visited.add(uid)
      const head = heads.get(uid) // none if the mail was deleted meanwhile
      if (head && !isPaused(head.sender) && (await readMail(client, uid, head, handlers, progress)))
        heads.delete(uid)
    }
}

async function unseen(
  client: ImapFlow,
  visited: Set<number>,
  { failures }: Progress,
): Promise<number[]> {
  const uids = ((await client.search({ seen: false }, { uid: true })) || []).filter(
    uid => !visited.has(uid),
  )
  const isLast = (uid: number) => (failures.get(uid) ?? 0) >= maxFailures
  return [...uids.filter(uid => !isLast(uid)), ...uids.filter(isLast)]
}

async function fetchHeads(client: ImapFlow, uids: number[], heads: Map<number, Head>) {
  const missing = uids.filter(uid => !heads.has(uid))
  if (missing.length === 0) return
  for (const { uid, size, headers } of await client.fetchAll(
    missing.join(','),
    { uid: true, size: true, headers: ['return-path', 'from'] },
    { uid: true },
  )) {
    const fields = await readHeaders(headers ?? Buffer.alloc(0))
    heads.set(uid, { size: size ?? 0, sender: countedSender(fields, returnPathOf(fields)) })
  }
}

/** Returns whether the mail is marked as seen. @throws what `receive` throws */
async function readMail(
  client: ImapFlow,
  uid: number,
  head: Head,
  handlers: ImapHandlers,
  progress: Progress,
): Promise<boolean> {
  const { receive, log, counts } = handlers
  let refusal: string | null = `it has ${head.size} bytes`
  if (progress.unmarked.has(uid)) refusal = null
  else if (head.size <= maxMailSize) {
    const { source } = (await client.fetchOne(String(uid), { source: true }, { uid: true })) || {}
    if (!source) return false
    try {
      refusal = await receive(source)
    } catch (error) {
      if (!(error instanceof MailRejected)) {
        progress.failures.set(uid, (progress.failures.get(uid) ?? 0) + 1)
        throw error
      }
      progress.pausedUntil.set(
        error.sender ?? everyone,
        Date.now() + Math.max(error.retryAfter * 1000, pollInterval),
      )
      return false
    }
  }
  if (refusal !== null) {
    counts.refused++
    log(new Error(`The mail with UID ${uid} in the mailbox is refused: ${refusal}`))
  }
  progress.failures.delete(uid)
  const isMarked = await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  if (isMarked) progress.unmarked.delete(uid)
  else if (!progress.unmarked.has(uid)) {
    progress.unmarked.add(uid) // it is not read again, but marked once that is permitted
    log(new Error(`The mail with UID ${uid} in the mailbox cannot be marked as seen`))
  }
  return isMarked
}

/** The response may repeat the sign-in. */
const withoutDetails = (error: Error & { authenticationFailed?: boolean }) =>
  new Error(
    error.authenticationFailed
      ? 'the IMAP server refuses user and password'
      : `IMAP: ${error.message}`,
  )
