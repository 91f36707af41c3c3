import { useSyncExternalStore } from 'react'
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
  state: 'sending' | 'failed'
  error?: string
}
export type Send = (message: { contents: string; files: string[] }, key: string) => Promise<unknown>

const boxes = new Map<string, readonly Outgoing[]>()
const watchers = new Set<() => void>()
const keyOf = (place: string) => `outbox:${place}`

/** What was not sent before the page was left waits here, as failed. */
function boxOf(place: string): readonly Outgoing[] {
  const known = boxes.get(place)
  if (known) return known
  const saved = kept.read(keyOf(place))
  const box = Array.isArray(saved) ? (saved as Outgoing[]).map(message => ({ ...message, state: 'failed' as const })) : []
  boxes.set(place, box)
  return box
}

function change(place: string, next: readonly Outgoing[]) {
  boxes.set(place, next)
  if (next.length > 0)
    kept.write(
      keyOf(place),
      next.map(({ key, text, written, fileName, fileId }) => ({ key, text, written, fileName, fileId })),
    )
  else kept.forget(keyOf(place))
  for (const tell of watchers) tell()
}

const update = (place: string, key: string, part: Partial<Outgoing>) =>
  change(
    place,
    boxOf(place).map(message => (message.key === key ? { ...message, ...part } : message)),
  )
const without = (place: string, key: string) =>
  change(
    place,
    boxOf(place).filter(message => message.key !== key),
  )

async function deliver(place: string, message: Outgoing, send: Send) {
  update(place, message.key, { state: 'sending', error: '' })
  try {
    const fileId = message.fileId ?? (await message.upload?.finished())
    if (fileId) update(place, message.key, { fileId })
    await send({ contents: message.text, files: fileId ? [fileId] : [] }, message.key)
    without(place, message.key)
  } catch (error) {
    update(place, message.key, { state: 'failed', error: (error as Error).message })
  }
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => watchers.delete(tell)
}

/** The messages of a place that are on their way. They go on while one looks at something else, and wait for a retry when they fail. */
export function useOutbox(place: string, send: Send) {
  const messages = useSyncExternalStore(watch, () => boxOf(place))
  return {
    messages,
    put(text: string, upload: Upload | null) {
      const message: Outgoing = {
        key: newKey(),
        text,
        written: new Date().toISOString(),
        state: 'sending',
        ...(upload && { upload, fileName: upload.file.name }),
      }
      change(place, [...boxOf(place), message])
      void deliver(place, message, send)
    },
    retry(message: Outgoing) {
      message.upload?.retry()
      void deliver(place, message, send)
    },
    /** Gives a failed message back to whoever wrote it. */
    takeBack(message: Outgoing) {
      message.upload?.cancel()
      without(place, message.key)
      return message.text
    },
  }
}
export type Outbox = ReturnType<typeof useOutbox>
