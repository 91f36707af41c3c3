import { useCallback, useSyncExternalStore } from 'react'
import type { Area } from '#contract/paths.ts'
import type { NewContact } from '#contract/people.ts'
import type { TicketPriority } from '#contract/tickets.ts'
import { createStore } from '../../browser/store.ts'
import { assertSessionScope, CallError, currentSession, type SessionScope } from '../../data/api.ts'
import { endedMarkerOf } from '../../data/encryptedEntry.ts'
import { createIdempotencyKey, keyLifetime } from '../../data/idempotency.ts'
import { isLive } from '../../data/live.ts'
import { privateStore } from '../../data/privateStore.ts'
import type { Upload } from '../../files/upload/upload.ts'
import { type AttachedUpload, uploadOf } from '../../files/upload/useAttachments.ts'

/** A ticket that its first message opens. */
export type NewTicket = {
  area: Area
  company: string
  machine: string
  priority: TicketPriority
  title: string
  /** the ticket that it continues */
  continues?: string | undefined
  /** the number at which its author asks to be called back */
  callBack?: string | undefined
  /** on whose behalf the team opens it */
  user?: string | undefined
  /** the same, of a person who becomes a contact of the company */
  contact?: NewContact | undefined
}

/** A message being sent. `key` is its idempotency key in all
 * attempts and all tabs: the server stores it once. */
export type Outgoing = {
  key: string
  text: string
  /** When it was written, ISO 8601. */
  written: string
  files: AttachedUpload[]
  /** of a note: the ids of the colleagues */
  mentions?: string[]
  /** of an answer: the newest message that its author had seen; null: none */
  lastMessage?: string | null
  /** of an answer: whether it closes the ticket */
  close?: boolean
  /** Where it was written: any page sends it. */
  at?: { area: Area; company: string }
  ticket?: NewTicket
  /** `interrupted`: the page was left while it was being sent, so the outcome is unknown. */
  state: 'sending' | 'failed' | 'interrupted'
  error?: Error | undefined
  /** Whether its call has begun: from then on the server may have it. */
  isPosted?: boolean
  /** Aborts when the message is delivered or withdrawn, in any tab. */
  removal: AbortController
}
/** The property names in the browser's storage. */
type Stored = Omit<Outgoing, 'files' | 'error' | 'isPosted' | 'removal'> & {
  files?: StoredFile[]
} & FormerFile
type StoredFile = { name: string; size: number; id?: string; key?: string }
/** As stored while a message took one file. */
type FormerFile = { fileName?: string; fileSize?: number; fileId?: string }

/** What a message has besides its text and files. */
export type Extras = Pick<Outgoing, 'mentions' | 'lastMessage' | 'close' | 'at' | 'ticket'> & {
  key?: string
}

type Body = Omit<Extras, 'at' | 'key'> & { contents: string; files: string[] }
export type Send = (
  message: Body,
  key: string,
  scope: SessionScope,
  signal: AbortSignal,
) => Promise<unknown>

export const loadKeptMessages = () => import('../../data/keptMessages.ts')

/** Keeps a stored message, or its removal, where a browser that is killed does not lose it. */
function keep(name: string) {
  const scope = currentSession()
  void loadKeptMessages()
    .then(({ keepMessage }) => keepMessage(name))
    .catch(() => currentSession() === scope && privateStore.remove(endedMarkerOf(name)))
}

function store(name: string, message: Outgoing) {
  privateStore.write(name, toStored(message))
  keep(name)
}
function removeStored(name: string) {
  privateStore.write(endedMarkerOf(name), true) // the page may be closed now
  privateStore.remove(name)
  keep(name)
}

/** The names of the files whose bytes are lost with the page that had them. */
export const lostFiles = ({ files }: Pick<Outgoing, 'files'>) =>
  files.flatMap(({ name, upload }) => (upload && upload.state.get().step !== 'lost' ? [] : name))

const uploadsOf = ({ files }: Pick<Outgoing, 'files'>) =>
  files.flatMap(({ upload }) => upload ?? [])

/** The server was not reached, or is busy: the message is sent again by itself. */
export const isPassing = (error: unknown) => error instanceof CallError && error.isTransient

const retryInterval = 20_000 // ms

/** Undelivered messages of a conversation, for the session;
 * stored ones wait until it is their author's again. */
