import { files } from '#contract/files.ts'
import { createStore, type Store, useStore } from '../../browser/store.ts'
import { CallError, call, currentSession, hasStatus, type SessionScope } from '../../data/api.ts'
import { createIdempotencyKey } from '../../data/idempotency.ts'
import { refresh } from '../../data/queries.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { formatFileSize } from '../../ui/text/format.ts'
import { type Attach, createAttempt, type SettledState, type UploadState } from './attempt.ts'
import { isHeic, isReducible, shownPicture } from './pictures.ts'
import { announce, nameOf } from './transfer.ts'
import { createUploadRecord } from './uploadRecord.ts'

/** The name and size, in bytes, of a file that the user has chosen. */
export type ChosenFile = Pick<File, 'name' | 'size'>

export type Upload = {
  /** The idempotency key for adding the file, and the key under which the browser keeps it;
   * unique even where one file is chosen twice. */
  key: string
  file: ChosenFile
  state: Pick<Store<UploadState>, 'get' | 'subscribe'>
  /** The file's id at the server, from its reservation on. */
  id?: string | undefined
  /** The same, for a message that is sent before the bytes: these are sent also after a reload
   * from now on. @throws as `finished` does */
  reserved: () => Promise<string>
  /** The server has the message that names the file. */
  deliver: () => void
  /** The message that was to name the file is a draft again. */
  release?: () => void
  /** The uploaded file's id. @throws CallError when the upload
   * failed, AbortError when it was cancelled or refused */
  finished: () => Promise<string>
  retry: () => void
  /** Ends the upload, here and at the server. */
  cancel: () => void
  /** The same, of a file that a sent message names. @throws CallError, and the upload goes on */
  giveUp?: () => Promise<void>
  /** Ends it in this page alone, unless a message names the file: the next one goes on. */
  stop: () => unknown
  /** of a picture, once it is known what is sent of it */
  picture?: Blob | undefined
  /** bytes of the picture that the user has chosen, where a smaller copy of it is sent */
  originalSize?: number | undefined
  /** Sends the chosen picture instead of its copy. */
  sendOriginal?: () => void
}

/** Makes a picture of a message smaller, and sends the file; then `attach` adds it to a list,
 * whole, with `key` as idempotency key. Starts at once and stops with the session; a
 * retry sends only what has not arrived. */
export function startUpload(file: File, attach?: Attach): Upload {
  return createUpload({
    key: createIdempotencyKey(),
    chosen: file,
    file,
    needsCopy: attach ? isHeic(file) : isReducible(file),
    ...(attach && { attach }),
  })
}

/** The upload of this page with a key, or one that goes on with what an earlier page has begun.
 * `isDelivered`: no message of this browser is left to name it. */
export const openUpload = ({ key, isDelivered, ...chosen }: KeptUpload): Upload =>
  openUploads.get().get(key) ?? createUpload({ key, chosen, isDelivered })

type KeptUpload = ChosenFile & { key: string; isDelivered?: boolean }

/** The uploads of messages by key, until they end. */
const openUploads = createStore<ReadonlyMap<string, Upload>>(new Map())

function setOpen(key: string, upload: Upload | null) {
  const uploads = new Map(openUploads.get())
  if (upload) uploads.set(key, upload)
  else if (!uploads.delete(key)) return
  openUploads.set(uploads)
}

function openInSession(upload: Upload, { signal }: SessionScope) {
  setOpen(upload.key, upload)
  signal.addEventListener('abort', () => setOpen(upload.key, null))
}

/** The upload of a file that a sent message names, while this page sends it. */
export const useUploadOf = (fileId: string): Upload | undefined =>
  [...useStore(openUploads).values()].find(({ id }) => id === fileId)

type Source = {
  key: string
  chosen: ChosenFile
  /** undefined: the browser has kept it */
  file?: File
  needsCopy?: boolean
  attach?: Attach
  isDelivered?: boolean | undefined
}

