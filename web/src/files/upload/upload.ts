import { createStore, type Store } from '../../browser/store.ts'
import { assertSessionScope, CallError, currentSession } from '../../data/api.ts'
import { createIdempotencyKey } from '../../data/idempotency.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { formatFileSize } from '../../ui/text/format.ts'
import { isHeic, isReducible } from './pictures.ts'
import { announce, assertReadable, createTransfer, nameOf } from './transfer.ts'

type SettledState = { step: 'done'; id: string } | { step: 'refused'; reason: () => string }
export type UploadState =
  | { step: 'sending'; percent: number; isPreparing?: boolean; isWaiting?: boolean }
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
export function startUpload(
  file: File,
  attach?: (id: string, key: string) => Promise<unknown>,
): Upload {
  const key = createIdempotencyKey()
  const controller = new AbortController()
  const scope = currentSession()
  const state = createStore<UploadState>({ step: 'sending', percent: 0 })
  const needsCopy = attach ? isHeic(file) : isReducible(file)
  let running: Promise<string>
  let attempt = createAttempt(needsCopy)

  /** Sends the file, or a copy of it. */
  function createAttempt(isCopy: boolean) {
    const ending = new AbortController()
    const signal = AbortSignal.any([ending.signal, controller.signal, scope.signal])
    const transfer = createTransfer({ signal, scope, onProgress: state.set })
    let sent = isCopy ? undefined : file
    let uploadedId: string | undefined

    async function prepare() {
      state.set({ step: 'sending', percent: 0, isPreparing: true })
      const { preparePicture } = await import('./preparePicture.ts')
      return preparePicture(file, !attach, signal)
    }

    return {
      sent: () => sent,
      end: () => ending.abort(),
      async run() {
        signal.throwIfAborted()
        await assertReadable(file)
        sent ??= await prepare().catch(() => file)
        signal.throwIfAborted()
        state.set({ step: 'sending', percent: 0 }) // the chip shows what is sent now
        uploadedId ??= await transfer(sent)
        signal.throwIfAborted()
        assertSessionScope(scope)
        await attach?.(uploadedId, key)
        signal.throwIfAborted()
        state.set({ step: 'done', id: uploadedId })
        return uploadedId
      },
    }
  }

  function start() {
    state.set({ step: 'sending', percent: 0 })
    running = attempt.run()
    // callers of `finished` get the error, all others the state
    running.catch(error => {
      if (error instanceof CallError)
        state.set(
          isFinal(error)
            ? { step: 'refused', reason: () => error.message }
            : { step: 'failed', error },
        )
    })
  }

  start()
  return {
    key,
    get file() {
      const chosen = attempt.sent() ?? file
      return { name: nameOf(chosen), size: chosen.size }
    },
    state,
    finished: () => running,
    retry: () => state.get().step === 'failed' && start(),
    cancel: () => controller.abort(),
    get picture() {
      const sent = attempt.sent()
      return /^image\/(jpeg|png|webp)$/.test(sent?.type ?? '') ? sent : undefined
    },
    get originalSize() {
      const sent = attempt.sent()
      return sent && sent.size < file.size * worthOriginal ? file.size : undefined
    },
    sendOriginal() {
      attempt.end()
      attempt = createAttempt(false)
      start()
    },
  }
}

/** A copy that is hardly smaller lacks only the metadata. */
const worthOriginal = 0.8

/** Whether the same file would be refused again. */
const isFinal = ({ status }: CallError) => status === 400 || status === 403 || status === 413

/** A file that is not sent, for a reason that the user sees,
 * or one that an earlier page has sent. */
export function createSettledUpload(file: ChosenFile, state: SettledState): Upload {
  const finished =
    state.step === 'refused'
      ? Promise.reject<string>(new DOMException(state.reason(), 'AbortError'))
      : Promise.resolve(state.id)
  finished.catch(() => {})
  return {
    key: createIdempotencyKey(),
    file,
    state: createStore<UploadState>(state),
    finished: () => finished,
    retry: () => {},
    cancel: () => {},
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
  announce(t.problem(reason()))
  return createSettledUpload({ name: nameOf(file), size: file.size }, { step: 'refused', reason })
}
