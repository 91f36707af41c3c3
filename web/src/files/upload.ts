import { files } from '#contract/files.ts'
import { assertSessionScope, CallFailed, call, currentSession } from '../data/api.ts'
import { newKey } from '../data/idempotency.ts'
import { putBytes } from './putBytes.ts'
import { withUploadSlot } from './uploadSlots.ts'

export type UploadState =
  | { step: 'sending'; percent: number }
  | { step: 'done'; id: string }
  | { step: 'failed'; error: CallFailed }
  | { step: 'refused'; why: string }

/** A file on its way to the server. */
export type Upload = {
  /** Its own, also where one file is chosen twice. */
  key: string
  file: File
  state: () => UploadState
  watch: (tell: () => void) => () => void
  /** The uploaded file's id. @throws CallFailed when the upload failed, or AbortError when it was taken back */
  finished: () => Promise<string>
  /** Tries again after a failure. */
  retry: () => void
  cancel: () => void
}

/**
 * Asks for a place, puts the bytes there, confirms; `then` says where the file belongs, if that is known already, once for its `key`.
 * It starts at once, so the file is often there before the message is written. What has arrived is not sent again by a retry.
 * It belongs to the session it begins in, and stops when that is over.
 */
export function startUpload(file: File, then?: (id: string, key: string) => Promise<unknown>): Upload {
  const key = newKey()
  const watchers = new Set<() => void>()
  const stop = new AbortController()
  const held = currentSession()
  const signal = AbortSignal.any([stop.signal, held.over])
  let state: UploadState = { step: 'sending', percent: 0 }
  let running: Promise<string>
  let arrived: string | undefined

  function become(next: UploadState) {
    state = next
    for (const tell of watchers) tell()
  }

  async function send() {
    signal.throwIfAborted()
    const { id, url } = await call(files.request, {
      body: { fileName: file.name, fileSize: file.size, fileType: typeOf(file) },
      signal,
      held,
    })
    await putBytes(url, file, { type: typeOf(file), signal, onProgress: percent => become({ step: 'sending', percent }) })
    await call(files.confirm, { params: { file: id }, signal, held })
    return id
  }

  async function run() {
    try {
      arrived ??= await withUploadSlot(send)
      signal.throwIfAborted()
      assertSessionScope(held)
      await then?.(arrived, key)
      become({ step: 'done', id: arrived })
      return arrived
    } catch (error) {
      if (error instanceof CallFailed) become({ step: 'failed', error })
      throw error
    }
  }

  function start() {
    become({ step: 'sending', percent: 0 })
    running = run()
    running.catch(() => {}) // whoever waits for `finished` hears of it; the state tells everybody else
  }

  start()
  return {
    key,
    file,
    state: () => state,
    watch: tell => {
      watchers.add(tell)
      return () => watchers.delete(tell)
    },
    finished: () => running,
    retry: () => state.step === 'failed' && start(),
    cancel: () => stop.abort(),
  }
}

/** A type the browser does not know is bytes. */
const typeOf = (file: File) => file.type.split(';')[0]?.trim() || 'application/octet-stream'

/** A file that is not sent at all; `why` in words. */
export function refusedUpload(file: File, why: string): Upload {
  const state: UploadState = { step: 'refused', why }
  return {
    key: newKey(),
    file,
    state: () => state,
    watch: () => () => {},
    finished: () => Promise.reject(new DOMException(why, 'AbortError')),
    retry: () => {},
    cancel: () => {},
  }
}
