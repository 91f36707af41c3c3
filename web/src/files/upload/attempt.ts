import type { Store } from '../../browser/store.ts'
import { withTabLock } from '../../browser/tabLock.ts'
import { assertSessionScope, type CallError, type SessionScope } from '../../data/api.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { assertReadable, createTransfer, UploadProblem } from './transfer.ts'
import type { UploadRecord } from './uploadRecord.ts'

export type SettledState = { step: 'done'; id: string } | { step: 'refused'; reason: () => string }
/** `lost`: an earlier page had the bytes, and the browser did not keep them. */
export type UploadState =
  | { step: 'sending'; percent: number; isPreparing?: boolean; isWaiting?: boolean }
  | { step: 'failed'; error: CallError }
  | { step: 'lost' }
  | SettledState

export type Attach = (id: string, key: string) => Promise<unknown>

type Options = {
  key: string
  /** undefined: the browser has kept it */
  file: File | undefined
  /** Whether a copy of the picture is sent. */
  isCopy: boolean
  attach: Attach | undefined
  record: UploadRecord
  state: Store<UploadState>
  scope: SessionScope
  signal: AbortSignal
  onReserved: (id: string) => void
}

/** Sends a file, or a copy of it; called again it sends what has not arrived. */
export function createAttempt(options: Options) {
  const { key, file, isCopy, attach, record, state, scope, signal, onReserved } = options
  let sent = isCopy ? undefined : file
  let uploadedId: string | undefined
  let isKept = false
  const transfer = createTransfer({
    signal,
    scope,
    onProgress: state.set,
    isDelivered: () => record.facts().isDelivered === true,
    onReserved(id) {
      record.change({ id })
      onReserved(id)
    },
  })

  async function prepare(original: File) {
    state.set({ step: 'sending', percent: 0, isPreparing: true })
    const { preparePicture } = await import('./preparePicture.ts')
    return preparePicture(original, !attach, signal)
  }

  async function load() {
    if (file) {
      if (!isKept) await assertReadable(file)
      return sent ?? prepare(file).catch(() => file)
    }
    const kept = sent ? { file: sent } : await record.load()
    const { id } = record.facts()
    if (id !== undefined) onReserved(id)
    if (!kept) throw new UploadProblem('LostFile', () => t.attachAgain)
    return kept.file
  }

  async function run() {
    signal.throwIfAborted()
    const loaded = await load()
    if (loaded === null) return record.facts().id as string // an earlier page has sent all of it
    sent = loaded
    signal.throwIfAborted()
    state.set({ step: 'sending', percent: 0 }) // the chip shows what is sent now
    if (file && !attach && !isKept) await record.keep(sent)
    isKept = true
    signal.throwIfAborted()
    uploadedId ??= await transfer(sent, file ? undefined : record.facts().id).catch(transferKept)
    signal.throwIfAborted()
    assertSessionScope(scope)
    await attach?.(uploadedId, key)
    signal.throwIfAborted()
    return uploadedId
  }

  /** Where the chosen file was changed meanwhile, what was kept of it is what the user has sent. */
  async function transferKept(error: Error) {
    const kept =
      error.name === 'UnreadableFile' && file ? await record.load().catch(() => null) : null
    if (!kept?.file) throw error
    sent = kept.file
    return transfer(sent)
  }

  return {
    sent: () => sent,
    // Of several tabs one sends; the others then find that it has arrived.
    run: () => (attach ? run() : withTabLock(`upload:${key}`, signal, run)),
  }
}
