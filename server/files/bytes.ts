import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { routes } from '#contract/routes.ts'
import { keyedSemaphore } from '#platform/concurrency/semaphore.ts'
import type { Database } from '#platform/database/database.ts'
import {
  conflict,
  fileLinkEnded,
  HttpError,
  invalid,
  notFound,
  tooLarge,
} from '#platform/errors.ts'
import type { DetachedCall } from '#platform/http/calls.ts'
import type { Limit, RateLimiter } from '#platform/limits/rate-limit.ts'
import { type Storage, StorageUnavailable } from '#platform/storage/storage.ts'
import { contentDisposition } from './content-disposition.ts'
import { withType } from './content-type.ts'
import {
  addPart,
  assertNext,
  joinParts,
  type Part,
  partOf,
  removeParts,
  storedParts,
} from './file-parts.ts'
import { isShowable } from './inspect-picture.ts'
import { canPreview, isSignedLink, type LinkServices } from './links.ts'
import { partToSend } from './ranges.ts'
import { assertReady } from './scans.ts'
import { canHaveThumbnail, type Side, sideOf, type Thumbnail, typeOf } from './thumbnail.ts'
import { readThumbnail } from './thumbnails.ts'
import {
  expectedUpload,
  extendUpload,
  markStored,
  maxPendingUploads,
  storageId,
  storageKey,
} from './uploads.ts'

export type FileServices = LinkServices & {
  database: Database
  storage: Storage
  rateLimiter: RateLimiter
}
type UploadCall = DetachedCall<typeof routes.files.upload, FileServices>
type DownloadCall = DetachedCall<typeof routes.files.download, FileServices>

export async function receiveBytes(call: UploadCall) {
  const { params, query, vendorId, request, reply, platform, t } = call
  reply.raw.once('finish', () => drain(request.raw))
  if (!isSignedLink(platform, 'upload', vendorId, params.file, query)) throw notFound()
  const controller = new AbortController()
  request.raw.once(
    'close',
    () => request.raw.readableEnded || controller.abort(invalid('uploadLengthMismatch')),
  )
  // Of two uploads to one URL at this instance the earlier is aborted: its connection may be dead.
  activeUploads.get(params.file)?.abort(conflict('uploadOvertaken'))
  activeUploads.set(params.file, controller)
  try {
    await storeUpload(call, controller)
  } finally {
    forgetUpload(params.file, controller)
  }
  return { message: t.uploaded }
}

const activeUploads = new Map<string, AbortController>()

function forgetUpload(file: string, controller: AbortController) {
  if (activeUploads.get(file) === controller) activeUploads.delete(file)
}

/** ms: far below the time after which a reservation ends. */
const heartbeatInterval = 20 * 60_000

/** Stores the bytes, or a part of them, under a key of their own; of several
 * uploads at any instances the first complete one becomes the file. */
async function storeUpload(call: UploadCall, controller: AbortController) {
  const { signal } = controller
  const { params, vendorId, inVendor, request, platform } = call
  const { file } = params
  const upload = await inVendor(db => expectedUpload(db, file))
  const part = partOf(request.headers['content-range'], upload.fileSize)
  const size = part.end - part.start + 1
  const announced = request.headers['content-length']
  if (announced !== undefined && Number(announced) !== size)
    throw Number(announced) > platform.config.uploadLimit
      ? tooLarge('fileTooLarge')
      : invalid('uploadLengthMismatch')
  const isWhole = size === upload.fileSize
  if (!isWhole) assertNext(part, await inVendor(db => storedParts(db, file)))
  signal.addEventListener('abort', () => request.raw.destroy(), { once: true })
  const stored = { storedAs: uuidv7(), fileType: upload.fileType }
  // The connection stays open, so that the client can read a refusal.
  const received = request.raw.iterator({ destroyOnReturn: false })
  const typed = withType(received, upload.fileType, type => {
    stored.fileType = type
  })
  const bytes = Readable.from(part.start === 0 ? typed : received, { objectMode: false })
  const key = storageKey(vendorId, stored.storedAs)
  const heartbeat = setInterval(
    () => inVendor(db => extendUpload(db, file)).catch(() => {}),
    heartbeatInterval,
  )
  try {
    await platform.storage
      .put(key, bytes, size, { type: upload.fileType, signal })
      .finally(() => bytes.destroy()) // and with it the part that is being read
    if (isWhole) await setBytes(call, stored)
    else if (part.end < upload.fileSize - 1)
      await inVendor(db => addPart(db, file, part, stored.storedAs)).catch(async error => {
        if (error instanceof HttpError) await platform.storage.remove(key).catch(() => {})
        throw error
      })
    else {
      forgetUpload(file, controller) // what follows needs no client, so no other request ends it
      await joinUpload(call, upload.uploaderId, part, key).finally(() =>
        platform.storage.remove(key).catch(() => {}),
      )
    }
  } finally {
    clearInterval(heartbeat)
  }
}

/** Makes one file of the parts once all have arrived, one file of a user at a time. */
async function joinUpload(call: UploadCall, uploaderId: string, last: Part, lastKey: string) {
  const { params, vendorId, inVendor, platform } = call
  const { file } = params
  await joinTurns(`${vendorId} ${uploaderId}`, async () => {
    // another request may have joined them meanwhile
    const { fileSize, fileType } = await inVendor(db => expectedUpload(db, file))
    const parts = await inVendor(db => storedParts(db, file))
    assertNext(last, parts)
    await countJoin(platform, vendorId, uploaderId, fileSize)
    const keys = [...parts.map(({ storedAs }) => storageKey(vendorId, storedAs)), lastKey]
    const joined = joinParts(platform.storage, keys, async () => {
      await inVendor(db => removeParts(db, file))
      throw conflict('uploadPartMisplaced')
    })
    const stored = { storedAs: uuidv7(), fileType }
    const typed = withType(joined, fileType, type => {
      stored.fileType = type
    })
    const bytes = Readable.from(typed, { objectMode: false })
    await platform.storage
      .put(storageKey(vendorId, stored.storedAs), bytes, fileSize, { type: fileType })
      .finally(() => bytes.destroy())
    await setBytes(call, stored)
  })
}

