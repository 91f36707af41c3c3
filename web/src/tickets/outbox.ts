import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { assertSessionScope, currentSession, type SessionScope } from '../data/api.ts'
import { createIdempotencyKey, keyLifetime } from '../data/idempotency.ts'
import { privateStore } from '../data/privateStore.ts'
import type { Upload } from '../files/upload.ts'
import { withTabLock } from './tabLock.ts'

/** A message being sent: `key` is its idempotency key in all attempts. The browser stores it under these property names. */
export type Outgoing = {
  key: string
  text: string
  /** When it was written, ISO 8601. */
  written: string
  upload?: Upload
  fileName?: string
  fileId?: string
  /**
   * `interrupted`: the page was left while it was being sent, so the outcome is unknown; or another tab is sending it, which makes it
   * `elsewhere` as soon as this tab knows.
   */
  state: 'sending' | 'failed' | 'interrupted' | 'elsewhere'
  error?: string
}
export type Send = (message: { contents: string; files: string[] }, key: string, scope: SessionScope) => Promise<unknown>

/** The messages of each conversation, in memory for as long as their session. */
const outboxesOfSession = new WeakMap<SessionScope, Map<string, readonly Outgoing[]>>()
function currentOutboxes() {
  const scope = currentSession()
  const outboxes = outboxesOfSession.get(scope) ?? new Map<string, readonly Outgoing[]>()
  outboxesOfSession.set(scope, outboxes)
  return outboxes
}

const listeners = new Set<() => void>()
const storagePrefix = (conversationKey: string) => `outbox:${conversationKey}:`

/** The outbox in memory, else the stored messages that had not been delivered when the page was left. */
function readOutbox(conversationKey: string): readonly Outgoing[] {
  const known = currentOutboxes().get(conversationKey)
  if (known) return known
  const outbox = (privateStore.readAll(storagePrefix(conversationKey)) as Outgoing[])
    .map(message => ({ ...message, state: canResume(message) ? ('interrupted' as const) : ('failed' as const) }))
    .sort((a, b) => a.written.localeCompare(b.written))
  currentOutboxes().set(conversationKey, outbox)
  return outbox
}

/** After the lifetime of its key a message could be stored twice, so its author decides whether to send it again. */
const canResume = ({ state, written }: Outgoing) => state !== 'failed' && Date.now() - Date.parse(written) < keyLifetime
/** The file was not uploaded, and this page does not have it. */
export const isFileLost = ({ fileName, fileId, upload }: Outgoing) => fileName !== undefined && !fileId && !upload

function setState(conversationKey: string, next: readonly Outgoing[]) {
  currentOutboxes().set(conversationKey, next)
  for (const listener of listeners) listener()
}

function upsert(conversationKey: string, message: Outgoing) {
  const outbox = readOutbox(conversationKey)
  const exists = outbox.some(({ key }) => key === message.key)
  setState(conversationKey, exists ? outbox.map(each => (each.key === message.key ? message : each)) : [...outbox, message])
}

function persist(conversationKey: string, { upload: _, error: __, ...message }: Outgoing) {
  privateStore.write(storagePrefix(conversationKey) + message.key, message)
}

function remove(conversationKey: string, key: string) {
  privateStore.remove(storagePrefix(conversationKey) + key)
  removeFromMemory(conversationKey, key)
}

function removeFromMemory(conversationKey: string, key: string) {
  setState(
    conversationKey,
    readOutbox(conversationKey).filter(message => message.key !== key),
  )
}

/** A browser aborts the calls of a page before it unloads the page: only a page that lives on for this long, in ms, counts a call as failed. */
const unloadGracePeriod = 1_000

/** Sends a message in the session it was written in, or not at all. An unsent message waits until its author is signed in again. */
async function deliver(conversationKey: string, message: Outgoing, send: Send) {
  const scope = currentSession()
  upsert(conversationKey, { ...message, state: 'sending', error: '' })
  const showElsewhere = () => upsert(conversationKey, { ...message, state: 'elsewhere', error: '' })
  const deliverLocked = async (hasWaited: boolean) => {
    const current = hasWaited || message.state === 'interrupted' ? await readStored(conversationKey, message, hasWaited) : message
    if (scope.signal.aborted) return
    if (!current) return removeFromMemory(conversationKey, message.key)
    if ((hasWaited && current.state === 'failed') || isFileLost(current)) return upsert(conversationKey, { ...current, state: 'failed' })
    await sendLocked(conversationKey, current, send, scope)
  }
  try {
    await withTabLock(`outbox:${message.key}`, scope.signal, showElsewhere, deliverLocked)
  } catch (error) {
    if (!scope.signal.aborted) throw error
  }
}

