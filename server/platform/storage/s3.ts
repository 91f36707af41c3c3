import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { assertLength, isKey, partsOf, StorageUnavailable } from './rules.ts'
import { idleTimer, type Probe, readWithIdleTimeout, withIdleTimer } from './s3-streams.ts'
import { parseBucketUrl } from './s3-url.ts'
import type { Storage } from './storage.ts'

/**
 * How long, in milliseconds, a connection may take to open; the bucket to move the next byte or answer; to do so before it is asked for a
 * sign of life, and to give that. Connecting, and the last two together, take less than the 2 s within which everybody is told that it is away.
 */
export type Timeouts = { connect: number; idle: number; silent: number; sign: number }
const defaultTimeouts: Timeouts = { connect: 1_500, idle: 15_000, silent: 900, sign: 700 }

/** Files as objects `<vendor>/<file>` of one bucket. Does not ask the bucket anything yet; throws when the URL cannot be used. */
export async function openBucket(storageUrl: string, patience = defaultTimeouts): Promise<Storage> {
  const { bucket, ...place } = parseBucketUrl(storageUrl)
  const client = new S3Client({
    ...place,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Servers that do not know this header would cost every large upload six seconds, and each one a new connection.
    expectContinueHeader: false,
    // We try again ourselves (asked, below): the client would also wait for a dead host twice.
    maxAttempts: 1,
    // Downloads hold their connection as long as the reader likes; fifty of them must not shut out the next.
    requestHandler: {
      connectionTimeout: patience.connect,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
    logger: silent,
  })
  await client.config.region().catch(cause => {
    throw new Error('STORAGE_URL names neither region= nor endpoint=, and AWS_REGION is not set', { cause })
  })

  /** Whether the bucket answers, if only to refuse; one asks for all who want to know. */
  let asking: Promise<boolean> | undefined
  let heard = 0
  function isAnswering() {
    const since = performance.now()
    asking ??= client
      .send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(patience.sign) })
      .then(
        () => true,
        error => statusOf(error) > 0 || heard > since, // it is slow, then, and has answered somebody else
      )
      .finally(() => {
        asking = undefined
      })
    return asking
  }
  const sign: Probe = { after: patience.silent, seen: isAnswering }

  /** A request that is given up when the bucket takes too long over it. */
  async function inTime<Answer>(send: (abortSignal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const request = new AbortController()
    const watch = idleTimer(patience.idle, reason => request.abort(reason), sign)
    watch.start()
    try {
      const answer = await send(request.signal)
      heard = performance.now()
      return answer
    } catch (error) {
      throw request.signal.reason ?? error
    } finally {
      watch.stop()
    }
  }

  /** S3 keeps nothing of an upload that broke off. Some servers that speak its protocol do: an object of another size is such a wreck. */
  async function clearWreck(key: string, size: number) {
    // Such a server may still be opening the file for the bytes that it has.
    await pause(100)
    const at = { Bucket: bucket, Key: key }
    const wait = { requestTimeout: patience.connect }
    const left = await client.send(new HeadObjectCommand(at), wait)
    if (left.ContentLength !== undefined && left.ContentLength !== size) await client.send(new DeleteObjectCommand(at), wait)
  }

  return {
    async put(key, bytes, size, { type, ...how }) {
      partsOf(key)
      const request = new AbortController()
      const bucketIsSlow = idleTimer(patience.idle, reason => request.abort(reason), sign)
      let fault: unknown
      const body = Readable.from(withIdleTimer(assertLength(bytes, size, how), bucketIsSlow))
      body.once('error', error => {
        fault = error
        request.abort()
      })
      try {
        const object = new PutObjectCommand({ Bucket: bucket, Key: key, Body: body, ContentLength: size, ContentType: type })
        await client.send(object, { abortSignal: request.signal })
      } catch (error) {
        if (!fault) throw unavailable(request.signal.reason ?? error)
        await clearWreck(key, size).catch(() => {})
        throw fault
      } finally {
        bucketIsSlow.stop()
        body.destroy()
      }
    },

    async get(key, range) {
      partsOf(key)
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const object = new GetObjectCommand({ Bucket: bucket, Key: key, ...(Range && { Range }) })
        const { Body, ContentLength } = await asked(() => inTime(abortSignal => client.send(object, { abortSignal })))
        if (!(Body instanceof Readable) || ContentLength === undefined) throw new Error('the bucket answered without bytes')
        return { bytes: readWithIdleTimeout(Body, patience.idle), size: ContentLength }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        if (statusOf(error) === 416) throw new RangeError(`${Range} of ${key}`, { cause: error })
        throw unavailable(error)
      }
    },

    async remove(key) {
      partsOf(key)
      try {
        const object = new DeleteObjectCommand({ Bucket: bucket, Key: key })
        await asked(() => inTime(abortSignal => client.send(object, { abortSignal })))
      } catch (error) {
        if (!(error instanceof NoSuchKey)) throw unavailable(error)
      }
    },

    async check() {
      const probe = { Bucket: bucket, Key: '.probe' }
      const wait = { abortSignal: AbortSignal.timeout(patience.connect) }
      try {
        await client.send(new PutObjectCommand({ ...probe, Body: 'probe' }), wait)
        await client.send(new DeleteObjectCommand(probe), wait)
      } catch (error) {
        throw unavailable(error)
      }
    },

    async tidy() {}, // an upload is one request: it is there, or nothing of it

    async *keys() {
      let next: string | undefined
      do {
        const page = new ListObjectsV2Command({ Bucket: bucket, ...(next && { ContinuationToken: next }) })
        const found = await asked(() => inTime(abortSignal => client.send(page, { abortSignal }))).catch(error => {
          throw unavailable(error)
        })
        for (const { Key, Size, LastModified } of found.Contents ?? []) {
          if (Key && isKey(Key) && Size !== undefined && LastModified) yield { key: Key, size: Size, date: LastModified }
        }
        next = found.NextContinuationToken
      } while (next)
    },
  }
}

/** Asks a second time when the bucket answered "later" (5xx, 429), or closed a connection that had been idle. */
async function asked<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    const status = statusOf(error)
    const closed = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
    if (status < 500 && status !== 429 && !closed) throw error
    await pause(200)
    return ask()
  }
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0)

/** Refused credentials and a bucket that does not exist are the operator's to mend: for whoever uploads, storage is away. */
function unavailable(cause: unknown) {
  const { name, message } = cause instanceof Error ? cause : { name: 'unknown', message: String(cause) }
  return new StorageUnavailable(`the bucket does not answer as it should: ${name}: ${message}`, { cause })
}

// What matters is thrown; the client would also write to the console about each upload that it cannot repeat.
const quiet = () => {}
const silent = { trace: quiet, debug: quiet, info: quiet, warn: quiet, error: quiet }
