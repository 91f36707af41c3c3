import { files } from '#contract/files.ts'
import { assertSessionScope, CallError, call, currentSession } from '../data/api.ts'
import { createIdempotencyKey } from '../data/idempotency.ts'
import { putBytes } from './putBytes.ts'
import { withUploadSlot } from './uploadSlots.ts'

export type UploadState =
  | { step: 'sending'; percent: number }
  | { step: 'done'; id: string }
  | { step: 'failed'; error: CallError }
  | { step: 'refused'; reason: string }

export type Upload = {
  /** The idempotency key for adding the file; unique even where one file is chosen twice. */
  key: string
  file: File
  getSnapshot: () => UploadState
  subscribe: (listener: () => void) => () => void
  /** The uploaded file's id. @throws CallError when the upload failed, AbortError when it was cancelled */
  finished: () => Promise<string>
  retry: () => void
  cancel: () => void
}

/**
 * Requests a signed URL, sends the bytes there and confirms; then `attach` adds the file where it belongs, with `key` as idempotency key.
 * It starts at once, so the file is often there before the message is written; a retry does not repeat a finished transfer.
 * It belongs to the current session and stops when that ends.
 */
export function startUpload(file: File, attach?: (id: string, key: string) => Promise<unknown>): Upload {
  const key = createIdempotencyKey()
  const listeners = new Set<() => void>()
  const controller = new AbortController()
  const scope = currentSession()
  const signal = AbortSignal.any([controller.signal, scope.signal])
  let state: UploadState = { step: 'sending', percent: 0 }
  let running: Promise<string>
  let uploadedId: string | undefined

  function setState(next: UploadState) {
    state = next
    for (const listener of listeners) listener()
  }

  async function send() {
    signal.throwIfAborted()
    const { id, url } = await call(files.request, {
      body: { fileName: file.name, fileSize: file.size, fileType: mediaTypeOf(file) },
      signal,
      scope,
    })
    await putBytes(url, file, { type: mediaTypeOf(file), signal, onProgress: percent => setState({ step: 'sending', percent }) })
    await call(files.confirm, { params: { file: id }, signal, scope })
    return id
  }

  async function run() {
    try {
      uploadedId ??= await withUploadSlot(send)
      signal.throwIfAborted()
      assertSessionScope(scope)
      await attach?.(uploadedId, key)
      setState({ step: 'done', id: uploadedId })
      return uploadedId
    } catch (error) {
      if (error instanceof CallError) setState({ step: 'failed', error })
      throw error
    }
  }

  function start() {
    setState({ step: 'sending', percent: 0 })
    running = run()
    running.catch(() => {}) // callers of `finished` get the error, all others the state
  }

  start()
  return {
    key,
    file,
    getSnapshot: () => state,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    finished: () => running,
    retry: () => state.step === 'failed' && start(),
    cancel: () => controller.abort(),
  }
}

/** A file of unknown type is sent as bytes. */
const mediaTypeOf = (file: File) => file.type.split(';')[0]?.trim() || 'application/octet-stream'

/** A file that is not sent; the user sees `reason`. */
export function createRefusedUpload(file: File, reason: string): Upload {
  const state: UploadState = { step: 'refused', reason }
  return {
    key: createIdempotencyKey(),
    file,
    getSnapshot: () => state,
    subscribe: () => () => {},
    finished: () => Promise.reject(new DOMException(reason, 'AbortError')),
    retry: () => {},
    cancel: () => {},
  }
}
