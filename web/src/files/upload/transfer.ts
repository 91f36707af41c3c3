import { files, NewFile } from '#contract/files.ts'
import { cleanLine } from '#contract/text/controls.ts'
import { pause } from '../../browser/pause.ts'
import { CallError, call, hasStatus, type SessionScope } from '../../data/api.ts'
import { createIdempotencyKey } from '../../data/idempotency.ts'
import { toast } from '../../data/toasts.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { forgetLine, isSmallerWaiting, measureLine, partSizeOf, withUploadSlot } from './line.ts'
import { putBytes } from './putBytes.ts'

/** An upload at the server. `renewed`: when the rest was read; 0: not since the line broke. */
type Reserved = { id: string; url: string; received: number; renewed: number }

const linkLifetime = 10 * 60_000 // ms
const longestPause = 30_000 // ms
const offlinePause = 8_000 // ms
const maxRefusals = 8 // of one part

type Progress = { step: 'sending'; percent: number; isWaiting?: boolean }
type Options = {
  signal: AbortSignal
  scope: SessionScope
  onProgress: (progress: Progress) => void
  /** Called with the id of each reservation. */
  onReserved: (id: string) => void
  /** Whether a sent message names the file: it is not confirmed, and no other takes its place. */
  isDelivered: () => boolean
}

/** Transfers a file and resolves to its id. Where the line breaks it goes on by itself
 * once the server is reached. Called again, it sends what has not arrived: with
 * `id`, of what an earlier page has reserved. */
export function createTransfer({ signal, scope, onProgress, onReserved, isDelivered }: Options) {
  let reserved: Reserved | undefined
  let reservationKey = createIdempotencyKey()
  let refusals = 0
  let isConfirming = false

  async function transfer(file: File, id?: string) {
    if (id !== undefined) {
      reserved ??= { id, url: '', received: 0, renewed: 0 }
      isConfirming = true // an earlier page may have done so
    }
    const line = { received: () => reserved?.received, wait: () => waitForLine(file), signal }
    return repeat(line, async () => {
      reserved ??= await reserve(file) // small calls wait for no slot
      // The slot is kept where the line breaks, which it does for the files after this one too;
      // a file that fails again and again lets them go first.
      return withUploadSlot(file.size, async () => {
        await waitOffline(line)
        return repeat(
          line,
          () => sendRest(file),
          (error, failures) => error.status === 0 && reserved !== undefined && failures < 3,
        )
      })
    })
  }

  function waitForLine(file: File) {
    forgetLine()
    if (reserved) reserved.renewed = 0
    onProgress({ step: 'sending', percent: percentOf(file, reserved?.received), isWaiting: true })
  }

  /** Null before a part that lets a smaller file go first. */
  async function sendRest(file: File) {
    signal.throwIfAborted()
    const upload = reserved as Reserved
    while (upload.received < file.size) {
      if (Date.now() - upload.renewed > linkLifetime) await renew(upload)
      if (upload.received < file.size) await putPart(file, upload)
      if (upload.received < file.size && isSmallerWaiting(file.size)) return null
    }
    if (!isDelivered()) await confirm(upload.id)
    return upload.id
  }

  async function reserve(file: File): Promise<Reserved> {
    const { id, url } = await call(files.request, {
      body: recordOf(file),
      idempotencyKey: reservationKey,
      signal,
      scope,
    }).catch(reportUnlessTransient)
    signal.throwIfAborted()
    onReserved(id)
    return { id, url, received: 0, renewed: Date.now() }
  }

  async function renew(upload: Reserved) {
    const { url, received } = await call(files.resume, {
      params: { file: upload.id },
      signal,
      scope,
    }).catch(error => {
      if (!hasStatus(error, 404)) return reportUnlessTransient(error)
      if (isDelivered()) throw new UploadProblem('CancelledUpload', () => t.cancelled)
      reserved = undefined // it was left for too long: all of the file is sent again
      reservationKey = createIdempotencyKey()
      throw brokenLine()
    })
    Object.assign(upload, { url, received, renewed: Date.now() })
  }

  async function putPart(file: File, upload: Reserved) {
    const { size } = file
    const { url, received: start } = upload
    const end = Math.min(start + partSizeOf(size, start), size)
    const isWhole = start === 0 && end === size
    const begun = performance.now()
    await putBytes(url, isWhole ? file : file.slice(start, end), {
      type: mediaTypeOf(file),
      ...(!isWhole && { range: `bytes ${start}-${end - 1}/${size}` }),
      signal,
      onProgress: sent => onProgress({ step: 'sending', percent: percentOf(file, start + sent) }),
    }).catch(async error => {
      if (!(error instanceof CallError)) throw error
      await assertReadable(file) // a browser reports a changed file as a failure of the network
      if (error.isTransient) throw error
      refusals += 1
      if (isOvertaken(error) && refusals < maxRefusals) throw brokenLine()
      report(error, t.putFailed)
    })
    refusals = 0
    measureLine(end - start, performance.now() - begun)
    upload.received = end
  }

  async function confirm(file: string) {
    const isRepeated = isConfirming
    isConfirming = true
    await call(files.confirm, { params: { file }, signal, scope }).catch(
      // the answer to the first one may have been lost
      error => (isRepeated && error.name === 'ConflictError') || reportUnlessTransient(error),
    )
  }

  return transfer
}

