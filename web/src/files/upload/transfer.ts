import { files, NewFile } from '#contract/files.ts'
import { cleanLine } from '#contract/text/controls.ts'
import { pause } from '../../browser/pause.ts'
import { CallError, call, hasStatus, type SessionScope } from '../../data/api.ts'
import { toast } from '../../data/toasts.ts'
import { fileMessages as t } from '../../messages/current.ts'
import { putBytes } from './putBytes.ts'

/** An upload at the server. `renewed`: when the rest was read; 0: not since the line broke. */
type Reserved = { id: string; url: string; received: number; renewed: number }

const partSize = 8 * 1_048_576 // bytes
const linkLifetime = 10 * 60_000 // ms
const longestPause = 30_000 // ms
const maxFailures = 8 // in a row, within two minutes

type Progress = { step: 'sending'; percent: number; isWaiting?: boolean }
type Options = {
  signal: AbortSignal
  scope: SessionScope
  onProgress: (progress: Progress) => void
}

/** Transfers a file and resolves to its id. Called again after
 * a failure, it sends only the parts that have not arrived. */
export function createTransfer({ signal, scope, onProgress }: Options) {
  let reserved: Reserved | undefined

  async function transfer(file: File) {
    const record = {
      fileName: nameOf(file),
      fileSize: file.size,
      fileType: mediaTypeOf(file),
      url: '',
      id: '',
    }
    const isInParts = file.size > partSize
    const isResumed = isInParts && reserved !== undefined
    if (reserved && isResumed) reserved.renewed = 0
    else
      reserved = {
        ...(await call(files.request, { body: record, signal, scope }).catch(
          reportUnlessTransient,
        )),
        received: 0,
        renewed: Date.now(),
      }
    const upload = reserved
    await (isInParts ? sendParts(file, upload) : putPart(file, upload)).catch(error => {
      if (error instanceof UnreadableFile) throw error // was reported
      report(error, t.putFailed)
    })
    await call(files.confirm, { params: { file: upload.id }, signal, scope }).catch(
      // the answer to the first one may have been lost
      error => (isResumed && error.name === 'ConflictError') || reportUnlessTransient(error),
    )
    return upload.id
  }

  /** Goes on where the line broke, also by itself after a short break. */
  async function sendParts(file: File, upload: Reserved) {
    for (let failures = 0; upload.received < file.size; ) {
      try {
        if (Date.now() - upload.renewed > linkLifetime) await renew(upload)
        if (upload.received < file.size) await putPart(file, upload)
        failures = 0
      } catch (error) {
        upload.renewed = 0
        failures += 1
        if (reserved === undefined || !canResume(error) || failures > maxFailures) throw error
        onProgress({ step: 'sending', percent: percentOf(upload.received, file), isWaiting: true })
        await pause(Math.min(500 * 2 ** failures, longestPause), signal)
        signal.throwIfAborted()
      }
    }
  }

  async function renew(upload: Reserved) {
    const { url, received } = await call(files.resume, {
      params: { file: upload.id },
      signal,
      scope,
    }).catch(error => {
      if (hasStatus(error, 404)) reserved = undefined // it was left for too long
      throw error
    })
    Object.assign(upload, { url, received, renewed: Date.now() })
  }

  async function putPart(file: File, upload: Reserved) {
    const { size } = file
    const { url, received: start } = upload
    const end = Math.min(start + partSize, size)
    const isWhole = start === 0 && end === size
    await putBytes(url, isWhole ? file : file.slice(start, end), {
      type: mediaTypeOf(file),
      ...(!isWhole && { range: `bytes ${start}-${end - 1}/${size}` }),
      signal,
      onProgress: sent => onProgress({ step: 'sending', percent: percentOf(start + sent, file) }),
    }).catch(async error => {
      // a browser reports a changed file as a failure of the network
      if (error instanceof CallError) await assertReadable(file)
      throw error
    })
    upload.received = end
  }

  return transfer
}

const percentOf = (sent: number, { size }: File) => Math.floor((sent / size) * 100)

/** The line broke, the link has expired, or another request has sent the same part. */
const canResume = (error: unknown) =>
  error instanceof CallError && (error.isTransient || error.status === 404 || error.status === 409)

/** The name as it is sent and shown: macOS writes direction marks around those of contact cards. */
export const nameOf = (file: File) => cleanLine(file.name)

/** Some systems name types such as `acad`. */
const mediaTypeOf = (file: File) =>
  NewFile.shape.fileType.safeParse(file.type.split(';')[0]).data ?? 'application/octet-stream'

/** A folder, or a file that was changed, moved or deleted after it was chosen. */
class UnreadableFile extends CallError {
  constructor() {
    super(400, { name: 'UnreadableFile' })
  }
  override get message() {
    return t.unreadable
  }
}

export async function assertReadable(file: File) {
  await file
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => report(new UnreadableFile()))
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
