import { createStore } from '../../browser/store.ts'
import {
  assertSessionScope,
  CallError,
  currentSession,
  isAbort,
  type SessionScope,
} from '../../data/api.ts'
import { createIdempotencyKey, keyLifetime } from '../../data/idempotency.ts'
import { isLive } from '../../data/live.ts'
import { privateStore } from '../../data/privateStore.ts'
import { createSettledUpload, type Upload } from '../../files/upload/upload.ts'

/** A message being sent. `key` is its idempotency key in all
 * attempts and all tabs: the server stores it once. */
export type Outgoing = {
  key: string
  text: string
  /** When it was written, ISO 8601. */
  written: string
  fileName?: string
  /** of a note: the ids of the colleagues */
  mentions?: string[]
  /** Missing also where the page was left before the file was uploaded. */
  upload?: Upload
  /** `interrupted`: the page was left while it was being sent, so the outcome is unknown. */
  state: 'sending' | 'failed' | 'interrupted'
  error?: Error | undefined
  /** Aborts when the message is delivered or withdrawn, in any tab. */
  removal: AbortController
}
/** The property names in the browser's storage. */
type Stored = Omit<Outgoing, 'upload' | 'error' | 'removal'> & {
  fileSize?: number
  fileId?: string
}

type Body = { contents: string; files: string[]; mentions?: string[] }
export type Send = (
  message: Body,
  key: string,
  scope: SessionScope,
  signal: AbortSignal,
) => Promise<unknown>

/** The file was not uploaded, and this page does not have it. */
export const isFileLost = ({ fileName, upload }: Outgoing) => fileName !== undefined && !upload

/** The server was not reached: the message is sent again when the browser is online. */
export const isUnreached = (error: unknown) => error instanceof CallError && error.status === 0

/** In ms: a browser aborts a page's calls before it unloads it, so
 * only a page that lives on for this long counts them as failed. */
const unloadGracePeriod = 1_000

/** Undelivered messages of a conversation, for the session;
 * stored ones wait until it is their author's again. */
function createOutbox(conversationKey: string) {
  const scope = currentSession()
  const prefix = `outbox:${conversationKey}:`
  const messages = createStore(readMessages(prefix))
  const storageKeyOf = ({ key }: Outgoing) => prefix + key
  const persist = (message: Outgoing) =>
    privateStore.write(storageKeyOf(message), toStored(message))
  const signalOf = ({ removal }: Outgoing) => AbortSignal.any([scope.signal, removal.signal])
  const isCurrent = (message: Outgoing) =>
    currentSession() === scope && messages.get().includes(message)
  /** Messages that failed while the server was unreachable or busy, by key. */
  const retryable = new Map<string, Send>()

  function replace(message: Outgoing, changes: Partial<Outgoing>): Outgoing {
    const changed = { ...message, ...changes }
    messages.set(messages.get().map(each => (each.key === message.key ? changed : each)))
    return changed
  }

  function removeFromMemory({ key, removal }: Outgoing) {
    removal.abort()
    messages.set(messages.get().filter(message => message.key !== key))
  }
  function remove(message: Outgoing) {
    privateStore.remove(storageKeyOf(message))
    removeFromMemory(message)
  }

  async function deliver(message: Outgoing, send: Send) {
    let sending = replace(message, { state: 'sending', error: undefined })
    retryable.delete(message.key)
    try {
      if (sending.fileName) {
        const upload =
          sending.upload ?? (await waitForFile(storageKeyOf(sending), signalOf(sending)))
        await upload?.finished()
        if (!isCurrent(sending)) return // withdrawn, or the session is over
        if (!upload) return void replace(sending, { state: 'failed' })
        sending = replace(sending, { upload })
        persist(sending)
      }
      assertSessionScope(scope)
      const files = sending.upload ? [await sending.upload.finished()] : []
      const { text: contents, mentions } = sending
      const body = { contents, files, ...(mentions && { mentions }) }
      await send(body, sending.key, scope, sending.removal.signal)
      if (isCurrent(sending)) remove(sending)
    } catch (error) {
      if (!isCurrent(sending) || (error as Error).name === 'AbortError') return
      if (error instanceof CallError && error.isTransient) retryable.set(sending.key, send)
      fail(sending, error as Error)
    }
  }

  function retry(message: Outgoing, send: Send) {
    message.upload?.retry()
    persist({ ...message, state: 'sending' })
    return deliver(message, send)
  }

  /** One after the other, so that messages arrive in the order in which they were written. */
  async function retryFailed() {
    for (const message of messages.get()) {
      const send = retryable.get(message.key)
      if (send && isCurrent(message) && isKeyValid(message)) await retry(message, send)
    }
  }
  let retrying: Promise<void> = Promise.resolve()
  onReconnect(() => (retrying = retrying.then(retryFailed)), scope.signal)

  function fail(sending: Outgoing, error?: Error) {
    const failed = replace(sending, { state: 'failed', error })
    // Until then the stored state stays `sending`, so that a reloaded page resumes it.
    setTimeout(() => isCurrent(failed) && persist(failed), unloadGracePeriod)
  }

  return {
    messages,
    enqueue(text: string, upload: Upload | null, send: Send, mentions?: string[]) {
      const message = createMessage(text, upload, mentions)
      messages.set([...messages.get(), message])
      persist(message) // before the first await: the page may be closed now
      if (upload) holdFile(upload, storageKeyOf(message), signalOf(message))
      return deliver(message, send)
    },
    /** Sends what a page was left with; the other tabs of the conversation may do the same. */
    resume: (send: Send) =>
      Promise.all(
        messages.get().map(message => message.state === 'interrupted' && deliver(message, send)),
      ),
    retry,
    cancelUpload(message: Outgoing) {
      message.upload?.cancel()
      fail(message)
    },
    /** Removes a message that its author edits or discards. Its upload continues. */
    withdraw: remove,
    /** Another tab has delivered or withdrawn the message stored
     * as `storageKey`: cancels its upload and aborts its call. */
    forget(storageKey: string) {
      const message = messages.get().find(each => storageKeyOf(each) === storageKey)
      message?.upload?.cancel()
      if (message) removeFromMemory(message)
    },
  }
}