const joinTurns = keyedSemaphore(1, maxPendingUploads)

/** Bytes that the server copies for a user, once for each file that they send in parts: more
 * than a fast line brings. A file above it counts as all of it. */
export const joinLimit: Limit = { name: 'uploads.joined', max: 20_000_000_000, seconds: 300 }

const countJoin = (
  { rateLimiter }: FileServices,
  vendorId: string,
  uploaderId: string,
  size: number,
) =>
  rateLimiter.count(vendorId, {
    limit: joinLimit,
    subject: [vendorId, uploaderId],
    weight: Math.min(size, joinLimit.max),
  })

/** Makes stored bytes the file's. */
async function setBytes(
  { params: { file }, vendorId, inVendor, platform }: UploadCall,
  stored: { storedAs: string; fileType: string },
) {
  // If this rejects, the commit may have succeeded all the same: the
  // bytes stay, and the sweep removes them if no row names them.
  if (await inVendor(db => markStored(db, file, stored, platform.config))) return
  await platform.storage.remove(storageKey(vendorId, stored.storedAs)).catch(() => {})
  // throws: the row is removed, or names another upload's bytes
  await inVendor(db => expectedUpload(db, file))
}

/** Discards the rest of a refused request, so that the client
 * can read the refusal; after 2 s the connection is closed. */
function drain(rest: IncomingMessage) {
  if (rest.complete || rest.readableEnded) return
  rest.removeAllListeners('readable').resume() // the previous reader may still be attached
  // After a complete request the connection carries later ones, so it must stay open.
  setTimeout(() => rest.complete || rest.destroy(), 2_000).unref()
}

/** Sends bytes or a range of them as an attachment;
 * inline only for a requested preview of a safe type. */
export async function sendBytes({
  params,
  query,
  vendorId,
  inVendor,
  request,
  reply,
  platform,
}: DownloadCall): Promise<Readable> {
  if (!isSignedLink(platform, 'download', vendorId, params.file, query)) throw fileLinkEnded()
  const file = await inVendor(db =>
    db
      .selectFrom('files')
      .select(['id', 'fileName', 'fileType', 'fileSize', 'scan', 'dateStored', 'isInspected'])
      .select([storageId.as('storageId'), 'linkRevision'])
      .where('id', '=', params.file)
      .executeTakeFirstOrThrow(notFound),
  )
  if (file.linkRevision !== Number(query.revision ?? 0)) throw fileLinkEnded()
  assertReady(file, platform.config)
  const { storage } = platform
  const shown =
    query.preview &&
    canPreview(file.fileType) &&
    (await isShowable({ storage, inVendor, vendorId }, file))
  if (shown && query.thumbnail && canHaveThumbnail(file)) {
    const side = sideOf(query.thumbnail)
    const { id: fileId, storageId, fileType } = file
    const drawn = await readThumbnail(platform, vendorId, { fileId, storageId, fileType }, side)
    if (drawn) return sendThumbnail(reply, drawn, side, file)
  }
  const tag = `"${file.storageId}"` // the bytes of a key never change
  const part = partToSend(request.method, request.headers, { size: file.fileSize, tag })
  if (part === 'unchanged') {
    setCaching(reply, tag).code(304)
    return Readable.from([])
  }
  if (part === 'unsatisfiable') {
    reply.code(416).header('content-range', `bytes */${file.fileSize}`).header('content-length', 0)
    return Readable.from([])
  }
  const range = part === 'whole' ? undefined : part
  const key = storageKey(vendorId, file.storageId)
  const stored = await platform.storage.get(key, range)
  if (!stored) throw notFound()
  const size = range ? range.end - range.start + 1 : file.fileSize
  if (stored.size !== size) {
    stored.bytes.on('error', () => {}).destroy()
    throw new StorageUnavailable(`${key} has ${stored.size} bytes where ${size} were expected`)
  }
  setCaching(reply, tag)
    .header('accept-ranges', 'bytes')
    .header('content-type', shown ? file.fileType : 'application/octet-stream')
    .header(
      'content-disposition',
      contentDisposition(shown ? 'inline' : 'attachment', file.fileName),
    )
    .header('content-length', stored.size)
    .header(
      'content-security-policy',
      shown && file.fileType === 'application/pdf' ? pdfPolicy : `${pdfPolicy}; sandbox`,
    )
  if (range)
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.fileSize}`)
  if (request.method !== 'HEAD') return stored.bytes
  stored.bytes.on('error', () => {}).destroy() // HEAD: the bytes are not needed
  return Readable.from([])
}

function sendThumbnail(
  reply: FastifyReply,
  { bytes }: Thumbnail,
  side: Side,
  { storageId, fileName }: { storageId: string; fileName: string },
): Readable {
  setCaching(reply, `"${storageId} ${side}"`)
    .header('content-type', typeOf(side))
    .header('content-disposition', contentDisposition('inline', fileName))
    .header('content-length', bytes.length)
    .header('content-security-policy', `${pdfPolicy}; sandbox`)
  return Readable.from(reply.request.method === 'HEAD' ? [] : [bytes])
}

const setCaching = (reply: FastifyReply, tag: string) =>
  reply.header('etag', tag).header('cache-control', 'private, max-age=600')

/** In a sandbox WebKit's viewer of PDFs shows nothing. */
const pdfPolicy = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'"
