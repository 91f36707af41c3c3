import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { assertSessionScope, currentSession, type SessionScope } from '../data/api.ts'
import { keyLifetime, newKey } from '../data/idempotency.ts'
import { privateStore } from '../data/privateStore.ts'
import type { Upload } from '../files/upload.ts'
import { withTabLock } from './tabLock.ts'

/** A message on its way. Its key stays the same however often it is sent, so it arrives once. */
export type Outgoing = {
  key: string
  text: string
  /** When it was written, ISO 8601. */
  written: string
  upload?: Upload
  fileName?: string
  fileId?: string
  /**
   * `interrupted`: the page was left while it was being sent; whether it has arrived is not known. Or another tab is sending it:
   * then it is `elsewhere` as soon as that is known.
   */
  state: 'sending' | 'failed' | 'interrupted' | 'elsewhere'
  error?: string
}
export type Send = (message: { contents: string; files: string[] }, key: string, held: SessionScope) => Promise<unknown>

/** What is in memory is forgotten with its session. */
const boxesIn = new WeakMap<SessionScope, Map<string, readonly Outgoing[]>>()
function boxes() {
  const held = currentSession()
  const known = boxesIn.get(held) ?? new Map<string, readonly Outgoing[]>()
  boxesIn.set(held, known)
  return known
}

const watchers = new Set<() => void>()
const prefixOf = (place: string) => `outbox:${place}:`

/** What had not arrived when the page was left waits here. */
function boxOf(place: string): readonly Outgoing[] {
  const known = boxes().get(place)
  if (known) return known
  const box = (privateStore.under(prefixOf(place)) as Outgoing[])
    .map(message => ({ ...message, state: goesOn(message) ? ('interrupted' as const) : ('failed' as const) }))
    .sort((a, b) => a.written.localeCompare(b.written))
  boxes().set(place, box)
  return box
}

/** What is older than its key is looked at by its writer before it is sent again. */
const goesOn = ({ state, written }: Outgoing) => state !== 'failed' && Date.now() - Date.parse(written) < keyLifetime
/** Its file has not arrived, and is not here to be sent. */
export const fileLost = ({ fileName, fileId, upload }: Outgoing) => fileName !== undefined && !fileId && !upload

function change(place: string, next: readonly Outgoing[]) {
  boxes().set(place, next)
  for (const tell of watchers) tell()
}

function show(place: string, message: Outgoing) {
  const box = boxOf(place)
  const there = box.some(({ key }) => key === message.key)
  change(place, there ? box.map(each => (each.key === message.key ? message : each)) : [...box, message])
}

function remember(place: string, { upload: _, error: __, ...message }: Outgoing) {
  privateStore.write(prefixOf(place) + message.key, message)
}

function remove(place: string, key: string) {
  privateStore.forget(prefixOf(place) + key)
  drop(place, key)
}

function drop(place: string, key: string) {
  change(
    place,
    boxOf(place).filter(message => message.key !== key),
  )
}

/** A page that is being left breaks its calls off first. After this while it was not left: they have failed. */
const leavingTakes = 1_000

/** Sends a message, in the session it is written in or not at all. What is not sent then waits until its writer is back. */
async function deliver(place: string, message: Outgoing, send: Send) {
  const held = currentSession()
  show(place, { ...message, state: 'sending', error: '' })
  const elsewhere = () => show(place, { ...message, state: 'elsewhere', error: '' })
  const deliverHere = async (waited: boolean) => {
    const known = waited || message.state === 'interrupted' ? await asLeft(place, message, waited) : message
    if (held.over.aborted) return
    if (!known) return drop(place, message.key)
    if ((waited && known.state === 'failed') || fileLost(known)) return show(place, { ...known, state: 'failed' })
    await deliverAlone(place, known, send, held)
  }
  try {
    await withTabLock(`outbox:${message.key}`, held.over, elsewhere, deliverHere)
  } catch (error) {
    if (!held.over.aborted) throw error
  }
}

/** The message as another tab, or this one before, has left it: nothing where it has arrived or was taken back. */
async function asLeft(place: string, { key, upload }: Outgoing, waited: boolean): Promise<Outgoing | null> {
  const read = () => privateStore.read(prefixOf(place) + key) as Outgoing | null
  let left = read()
  if (waited && left?.state === 'sending') {
    // Its tab was closed, or has failed and is about to say so.
    await new Promise(then => setTimeout(then, leavingTakes + 200))
    left = read()
  }
  return left && { ...left, ...(upload && { upload }) }
}

async function deliverAlone(place: string, message: Outgoing, send: Send, held: SessionScope) {
  let sending: Outgoing = { ...message, state: 'sending', error: '' }
  show(place, sending)
  remember(place, sending)
  try {
    const fileId = message.fileId ?? (await message.upload?.finished())
    assertSessionScope(held)
    if (fileId && fileId !== message.fileId) {
      sending = { ...sending, fileId }
      show(place, sending)
      remember(place, sending)
    }
    await send({ contents: message.text, files: fileId ? [fileId] : [] }, message.key, held)
    remove(place, message.key)
  } catch (error) {
    if (!boxOf(place).includes(sending) || (error as Error).name === 'AbortError') return
    const failed: Outgoing = { ...sending, state: 'failed', error: (error as Error).message }
    show(place, failed)
    // Until then it is no failure: it goes on when the page is opened again.
    setTimeout(() => boxOf(place).includes(failed) && remember(place, failed), leavingTakes)
  }
}

// Another tab has sent one, or has given it back: here it is gone too, and waits for its file no more. What is being sent goes its way.
privateStore.whenChangedElsewhere((key, value) => {
  if (!key.startsWith('outbox:') || value !== null) return
  const cut = key.lastIndexOf(':')
  const place = key.slice('outbox:'.length, cut)
  const message = boxes()
    .get(place)
    ?.find(message => message.key === key.slice(cut + 1))
  const waits = message?.upload && !message.fileId
  if (!message || (message.state === 'sending' && !waits)) return
  message.upload?.cancel()
  drop(place, message.key)
})

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** The messages of a place that are on their way. They go on while one looks at something else, and wait for a retry when they fail. */
export function useOutbox(place: string, send: Send) {
  const messages = useSyncExternalStore(watch, () => boxOf(place))
  const goOn = useEffectEvent(() => {
    for (const message of boxOf(place).filter(({ state }) => state === 'interrupted')) void deliver(place, message, send)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each place
  useEffect(() => goOn(), [place])

  return {
    messages,
    put(text: string, upload: Upload | null) {
      const written = new Date().toISOString()
      const file = upload && { upload, fileName: upload.file.name }
      const message: Outgoing = { key: newKey(), text, written, state: 'sending', ...file }
      remember(place, message) // at once: the page may be left now
      void deliver(place, message, send)
    },
    retry(message: Outgoing) {
      message.upload?.retry()
      void deliver(place, message, send)
    },
    /** Gives a failed message back to whoever wrote it. */
    takeBack(message: Outgoing) {
      message.upload?.cancel()
      remove(place, message.key)
      return message.text
    },
  }
}
export type Outbox = ReturnType<typeof useOutbox>
