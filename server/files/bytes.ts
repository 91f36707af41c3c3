import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { routes } from '#contract/routes.ts'
import { conflict, invalid, notFound, tooLarge } from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/http.ts'
import { semaphore } from '#platform/semaphore.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { verifiedType, withHead } from './content-type.ts'
import { canPreview, isSignedLink } from './links.ts'
import { assertReady } from './scans.ts'
import { expectedUpload, extendUpload, lockUpload, markStored, storageKey } from './uploads.ts'

/** Takes a file's bytes as they come in, never whole in memory. They must be as many as was announced. */
export async function receiveBytes({
  params,
  query,
  vendorId,
  inVendor,
  request,
  reply,
  platform,
  t,
}: DetachedCall<typeof routes.files.upload>) {
  reply.raw.once('finish', () => drain(request.raw))
  if (!isSignedLink(platform, 'upload', vendorId, params.file, query)) throw notFound()
  const hungUp = new AbortController()
  request.raw.once('close', () => request.raw.readableEnded || hungUp.abort(invalid('uploadLengthMismatch')))
  return exclusive(params.file, hungUp, async () => {
    const { fileSize, fileType } = await inVendor(db => expectedUpload(db, params.file))
    const announced = request.headers['content-length']
    if (announced !== undefined && Number(announced) !== fileSize)
      throw Number(announced) > platform.config.uploadLimit ? tooLarge('fileTooLarge') : invalid('uploadLengthMismatch')
    let kept = fileType
    const look = (head: Buffer) => {
      kept = verifiedType(fileType, head)
    }
    const saying = setInterval(() => inVendor(db => extendUpload(db, params.file)).catch(() => {}), heartbeatInterval)
    hungUp.signal.addEventListener('abort', () => request.raw.destroy(), { once: true })
    const bytes = Readable.from(withHead(request.raw, look), { objectMode: false })
    await storeUploadOnce(
      last => platform.storage.put(storageKey(vendorId, params.file), bytes, fileSize, { type: fileType, signal: hungUp.signal, last }),
      stored =>
        finishSemaphore(() =>
          inVendor(async db => {
            await lockUpload(db, params.file)
            await stored()
            await markStored(db, params.file, kept, platform.config)
          }),
        ),
    ).finally(() => clearInterval(saying))
    return { message: t.uploaded }
  })
}

/** ms; thrice in the time after which no room is kept for what was announced. */
const heartbeatInterval = 20 * 60_000

/** While an upload's last bytes are stored it holds a connection to the database: a slow bucket must not take them all from everybody. */
const finishSemaphore = semaphore(4, 500)

type PendingUpload = { giveUp: AbortController; ended: Promise<unknown> }
const pendingUploads = new Map<string, PendingUpload>()

/**
 * Of two uploads to one url at this copy of the server the later one goes on, as the line of the earlier may be dead: that one is given up,
 * and has ended before this one begins.
 */
async function exclusive<T>(file: string, giveUp: AbortController, receive: () => Promise<T>): Promise<T> {
  const earlier = pendingUploads.get(file)
  earlier?.giveUp.abort(conflict('uploadOvertaken'))
  const receiving = Promise.resolve(earlier?.ended.catch(() => {})).then(receive)
  const mine = { giveUp, ended: receiving }
  pendingUploads.set(file, mine)
  try {
    return await receiving
  } finally {
    if (pendingUploads.get(file) === mine) pendingUploads.delete(file)
  }
}

/**
 * Stores an upload whose last bytes are written while `hold` holds its row, and not if it refuses. So of several uploads, at whichever copies
 * of the server, the first to have come in whole is kept, and no other ever puts its bytes in their place.
 */
async function storeUploadOnce(put: (last: () => Promise<void>) => Promise<void>, hold: (stored: () => Promise<void>) => Promise<void>) {
  const whole = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  held.promise.catch(() => {}) // `putting` says it, if it waits for it
  const putting = put(() => {
    whole.resolve()
    return held.promise
  })
  await Promise.race([whole.promise, putting])
  const stored = () => {
    held.resolve()
    return putting
  }
  await hold(stored).catch(async refusal => {
    held.reject(refusal)
    await putting.catch(() => {})
    throw refusal
  })
}

/** What is still coming after a refusal is read away for a moment, so that the refusal is heard; who goes on sending is cut off. */
function drain(rest: IncomingMessage) {
  if (rest.complete || rest.readableEnded) return
  rest.removeAllListeners('readable').resume() // who read it until now may not have let go of it yet
  // Once it has come in whole, the line is that of other requests, which must not be cut off.
  setTimeout(() => rest.complete || rest.destroy(), 2_000).unref()
}

/** Sends a file's bytes, or the asked range of them (RFC 9110 14), to be saved; to be shown only where its type is safe and that was asked. */
export async function sendBytes({
  params,
  query,
  vendorId,
  inVendor,
  request,
  reply,
  platform,
}: DetachedCall<typeof routes.files.download>): Promise<Readable> {
  if (!isSignedLink(platform, 'download', vendorId, params.file, query)) throw notFound()
  const file = await inVendor(db =>
    db
      .selectFrom('files')
      .select(['fileName', 'fileType', 'fileSize', 'scan', 'dateStored'])
      .where('id', '=', params.file)
      .executeTakeFirstOrThrow(notFound),
  )
  assertReady(file, platform.config)
  if (!file.dateStored) throw notFound()
  // No response carries a validator, so If-Range never matches (RFC 9110 13.1.5).
  const range = request.headers['if-range'] === undefined ? rangeOf(request.headers.range, file.fileSize) : undefined
  const key = storageKey(vendorId, params.file)
  const stored = await platform.storage.get(key, range)
  if (!stored) throw notFound()
  const size = range ? range.end - range.start + 1 : file.fileSize
  if (stored.size !== size) {
    stored.bytes.on('error', () => {}).destroy()
    throw new StorageUnavailable(`${key} has ${stored.size} bytes where ${size} were expected`)
  }
  const shown = query.preview && canPreview(file.fileType)
  reply
    .header('content-type', shown ? file.fileType : 'application/octet-stream')
    .header('content-disposition', `${shown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(file.fileName)}`)
    .header('content-length', stored.size)
    .header('accept-ranges', 'bytes')
    .header('cache-control', 'private, max-age=600')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox")
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.start + stored.size - 1}/${file.fileSize}`)
  if (request.method !== 'HEAD') return stored.bytes
  stored.bytes.on('error', () => {}).destroy() // else all of it is read, to be sent to nobody
  return Readable.from([])
}

/** `bytes=0-99` or `bytes=100-`; anything else, and a range behind the end, is answered with the whole file. */
function rangeOf(header: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header ?? '') ?? []
  if (from === undefined || Number(from) >= size) return undefined
  const end = Math.min(to === undefined ? size - 1 : Number(to), size - 1)
  return end < Number(from) ? undefined : { start: Number(from), end }
}

/** RFC 8187: what encodeURIComponent leaves and the header must not hold. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
