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
  const controller = new AbortController()
  request.raw.once('close', () => request.raw.readableEnded || controller.abort(invalid('uploadLengthMismatch')))
  return exclusive(params.file, controller, async () => {
    const { fileSize, fileType } = await inVendor(db => expectedUpload(db, params.file))
    const announced = request.headers['content-length']
    if (announced !== undefined && Number(announced) !== fileSize)
      throw Number(announced) > platform.config.uploadLimit ? tooLarge('fileTooLarge') : invalid('uploadLengthMismatch')
    let storedType = fileType
    const inspect = (head: Buffer) => {
      storedType = verifiedType(fileType, head)
    }
    const heartbeat = setInterval(() => inVendor(db => extendUpload(db, params.file)).catch(() => {}), heartbeatInterval)
    controller.signal.addEventListener('abort', () => request.raw.destroy(), { once: true })
    const bytes = Readable.from(withHead(request.raw, inspect), { objectMode: false })
    await storeUploadOnce(
      last => platform.storage.put(storageKey(vendorId, params.file), bytes, fileSize, { type: fileType, signal: controller.signal, last }),
      stored =>
        finishSemaphore(() =>
          inVendor(async db => {
            await lockUpload(db, params.file)
            await stored()
            await markStored(db, params.file, storedType, platform.config)
          }),
        ),
    ).finally(() => clearInterval(heartbeat))
    return { message: t.uploaded }
  })
}

/** ms: a third of the time after which a reservation ends. */
const heartbeatInterval = 20 * 60_000

/** Storing an upload's last bytes holds a database connection; a slow bucket must not hold all of them. */
const finishSemaphore = semaphore(4, 500)

type ActiveUpload = { controller: AbortController; ended: Promise<unknown> }
const activeUploads = new Map<string, ActiveUpload>()

/** Of two uploads to one URL at this instance the earlier, whose connection may be dead, is aborted and ends before the later one begins. */
async function exclusive<T>(file: string, controller: AbortController, receive: () => Promise<T>): Promise<T> {
  const earlier = activeUploads.get(file)
  earlier?.controller.abort(conflict('uploadOvertaken'))
  const receiving = Promise.resolve(earlier?.ended.catch(() => {})).then(receive)
  const upload = { controller, ended: receiving }
  activeUploads.set(file, upload)
  try {
    return await receiving
  } finally {
    if (activeUploads.get(file) === upload) activeUploads.delete(file)
  }
}

// Of several uploads at any instances the first complete one is stored, and no other replaces its bytes.
/** Stores an upload whose last bytes are written while `lock` holds its row, and not at all if `lock` rejects. */
async function storeUploadOnce(put: (last: () => Promise<void>) => Promise<void>, lock: (stored: () => Promise<void>) => Promise<void>) {
  const complete = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  locked.promise.catch(() => {}) // `putting` rejects with it, if it waits for it
  const putting = put(() => {
    complete.resolve()
    return locked.promise
  })
  await Promise.race([complete.promise, putting])
  const stored = () => {
    locked.resolve()
    return putting
  }
  await lock(stored).catch(async refusal => {
    locked.reject(refusal)
    await putting.catch(() => {})
    throw refusal
  })
}

/** Discards the rest of a refused request, so that the client can read the refusal; after 2 s the connection is closed. */
function drain(rest: IncomingMessage) {
  if (rest.complete || rest.readableEnded) return
  rest.removeAllListeners('readable').resume() // the previous reader may still be attached
  // After a complete request the connection carries later ones, so it must stay open.
  setTimeout(() => rest.complete || rest.destroy(), 2_000).unref()
}

/** Sends a file's bytes, or the requested range (RFC 9110 14), as an attachment; inline only for a requested preview of a safe type. */
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
  stored.bytes.on('error', () => {}).destroy() // HEAD: the bytes are not needed
  return Readable.from([])
}

/** `bytes=0-99` or `bytes=100-`; undefined, for the whole file, in all other cases and for a range past the end. */
function rangeOf(header: string | undefined, size: number) {
  const [, from, to] = /^bytes=(\d{1,15})-(\d{1,15})?$/.exec(header ?? '') ?? []
  if (from === undefined || Number(from) >= size) return undefined
  const end = Math.min(to === undefined ? size - 1 : Number(to), size - 1)
  return end < Number(from) ? undefined : { start: Number(from), end }
}

/** RFC 8187: what encodeURIComponent leaves and the header must not hold. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