function createOutbox(conversationKey: string) {
  const scope = currentSession()
  const prefix = prefixOf(conversationKey)
  const messages = createStore(readMessages(conversationKey))
  const storageKeyOf = ({ key }: Outgoing) => prefix + key
  const persist = (message: Outgoing) =>
    currentSession() === scope && store(storageKeyOf(message), message)
  const isCurrent = (message: Outgoing) =>
    currentSession() === scope && messages.get().includes(message)
  let resuming: Promise<void> = Promise.resolve()
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
    removeStored(storageKeyOf(message))
    removeFromMemory(message)
  }

  async function deliver(message: Outgoing, send: Send) {
    let sending = replace(message, { state: 'sending', error: undefined })
    retryable.delete(message.key)
    try {
      if (lostFiles(sending).length > 0) return fail(sending)
      const uploads = uploadsOf(sending)
      const files = uploads.length > 0 ? await reserveAll(uploads) : []
      if (!isCurrent(sending)) return // withdrawn, or the session is over
      assertSessionScope(scope)
      sending = replace(sending, { isPosted: true })
      await send(bodyOf(sending, files), sending.key, scope, sending.removal.signal)
      for (const upload of uploads) upload.deliver()
      if (isCurrent(sending)) remove(sending)
    } catch (error) {
      if (!isCurrent(sending) || (error as Error).name === 'AbortError') return
      if (isPassing(error)) retryable.set(sending.key, send)
      fail(sending, error as Error)
      retryLater()
    }
  }

  function retry(message: Outgoing, send: Send) {
    for (const upload of uploadsOf(message)) upload.retry()
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
  const retryLater = openRetries(scope.signal, retryFailed, () => retryable.size > 0)

  function fail(sending: Outgoing, error?: Error) {
    persist(replace(sending, { state: 'failed', error, isPosted: false }))
  }

  return {
    messages,
    enqueue(text: string, uploads: readonly Upload[], send: Send, extras: Extras = {}) {
      const message = createMessage(text, uploads, extras)
      messages.set([...messages.get(), message])
      persist(message) // before the first await: the page may be closed now
      for (const upload of uploads)
        upload.state.subscribe(() => {
          const current = messages.get().find(({ key }) => key === message.key)
          if (current && upload.state.get().step === 'done') persist(current)
        })
      return deliver(message, send)
    },
    /** Sends what a page was left with, in the order in which it was written; other tabs may do
     * the same. */
    resume(send: Send) {
      const left = () => messages.get().find(({ state }) => state === 'interrupted')
      resuming = resuming.then(async () => {
        for (let next = left(); next; next = left()) await deliver(next, send)
      })
      return resuming
    },
    retry,
    /** Sends the message without a file that its author gives up. */
    removeFile: async (message: Outgoing, upload: Upload, send: Send) =>
      isCurrent(message) && retry(replace(message, withoutFile(message, upload)), send),
    /** Removes a message that its author edits or discards. Its uploads continue. */
    withdraw(message: Outgoing) {
      for (const upload of uploadsOf(message)) upload.release?.()
      remove(message)
    },
    /** Another tab has delivered or withdrawn the message stored
     * as `storageKey`: stops its uploads and aborts its call. */
    forget(storageKey: string) {
      const message = messages.get().find(each => storageKeyOf(each) === storageKey)
      if (!message) return
      for (const upload of uploadsOf(message)) upload.stop()
      removeFromMemory(message)
    },
  }
}

/** Cancels the upload, and returns what changes of its message. */
function withoutFile({ files }: Outgoing, upload: Upload): Pick<Outgoing, 'files'> {
  upload.cancel()
  return { files: files.filter(file => file.upload !== upload) }
}

/** Calls `retry` when the server may be reachable again. The returned function has it called
 * in some time too: the server may be busy, or have been reachable before the call ended. */
function openRetries(signal: AbortSignal, retry: () => Promise<void>, isNeeded: () => boolean) {
  let retrying: Promise<void> = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const start = () => {
    retrying = retrying.then(retry)
  }
  onReconnect(start, signal)
  signal.addEventListener('abort', () => clearTimeout(timer))
  return () => {
    clearTimeout(timer)
    if (isNeeded() && !signal.aborted) timer = setTimeout(start, retryInterval)
  }
}

/** Calls the listener when the browser is online again, or the server is reachable again. */
function onReconnect(listener: () => void, signal: AbortSignal) {
  addEventListener('online', listener, { signal })
  let wasAway = !isLive.get()
  const unsubscribe = isLive.subscribe(() => {
    if (wasAway && isLive.get()) listener()
    wasAway = !isLive.get()
  })
  signal.addEventListener('abort', unsubscribe)
}