/** The message as another tab, or this one before a reload, has stored it; null where it was delivered or withdrawn. */
async function readStored(conversationKey: string, { key, upload }: Outgoing, hasWaited: boolean): Promise<Outgoing | null> {
  const read = () => privateStore.read(storagePrefix(conversationKey) + key) as Outgoing | null
  let stored = read()
  if (hasWaited && stored?.state === 'sending') {
    // The other tab was closed, or is about to store the failure.
    await new Promise(resolve => setTimeout(resolve, unloadGracePeriod + 200))
    stored = read()
  }
  return stored && { ...stored, ...(upload && { upload }) }
}

async function sendLocked(conversationKey: string, message: Outgoing, send: Send, scope: SessionScope) {
  let sending: Outgoing = { ...message, state: 'sending', error: '' }
  upsert(conversationKey, sending)
  persist(conversationKey, sending)
  try {
    const fileId = message.fileId ?? (await message.upload?.finished())
    assertSessionScope(scope)
    if (fileId && fileId !== message.fileId) {
      sending = { ...sending, fileId }
      upsert(conversationKey, sending)
      persist(conversationKey, sending)
    }
    await send({ contents: message.text, files: fileId ? [fileId] : [] }, message.key, scope)
    remove(conversationKey, message.key)
  } catch (error) {
    if (!readOutbox(conversationKey).includes(sending) || (error as Error).name === 'AbortError') return
    const failed: Outgoing = { ...sending, state: 'failed', error: (error as Error).message }
    upsert(conversationKey, failed)
    // Until then the stored state stays `sending`, so that a reloaded page resumes it.
    setTimeout(() => readOutbox(conversationKey).includes(failed) && persist(conversationKey, failed), unloadGracePeriod)
  }
}

// Another tab has delivered or withdrawn a message: removes it here and cancels the upload it waits for. A call in progress continues.
privateStore.subscribe((storageKey, value) => {
  if (!storageKey.startsWith('outbox:') || value !== null) return
  const separator = storageKey.lastIndexOf(':')
  const conversationKey = storageKey.slice('outbox:'.length, separator)
  const message = currentOutboxes()
    .get(conversationKey)
    ?.find(message => message.key === storageKey.slice(separator + 1))
  const waitsForUpload = message?.upload && !message.fileId
  if (!message || (message.state === 'sending' && !waitsForUpload)) return
  message.upload?.cancel()
  removeFromMemory(conversationKey, message.key)
})

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** A conversation's outgoing messages. Sending continues while the user visits other pages; a failed message waits for a retry. */
export function useOutbox(conversationKey: string, send: Send) {
  const getSnapshot = () => readOutbox(conversationKey)
  const messages = useSyncExternalStore(subscribe, getSnapshot)
  const resume = useEffectEvent(() => {
    for (const message of readOutbox(conversationKey).filter(({ state }) => state === 'interrupted'))
      void deliver(conversationKey, message, send)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each conversation
  useEffect(() => resume(), [conversationKey])

  return {
    messages,
    enqueue(text: string, upload: Upload | null) {
      const written = new Date().toISOString()
      const file = upload && { upload, fileName: upload.file.name }
      const message: Outgoing = { key: createIdempotencyKey(), text, written, state: 'sending', ...file }
      persist(conversationKey, message) // before the first await: the page may be closed now
      void deliver(conversationKey, message, send)
    },
    retry(message: Outgoing) {
      message.upload?.retry()
      void deliver(conversationKey, message, send)
    },
    /** Removes a message and returns its text. */
    withdraw(message: Outgoing) {
      message.upload?.cancel()
      remove(conversationKey, message.key)
      return message.text
    },
  }
}
export type Outbox = ReturnType<typeof useOutbox>
