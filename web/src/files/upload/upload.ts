import { createStore, type Store } from '../../browser/store.ts'
import { assertSessionScope, CallError, currentSession } from '../../data/api.ts'
import { createIdempotencyKey } from '../../data/idempotency.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { formatFileSize } from '../../ui/text/format.ts'
import { isHeic } from './heic.ts'
import { announce, assertReadable, createTransfer, nameOf } from './transfer.ts'
import { withUploadSlot } from './uploadSlots.ts'

type SettledState = { step: 'done'; id: string } | { step: 'refused'; reason: () => string }
export type UploadState =
  | { step: 'sending'; percent: number; isConverting?: boolean; isWaiting?: boolean }
  | { step: 'failed'; error: CallError }
  | SettledState

/** The name and size, in bytes, of a file that the user has chosen. */
export type ChosenFile = Pick<File, 'name' | 'size'>

export type Upload = {
  /** The idempotency key for adding the file; unique even where one file is chosen twice. */
  key: string
  file: ChosenFile
  state: Pick<Store<UploadState>, 'get' | 'subscribe'>
  /** The uploaded file's id. @throws CallError when the upload
   * failed, AbortError when it was cancelled or refused */
  finished: () => Promise<string>
  retry: () => void
  cancel: () => void
}

/** Requests a signed URL, sends the bytes and confirms; then `attach`
 * adds the file, with `key` as idempotency key. Starts at once and stops
 * with the session; a retry sends only what has not arrived. */
export function startUpload(
  file: File,
  attach?: (id: string, key: string) => Promise<unknown>,
): Upload {
  const key = createIdempotencyKey()
  const controller = new AbortController()
  const scope = currentSession()
  const signal = AbortSignal.any([controller.signal, scope.signal])
  const state = createStore<UploadState>({ step: 'sending', percent: 0 })
  let running: Promise<string>
  let uploadedId: string | undefined
  let converted: File | undefined
  const transfer = createTransfer({ signal, scope, onProgress: state.set })

  async function convert() {
    if (!isHeic(file)) return file
    state.set({ step: 'sending', percent: 0, isConverting: true })
    const { convertHeic } = await import('./convertHeic.ts')
    const jpeg = await convertHeic(file, signal)
    state.set({ step: 'sending', percent: 0 })
    return jpeg
  }

  async function send() {
    signal.throwIfAborted()
    await assertReadable(file)
    converted ??= await convert().catch(() => file)
    signal.throwIfAborted()
    return transfer(converted)
  }

  async function run() {
    try {
      uploadedId ??= await withUploadSlot(send)
      signal.throwIfAborted()
      assertSessionScope(scope)
      await attach?.(uploadedId, key)
      state.set({ step: 'done', id: uploadedId })
      return uploadedId
    } catch (error) {
      if (error instanceof CallError)
        state.set(
          isFinal(error)
            ? { step: 'refused', reason: () => error.message }
            : { step: 'failed', error },
        )
      throw error
    }
  }

  function start() {
    state.set({ step: 'sending', percent: 0 })
    running = run()
    running.catch(() => {}) // callers of `finished` get the error, all others the state
  }

  start()
  return {
    key,
    get file() {
      const chosen = converted ?? file
      return { name: nameOf(chosen), size: chosen.size }
    },
    state,
    finished: () => running,
    retry: () => state.get().step === 'failed' && start(),
    cancel: () => controller.abort(),
  }
}

/** Whether the same file would be refused again. */
const isFinal = ({ status }: CallError) => status === 400 || status === 403 || status === 413

/** A file that is not sent, for a reason that the user sees,
 * or one that an earlier page has sent. */
export const createSettledUpload = (file: ChosenFile, state: SettledState): Upload => ({
  key: createIdempotencyKey(),
  file,
  state: createStore<UploadState>(state),
  finished: async () => {
    if (state.step === 'refused') throw new DOMException(state.reason(), 'AbortError')
    return state.id
  },
  retry: () => {},
  cancel: () => {},
})

/** Null for a file that can be sent. `limit` in bytes. */
export function refuseUpload(file: File, limit: number) {
  const reason =
    file.size === 0
      ? () => t.empty
      : file.size > limit
        ? () => t.tooLarge(formatFileSize(limit))
        : null
  if (reason === null) return null
  announce(t.problem(reason()))
  return createSettledUpload({ name: nameOf(file), size: file.size }, { step: 'refused', reason })
}