function createUpload(source: Source): Upload {
  const { key, chosen, file, needsCopy = false, attach, isDelivered } = source
  const controller = new AbortController()
  const scope = currentSession()
  const state = createStore<UploadState>({ step: 'sending', percent: 0 })
  const record = createUploadRecord(key)
  if (isDelivered) record.change({ isDelivered })
  let ending = new AbortController()
  const { resolve: onReserved, ...reservation } = createReservation(key)
  let attempt = createNext(needsCopy)
  let running: Promise<string>

  function createNext(isCopy: boolean) {
    ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, controller.signal, scope.signal])
    return createAttempt({ key, file, isCopy, attach, record, state, scope, signal, onReserved })
  }

  function start() {
    state.set({ step: 'sending', percent: 0 })
    const reject = reservation.await(record.facts().id)
    running = attempt.run()
    running.then(end, error => {
      // callers of `finished` and `reserved` get the error, all others the state
      reject(error)
      if (!(error instanceof CallError)) return
      if (error.name === 'UnreadableFile') announce(error.message)
      const next = stateAfter(error)
      if (next.step === 'failed') state.set(next)
      else end(next)
    })
  }

  /** Nothing is left to send: the file has arrived, or never will. */
  function end(result: string | UploadState) {
    const isDone = typeof result === 'string'
    state.set(isDone ? { step: 'done', id: result } : result)
    setOpen(key, null)
    if (record.facts().isDelivered) settle()
    else if (isDone) record.change({ isDone })
    else record.forget()
  }

  const cancelAtServer = () => cancelUnlessDone(record.facts().id, state.get(), scope)

  /** The message is sent, and nothing of the file is any more. */
  function settle() {
    record.forget()
    void quietly(cancelAtServer()).then(refresh)
  }

  function abort() {
    controller.abort()
    setOpen(key, null)
  }

  const upload: Upload = {
    key,
    get file() {
      const sent = attempt.sent() ?? file
      return sent ? { name: nameOf(sent), size: sent.size } : chosen
    },
    state,
    get id() {
      return record.facts().id
    },
    reserved() {
      if (!record.facts().isNamed) record.change({ isNamed: true })
      return reservation.promise()
    },
    deliver() {
      record.change({ isDelivered: true })
      if (/done|refused|lost/.test(state.get().step)) settle()
    },
    release: () => record.change({ isNamed: false }),
    finished: () => running,
    retry: () => state.get().step === 'failed' && start(),
    cancel() {
      if (record.facts().isDelivered) return // of a draft that a killed browser shows again
      void quietly(cancelAtServer())
      abort()
      record.forget()
    },
    async giveUp() {
      await cancelAtServer()
      abort()
      record.forget()
      await refresh()
    },
    stop: () => record.facts().isNamed || abort(),
    get picture() {
      return shownPicture(attempt.sent())
    },
    get originalSize() {
      return originalSizeOf(file, attempt.sent())
    },
    sendOriginal() {
      void quietly(cancelAtServer())
      ending.abort()
      record.change({ id: undefined, isDone: false })
      attempt = createNext(false)
      start()
    },
  }
  if (!attach) openInSession(upload, scope)
  start()
  return upload
}

async function cancelUnlessDone(id: string | undefined, state: UploadState, scope: SessionScope) {
  if (id === undefined || state.step === 'done' || scope.signal.aborted) return
  await call(files.cancel, { params: { file: id }, scope }).catch(error => {
    if (!hasStatus(error, 404)) throw error // an earlier call's answer was lost
  })
}

const quietly = (running: Promise<unknown>) => running.catch(() => {})

const originalSizeOf = (chosen: File | undefined, sent: File | undefined) =>
  chosen && sent && sent.size < chosen.size * worthOriginal ? chosen.size : undefined

/** The id of an upload for those who wait for it, and for the file of a message, which finds its
 * upload by it. */
function createReservation(key: string) {
  let current = Promise.withResolvers<string>()
  let reserved: string | undefined
  return {
    promise: () => current.promise,
    /** Begins an attempt, and returns the function that ends the wait for its id alone. */
    await(id: string | undefined) {
      if (id === undefined) {
        current = Promise.withResolvers()
        reserved = undefined
      }
      const { promise, reject } = current
      promise.catch(() => {}) // its callers get the error
      return reject
    },
    resolve(id: string) {
      // The server has forgotten the first one.
      if (reserved !== undefined && reserved !== id) current = Promise.withResolvers()
      reserved = id
      current.resolve(id)
      const upload = openUploads.get().get(key)
      if (upload) setOpen(key, upload)
    },
  }
}

function stateAfter(error: CallError): UploadState {
  if (error.name === 'LostFile') return { step: 'lost' }
  return isFinal(error)
    ? { step: 'refused', reason: () => error.message }
    : { step: 'failed', error }
}

/** A copy that is hardly smaller lacks only the metadata. */
const worthOriginal = 0.8

/** Whether the same file would be refused again. */
const isFinal = ({ status }: CallError) => status === 400 || status === 403 || status === 413

/** A file that is not sent, for a reason that the user sees, or one that an earlier page has
 * sent: with its `key` under which the browser keeps that, until no message is left to name it. */
export function createSettledUpload(
  file: ChosenFile,
  state: SettledState,
  key?: string | undefined,
): Upload {
  const forget = () => {
    if (key !== undefined)
      void quietly(import('../../data/keptFiles.ts').then(({ forgetFile }) => forgetFile(key)))
  }
  const finished =
    state.step === 'refused'
      ? Promise.reject<string>(new DOMException(state.reason(), 'AbortError'))
      : Promise.resolve(state.id)
  finished.catch(() => {})
  return {
    key: key ?? createIdempotencyKey(),
    file,
    state: createStore<UploadState>(state),
    ...(state.step === 'done' && { id: state.id }),
    reserved: () => finished,
    deliver: forget,
    finished: () => finished,
    retry: () => {},
    cancel: forget,
    stop: () => {},
  }
}

/** Null for a file that can be sent. `limit` in bytes. */
export function refuseUpload(file: File, limit: number) {
  const reason =
    file.size === 0
      ? () => t.empty
      : file.size > limit
        ? () => t.tooLarge(formatFileSize(limit))
        : null
  if (reason === null) return null
  announce(reason())
  return createSettledUpload({ name: nameOf(file), size: file.size }, { step: 'refused', reason })
}
