import { useEffect, useEffectEvent, useState } from 'react'
import { maxAttachments } from '#contract/files.ts'
import { createStore, type Store, useStore } from '../../browser/store.ts'
import { keyLifetime } from '../../data/idempotency.ts'
import { usePortal } from '../../data/portal.ts'
import { privateStore } from '../../data/privateStore.ts'
import { jpegNameOf } from './pictures.ts'
import { nameOf } from './transfer.ts'
import { createSettledUpload, refuseUpload, startUpload, type Upload } from './upload.ts'

/** A file of a message: without `upload`, the page was left before it was uploaded. */
export type AttachedUpload = { name: string; size: number; upload?: Upload }

/** In the browser's storage; the server keeps an uploaded file for 24 h. */
type Stored = { name: string; size: number; id?: string; at: number }

const nothing = {
  uploads: [] as readonly Upload[],
  /** Whether one of them cannot be sent. */
  isRefused: false,
  /** The names of files that must be chosen again, as the page was left. */
  lost: [] as readonly string[],
  /** The names of files that were not taken: a message has no room for them. */
  excess: [] as readonly string[],
}

/** The files of a message being written. With a `key`,
 * names and uploaded files survive a reload. */
export function createAttachments(key: string | null, initial: readonly Upload[] = []) {
  const stored = key === null ? [] : readStored(key)
  const restored = new Map(stored.flatMap(({ upload, at }) => (upload ? [[upload, at]] : [])))
  const attached = createStore(nothing)

  function set(next: Partial<typeof nothing>) {
    const { uploads, lost, excess } = { ...attached.get(), ...next }
    const isRefused = uploads.some(({ state }) => state.get().step === 'refused')
    attached.set({ uploads, lost: [...new Set(lost)], excess, isRefused })
  }
  function persist() {
    if (key === null) return
    const { uploads, lost } = attached.get()
    const entries = [
      ...lost.map(toLost),
      ...uploads.flatMap(upload => toStored(upload, restored.get(upload))),
    ]
    if (entries.length > 0) privateStore.write(key, entries)
    else privateStore.remove(key)
  }
  function change(next: Partial<typeof nothing>) {
    set(next)
    persist()
  }
  function add(uploads: readonly Upload[], others: Partial<typeof nothing>) {
    for (const upload of uploads)
      upload.state.subscribe(() => {
        // Progress is shown by each upload itself.
        if (attached.get().uploads.includes(upload) && upload.state.get().step !== 'sending')
          change({})
      })
    change({ ...others, uploads: [...attached.get().uploads, ...uploads] })
  }

  set({ uploads: [...initial, ...restored.keys()], lost: stored.flatMap(lostName) })
  return {
    attached,
    add(files: Iterable<File>, { room, limit }: { room: number; limit: number }) {
      const { uploads, lost } = attached.get()
      const chosen = [...files]
      const free = Math.max(0, room - uploads.length)
      const taken = chosen.slice(0, free)
      // An upload that was stopped may have been a conversion of the same picture.
      const names = taken.map(nameOf).flatMap(name => [name, jpegNameOf(name)])
      add(
        taken.map(file => refuseUpload(file, limit) ?? startUpload(file)),
        {
          lost: lost.filter(name => !names.includes(name)),
          excess: chosen.slice(free).map(nameOf),
        },
      )
    },
    /** Takes over the files of a message that its author edits, also above the limit. */
    restore(files: readonly AttachedUpload[]) {
      const { lost, uploads } = attached.get()
      const present = new Set(uploads.map(idOf))
      add(
        // The same saved reply may be inserted twice.
        files.flatMap(({ upload }) => (upload && !present.has(idOf(upload)) ? upload : [])),
        { lost: [...lost, ...files.flatMap(lostName)] },
      )
    },
    remove(upload: Upload) {
      upload.cancel()
      const { uploads } = attached.get()
      change({ uploads: uploads.filter(each => each !== upload), excess: [] })
    },
    dismissLost: (lost: string) =>
      change({ lost: attached.get().lost.filter(name => name !== lost) }),
    /** Leaves the uploads to the message that now carries them. */
    release: () => change(nothing),
    /** Another tab has sent or removed what was stored. */
    forgetRestored() {
      const { uploads } = attached.get()
      set({ uploads: uploads.filter(upload => !restored.has(upload)), lost: [] })
    },
    finishAll: () => finishAll(attached),
    cancelAll() {
      for (const upload of attached.get().uploads) upload.cancel()
    },
  }
}

/** The ids of all files, also of those that are chosen meanwhile; null where one has failed. */
async function finishAll(attached: Pick<Store<typeof nothing>, 'get'>): Promise<string[] | null> {
  for (const upload of attached.get().uploads) upload.retry() // the cause may be gone
  for (;;) {
    const { uploads } = attached.get()
    const running = uploads.map(upload => upload.finished())
    const ids = await Promise.all(running).catch(() => null)
    const isChanged = uploads.some((upload, i) => upload.finished() !== running[i])
    if (attached.get().uploads === uploads && !isChanged) return ids
  }
}

const idOf = (upload: Upload) => {
  const state = upload.state.get()
  return state.step === 'done' ? state.id : upload.key
}

const toLost = (name: string): Stored => ({ name, size: 0, at: Date.now() })

function toStored({ file: { name, size }, state }: Upload, at = Date.now()): Stored[] {
  const current = state.get()
  if (current.step === 'refused') return []
  return [{ name, size, at, ...(current.step === 'done' && { id: current.id }) }]
}

function readStored(key: string): (AttachedUpload & { at: number })[] {
  const stored = privateStore.read(key)
  if (!Array.isArray(stored)) return [] // of an earlier version
  return (stored as Stored[]).map(({ name, size, id, at }) => ({
    name,
    size,
    at,
    ...(id !== undefined &&
      Date.now() - at < keyLifetime && {
        upload: createSettledUpload({ name, size }, { step: 'done', id }),
      }),
  }))
}

const lostName = ({ name, upload }: AttachedUpload) => (upload ? [] : name)

type Options = { room?: number; initial?: readonly Upload[] }

/** The files of a message being written; leaving the page cancels uploads.
 * `messageKey`: the message's author and place, where a reload keeps them. */
export function useAttachments(
  messageKey: string | null,
  { room = maxAttachments, initial = [] }: Options = {},
) {
  const key = messageKey && `attached:${messageKey}`
  const limit = usePortal()?.uploadLimit ?? Number.POSITIVE_INFINITY
  const [attachments] = useState(() => createAttachments(key, initial))
  const forget = useEffectEvent(
    (changed: string, value: unknown) =>
      changed === key && value === null && attachments.forgetRestored(),
  )
  useEffect(() => privateStore.subscribe(forget), [])
  useEffect(() => attachments.cancelAll, [attachments])
  return {
    ...useStore(attachments.attached),
    room,
    choose: (files: Iterable<File> | ArrayLike<File> | null) =>
      attachments.add(Array.from(files ?? []), { room, limit }),
    restore: attachments.restore,
    remove: attachments.remove,
    finishAll: attachments.finishAll,
    dismissLost: attachments.dismissLost,
    release: attachments.release,
  }
}
export type Attachments = ReturnType<typeof useAttachments>