/** Calls the listener when the browser is online again, or the server is reachable again. */
function onReconnect(listener: () => void, signal: AbortSignal) {
  addEventListener('online', listener, { signal })
  let wasAway = false
  const unsubscribe = isLive.subscribe(() => {
    if (wasAway && isLive.get()) listener()
    wasAway = !isLive.get()
  })
  signal.addEventListener('abort', unsubscribe)
}

export type Outbox = ReturnType<typeof createOutbox>

/** Resolves once no message is on its way: each is delivered, has failed or was withdrawn. */
export function settled({ messages }: Pick<Outbox, 'messages'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (messages.get().some(({ state }) => state === 'sending')) return
    unsubscribe()
    resolve()
  }
  const unsubscribe = messages.subscribe(check)
  check()
  return promise
}

const createMessage = (text: string, upload: Upload | null, mentions?: string[]): Outgoing => ({
  key: createIdempotencyKey(),
  text,
  written: new Date().toISOString(),
  state: 'sending',
  removal: new AbortController(),
  ...(mentions && { mentions }),
  ...(upload && { upload, fileName: upload.file.name }),
})

/** Afterwards a message could be stored twice, so its author decides whether to send it again. */
const isKeyValid = ({ written }: Pick<Outgoing, 'written'>) =>
  Date.now() - Date.parse(written) < keyLifetime

const readMessages = (prefix: string) =>
  (privateStore.readAll(prefix) as Stored[])
    .map(readMessage)
    .sort((a, b) => a.written.localeCompare(b.written))

function toStored({ upload, error: _, removal: __, ...message }: Outgoing): Stored {
  const state = upload?.state.get()
  return {
    ...message,
    ...(upload && {
      fileSize: upload.file.size,
      ...(state?.step === 'done' && { fileId: state.id }),
    }),
  }
}

function readMessage({ fileSize = 0, fileId, ...message }: Stored): Outgoing {
  const isFileMissing = message.fileName !== undefined && !fileId // another tab may have it
  const canResume = (message.state !== 'failed' || isFileMissing) && isKeyValid(message)
  const upload =
    fileId &&
    createSettledUpload(
      { name: message.fileName ?? '', size: fileSize },
      { step: 'done', id: fileId },
    )
  return {
    ...message,
    state: canResume ? 'interrupted' : 'failed',
    removal: new AbortController(),
    ...(upload && { upload }),
  }
}

/** Holds the message's lock while only this tab has the file, also after its upload has failed. */
function holdFile(upload: Upload, storageKey: string, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  signal.addEventListener('abort', () => resolve())
  upload.state.subscribe(() => upload.state.get().step === 'done' && resolve())
  withTabLock(storageKey, signal, () => promise).catch(() => {})
}

/** Waits while another tab has the file. Undefined where it was not
 * uploaded, or the browser denies the lock: the file is lost. */
const waitForFile = (storageKey: string, signal: AbortSignal) =>
  withTabLock(storageKey, signal, async () => {
    const stored = privateStore.read(storageKey) as Stored | null
    return stored ? readMessage(stored).upload : undefined
  }).catch(error => {
    if (isAbort(error)) throw error
    return undefined
  })

/** Runs `work` under a lock that all tabs of this browser share.
 * @throws AbortError when `signal` aborts while it waits */
const withTabLock = <T>(name: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> =>
  // Only secure contexts have locks.
  'locks' in navigator ? navigator.locks.request(name, { signal }, work) : work()

export const conversationKeyOf = (userId: string, ticketId: string) => `${userId}:${ticketId}`

/** Begins otherwise, so that no note is ever among the answers to send. */
export const noteKeyOf = (userId: string, ticketId: string) => `note:${userId}:${ticketId}`

/** Those of the current session. */
const outboxes = new Map<string, Outbox>()

export function openOutbox(conversationKey: string): Outbox {
  let outbox = outboxes.get(conversationKey)
  if (!outbox) {
    outbox = createOutbox(conversationKey)
    outboxes.set(conversationKey, outbox)
    currentSession().signal.addEventListener('abort', () => outboxes.clear())
  }
  return outbox
}

privateStore.subscribe((storageKey, value) => {
  if (value === null) for (const outbox of outboxes.values()) outbox.forget(storageKey)
})
