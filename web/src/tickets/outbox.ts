import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Upload } from '../files/upload.ts'
import { newKey } from '../idempotency.ts'
import { kept } from '../kept.ts'

/** A message on its way. Its key stays the same however often it is sent, so it arrives once. */
export type Outgoing = {
  key: string
  text: string
  /** When it was written, ISO 8601. */
  written: string
  upload?: Upload
  fileName?: string
  fileId?: string
  /** `interrupted`: the page was left while it was being sent; whether it has arrived is not known. */
  state: 'sending' | 'failed' | 'interrupted'
  error?: string
}
export type Send = (message: { contents: string; files: string[] }, key: string) => Promise<unknown>

const boxes = new Map<string, readonly Outgoing[]>()
const watchers = new Set<() => void>()
const prefixOf = (place: string) => `outbox:${place}:`

/** The server knows a key for a day. What is older is looked at by whoever wrote it before it is sent again. */
const keyIsKnownFor = 23 * 3_600_000

/** What had not arrived when the page was left waits here. */
function boxOf(place: string): readonly Outgoing[] {
  const known = boxes.get(place)
  if (known) return known
  const box = (kept.under(prefixOf(place)) as Outgoing[])
    .map(message => ({ ...message, state: goesOn(message) ? ('interrupted' as const) : ('failed' as const) }))
    .sort((a, b) => a.written.localeCompare(b.written))
  boxes.set(place, box)
  return box
}

const goesOn = ({ state, written, fileName, fileId }: Outgoing) =>
  state !== 'failed' && (fileName === undefined || fileId !== undefined) && Date.now() - Date.parse(written) < keyIsKnownFor

function change(place: string, next: readonly Outgoing[]) {
  boxes.set(place, next)
  for (const tell of watchers) tell()
}

function show(place: string, message: Outgoing) {
  const box = boxOf(place)
  const there = box.some(({ key }) => key === message.key)
  change(place, there ? box.map(each => (each.key === message.key ? message : each)) : [...box, message])
}

function remember(place: string, { upload: _, error: __, ...message }: Outgoing) {
  kept.write(prefixOf(place) + message.key, message)
}

function remove(place: string, key: string) {
  kept.forget(prefixOf(place) + key)
  change(
    place,
    boxOf(place).filter(message => message.key !== key),
  )
}

async function deliver(place: string, message: Outgoing, send: Send) {
  let sending: Outgoing = { ...message, state: 'sending', error: '' }
  show(place, sending)
  remember(place, sending)
  try {
    const fileId = message.fileId ?? (await message.upload?.finished())
    if (fileId && fileId !== message.fileId) {
      sending = { ...sending, fileId }
      show(place, sending)
      remember(place, sending)
    }
    await send({ contents: message.text, files: fileId ? [fileId] : [] }, message.key)
    remove(place, message.key)
  } catch (error) {
    if (!boxOf(place).includes(sending)) return
    const failed: Outgoing = { ...sending, state: 'failed', error: (error as Error).message }
    show(place, failed)
    // A page that is being left breaks its calls off first. That is no failure: it goes on when it is opened again.
    setTimeout(() => boxOf(place).includes(failed) && remember(place, failed), 1_000)
  }
}

// Another tab has sent one, or has given it back: here it is gone too.
kept.whenChangedElsewhere((key, value) => {
  if (!key.startsWith('outbox:') || value !== null) return
  const cut = key.lastIndexOf(':')
  const place = key.slice('outbox:'.length, cut)
  const box = boxes.get(place)
  const without = box?.filter(message => message.key !== key.slice(cut + 1) || message.state === 'sending')
  if (without && without.length !== box?.length) change(place, without)
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
      void deliver(place, { key: newKey(), text, written, state: 'sending', ...file }, send)
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
