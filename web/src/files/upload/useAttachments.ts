import { useEffect, useEffectEvent, useState } from 'react'
import { maxAttachments } from '#contract/files.ts'
import { createStore, type Store, useStore } from '../../browser/store.ts'
import { keyLifetime } from '../../data/idempotency.ts'
import { usePortal } from '../../data/portal.ts'
import { privateStore } from '../../data/privateStore.ts'
import { jpegNameOf } from './pictures.ts'
import { nameOf } from './transfer.ts'
import {
  createSettledUpload,
  openUpload,
  refuseUpload,
  startUpload,
  type Upload,
} from './upload.ts'

/** A file of a message: without `upload`, its bytes are lost with the page that had them. */
export type AttachedUpload = { name: string; size: number; upload?: Upload }

/** In the browser's storage; the server keeps an uploaded file for 24 h. `id`: it is uploaded;
 * `key`: of its upload, which the browser may have kept. */
type Stored = { name: string; size: number; id?: string; key?: string; at: number }

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
    for (const upload of uploads) observe(upload)
    change({ ...others, uploads: [...attached.get().uploads, ...uploads] })
  }
  function observe(upload: Upload) {
    upload.state.subscribe(() => {
      const { uploads, lost } = attached.get()
      const { step } = upload.state.get()
      // Progress is shown by each upload itself.
      if (!uploads.includes(upload) || step === 'sending') return
      if (step !== 'lost') return change({})
      change({
        uploads: uploads.filter(each => each !== upload),
        lost: [...lost, upload.file.name],
      })
    })
  }

  set({ uploads: [...initial, ...restored.keys()], lost: stored.flatMap(lostName) })
  for (const upload of restored.keys()) observe(upload)
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
      const present = new Set(uploads.map(identityOf))
      add(
        // The same saved reply may be inserted twice.
        files.flatMap(({ upload }) => (upload && !present.has(identityOf(upload)) ? upload : [])),
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
      for (const upload of restored.keys()) upload.stop()
      set({ uploads: uploads.filter(upload => !restored.has(upload)), lost: [] })
    },
    /** The ids of all files once they are uploaded; null where one has failed. */
    finishAll: () => idsOf(attached, upload => upload.finished()),
    /** The same for a message that is sent before their bytes. */
    reserveAll: () => idsOf(attached, upload => upload.reserved()),
    /** The page is left: another one goes on with what the browser stores. */
    leave() {
      for (const upload of attached.get().uploads)
        if (key === null) upload.cancel()
        else upload.stop()
    },
  }
}

/** Also of those that are chosen meanwhile. */
async function idsOf(
  attached: Pick<Store<typeof nothing>, 'get'>,
  idOf: (upload: Upload) => Promise<string>,
): Promise<string[] | null> {
  for (const upload of attached.get().uploads) upload.retry() // the cause may be gone
  for (;;) {
    const { uploads } = attached.get()
    const running = uploads.map(idOf)
    const ids = await Promise.all(running).catch(() => null)
    const isChanged = uploads.some((upload, i) => idOf(upload) !== running[i])
    if (attached.get().uploads === uploads && !isChanged) return ids
  }
}

const identityOf = (upload: Upload) => upload.id ?? upload.key

const toLost = (name: string): Stored => ({ name, size: 0, at: Date.now() })

function toStored({ file: { name, size }, key, state }: Upload, at = Date.now()): Stored[] {
  const current = state.get()
  if (current.step === 'refused') return []
  return [{ name, size, at, key, ...(current.step === 'done' && { id: current.id }) }]
}

/** Whether a draft has files. */
export const hasAttached = (messageKey: string) =>
  privateStore.read(`attached:${messageKey}`) !== null

/** Gives files to the message that is written next under a key. */
export function storeAttached(messageKey: string, files: readonly AttachedUpload[]) {
  const stored = files.flatMap(({ name, upload }) => (upload ? toStored(upload) : toLost(name)))
  privateStore.write(`attached:${messageKey}`, stored)
}

/** The upload of a file that a page has stored; undefined where its bytes are lost. */
export function uploadOf({ name, size, id, key }: Omit<Stored, 'at'>): Upload | undefined {
  if (id !== undefined) return createSettledUpload({ name, size }, { step: 'done', id }, key)
  return key === undefined ? undefined : openUpload({ key, name, size })
}

function readStored(key: string): (AttachedUpload & { at: number })[] {
  const stored = privateStore.read(key)
  if (!Array.isArray(stored)) return [] // of an earlier version
  return (stored as Stored[]).map(file => {
    const isSwept = file.id !== undefined && Date.now() - file.at > keyLifetime
    const upload = isSwept ? undefined : uploadOf(file)
    return { name: file.name, size: file.size, at: file.at, ...(upload && { upload }) }
  })
}

const lostName = ({ name, upload }: AttachedUpload) => (upload ? [] : name)

type Options = { room?: number; initial?: readonly Upload[] }

/** The files of a message being written.
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
  useEffect(() => attachments.leave, [attachments])
  return {
    ...useStore(attachments.attached),
    room,
    choose: (files: Iterable<File> | ArrayLike<File> | null) =>
      attachments.add(Array.from(files ?? []), { room, limit }),
    restore: attachments.restore,
    remove: attachments.remove,
    finishAll: attachments.finishAll,
    reserveAll: attachments.reserveAll,
    dismissLost: attachments.dismissLost,
    release: attachments.release,
  }
}
export type Attachments = ReturnType<typeof useAttachments>