/** @throws also for an upload that was refused: no other bytes come */
async function reserveAll(uploads: readonly Upload[]) {
  for (const { state, finished } of uploads) if (state.get().step === 'refused') await finished()
  return Promise.all(uploads.map(upload => upload.reserved()))
}

export type Outbox = ReturnType<typeof createOutbox>

/** Resolves once no message is on its way: each is delivered, has failed, was
 * withdrawn, or waits for the connection with a file. */
export function settled({ messages }: Pick<Outbox, 'messages'>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const check = () => {
    if (messages.get().some(message => message.state === 'sending' && !isHeldUp(message))) return
    for (const unsubscribe of subscriptions) unsubscribe()
    resolve()
  }
  const subscriptions = [messages.subscribe(check), ...messages.get().map(followUploads(check))]
  check()
  return promise
}

/** Calls the listener when an upload of a message has changed. */
const followUploads = (listener: () => void) => (message: Outgoing) => {
  const unsubscribe = uploadsOf(message).map(({ state }) => state.subscribe(listener))
  return () => {
    for (const each of unsubscribe) each()
  }
}

const isHeldUp = (message: Outgoing) =>
  uploadsOf(message).some(({ id, state }) => {
    const current = state.get()
    return id === undefined && current.step === 'sending' && current.isWaiting
  })

/** Whether a message is sent by itself once the server is reached. */
export const isWaiting = (message: Outgoing) =>
  message.state === 'failed' ? isPassing(message.error) && isKeyValid(message) : isHeldUp(message)

export const useIsWaiting = (message: Outgoing) =>
  useSyncExternalStore(
    useCallback(listener => followUploads(listener)(message), [message]),
    () => isWaiting(message),
  )

const createMessage = (text: string, uploads: readonly Upload[], extras: Extras): Outgoing => ({
  key: createIdempotencyKey(),
  text,
  written: new Date().toISOString(),
  state: 'sending',
  removal: new AbortController(),
  files: uploads.map(upload => ({ ...upload.file, upload })),
  ...extras,
})

/** Afterwards a message could be stored twice, so its author decides whether to send it again. */
export const isKeyValid = ({ written }: Pick<Outgoing, 'written'>) =>
  Date.now() - Date.parse(written) < keyLifetime

const prefixOf = (conversationKey: string) => `outbox:${conversationKey}:`

/** Those that are stored, in the order in which they were written, after `known` ones. */
export const readMessages = (conversationKey: string, known: readonly Outgoing[] = []) => [
  ...known,
  ...(privateStore.readAll(prefixOf(conversationKey)) as Stored[])
    .filter(({ key }) => known.every(message => message.key !== key))
    .map(readMessage)
    .sort((a, b) => a.written.localeCompare(b.written)),
]

function toStored({ files, error, isPosted: _, removal: __, ...message }: Outgoing): Stored {
  return {
    ...message,
    // the next page sends what waits for the server
    state: isPassing(error) ? 'sending' : message.state,
    files: files.map(({ name, size, upload }) => {
      const state = upload?.state.get()
      if (!upload || state?.step === 'lost') return { name, size }
      return { name, size, key: upload.key, ...(state?.step === 'done' && { id: state.id }) }
    }),
  }
}

function readMessage({ fileName, fileSize = 0, fileId, ...message }: Stored): Outgoing {
  const uploaded = fileId === undefined ? {} : { id: fileId }
  const former = fileName === undefined ? [] : [{ name: fileName, size: fileSize, ...uploaded }]
  const files = (message.files ?? former).map(({ name, size, ...stored }) => {
    const upload = uploadOf({ name, size, ...stored })
    return { name, size, ...(upload && { upload }) }
  })
  const canResume = message.state !== 'failed' && isKeyValid(message)
  return {
    ...message,
    files,
    state: canResume ? 'interrupted' : 'failed',
    removal: new AbortController(),
  }
}

function bodyOf(message: Outgoing, files: string[]): Body {
  const { text: contents, mentions, lastMessage, close, ticket } = message
  return {
    contents,
    files,
    ...(ticket && { ticket }),
    ...(mentions && { mentions }),
    ...(lastMessage !== undefined && { lastMessage }),
    ...(close && { close }),
  }
}

export const conversationKeyOf = (userId: string, ticketId: string) => `${userId}:${ticketId}`

/** Begins otherwise, so that no note is ever among the answers to send. */
export const noteKeyOf = (userId: string, ticketId: string) => `note:${userId}:${ticketId}`

/** Of all tickets that a user has written and that are not opened yet. */
export const newTicketKeyOf = (userId: string) => `new:${userId}`

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