type Line = { received: () => number | undefined; wait: () => void; signal: AbortSignal }

const isOffline = () => navigator.onLine === false

/** Not for long: some browsers are wrong about it. */
async function waitOffline({ wait, signal }: Line) {
  if (!isOffline()) return
  wait()
  await pause(offlinePause, signal)
}

/** Tries again after a pause. `failures`: one after the other, without progress. */
async function repeat<T>(
  { received, wait, signal }: Line,
  send: () => Promise<T>,
  canRepeat = (_error: CallError, _failures: number) => true,
): Promise<T> {
  for (let failures = 0; ; ) {
    const before = received()
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof CallError && error.isTransient)) throw error
      failures = received() === before ? failures + 1 : 1
      if (!canRepeat(error, failures)) throw error
      wait()
      const backoff = isOffline() ? offlinePause : 500 * 2 ** failures
      await pause(Math.min(backoff, longestPause), signal)
      signal.throwIfAborted()
    }
  }
}

/** What has arrived is asked for before the next part. */
const brokenLine = () => new CallError(0)

/** The link has expired, or another request has sent the same part. */
const isOvertaken = ({ status }: CallError) => status === 404 || status === 409

const percentOf = ({ size }: File, sent = 0) => Math.floor((sent / size) * 100)

/** The name as it is sent and shown: macOS writes direction marks around those of contact cards. */
export const nameOf = (file: File) => cleanLine(file.name)

const recordOf = (file: File) => ({
  fileName: nameOf(file),
  fileSize: file.size,
  fileType: mediaTypeOf(file),
  url: '',
  id: '',
})

/** Some systems name types such as `acad`. */
const mediaTypeOf = (file: File) =>
  NewFile.shape.fileType.safeParse(file.type.split(';')[0]).data ?? 'application/octet-stream'

/** A refusal of the page itself, for good. */
export class UploadProblem extends CallError {
  readonly #text: () => string
  constructor(name: string, text: () => string) {
    super(400, { name })
    this.#text = text
  }
  override get message() {
    return this.#text()
  }
}

/** @throws for a folder, or a file that was changed, moved or deleted after it was chosen */
export async function assertReadable(file: File) {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new UploadProblem('UnreadableFile', () => t.unreadable)
    })
}

/** `attach` has its own report. */
function report(error: unknown, describe = t.problem): never {
  if (error instanceof CallError) announce(describe(error.message))
  throw error
}

function reportUnlessTransient(error: unknown): never {
  if (error instanceof CallError && error.isTransient) throw error
  return report(error)
}

export function announce(problem: string) {
  toast.error(problem)
  console.info(problem)
}
