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
import { shareCall } from '#platform/share-call.ts'
import { assertLength, isKey, partsOf, type Storage, StorageUnavailable } from './rules.ts'
import { idleTimer, readWithIdleTimeout, withIdleTimer } from './s3-streams.ts'
import { type BucketAddress, parseBucketUrl } from './s3-url.ts'

/** In ms. `idle`: without progress. `connect`, and `beforeProbe` with
 * `probe`, stay below the 2 s in which an outage is reported. */
export type BucketTimeouts = { connect: number; idle: number; beforeProbe: number; probe: number }
const defaultTimeouts: BucketTimeouts = {
  connect: 1_500,
  idle: 15_000,
  beforeProbe: 900,
  probe: 700,
}

/** Stores files as objects `<vendor>/<uuid>` of one bucket;
 * sends no request yet. @throws when the URL is not valid */
export async function openBucket(storageUrl: string, timeouts = defaultTimeouts): Promise<Storage> {
  const { bucket: Bucket, ...address } = parseBucketUrl(storageUrl)
  const client = await createClient(address, timeouts.connect)
  const { startTimedRequest, sendRepeatably } = timedRequests(client, Bucket, timeouts)

  return {
    async put(Key, bytes, size, { type, signal }) {
      partsOf(Key)
      const { request, timer } = startTimedRequest()
      let bodyError: unknown
      const body = Readable.from(withIdleTimer(assertLength(bytes, size, signal), timer))
      body.once('error', error => {
        bodyError = error
        request.abort()
      })
      try {
        const object = new PutObjectCommand({
          Bucket,
          Key,
          Body: body,
          ContentLength: size,
          ContentType: type,
        })
        await client.send(object, { abortSignal: request.signal })
      } catch (error) {
        if (!bodyError) throw unavailable(request.signal.reason ?? error)
        await removePartialUpload(client, { Bucket, Key }, size, timeouts.connect).catch(() => {})
        throw bodyError
      } finally {
        timer.stop()
        body.destroy()
      }
    },

    async get(Key, range) {
      partsOf(Key)
      const Range = range && `bytes=${range.start}-${range.end}`
      try {
        const object = new GetObjectCommand({ Bucket, Key, ...(Range && { Range }) })
        const { Body, ContentLength } = await sendRepeatably(abortSignal =>
          client.send(object, { abortSignal }),
        )
        if (!(Body instanceof Readable) || ContentLength === undefined)
          throw new Error('the bucket answered without bytes')
        return { bytes: readWithIdleTimeout(Body, timeouts.idle), size: ContentLength }
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        if (statusOf(error) === 416) throw new RangeError(`${Range} of ${Key}`, { cause: error })
        throw unavailable(error)
      }
    },

    async remove(Key) {
      partsOf(Key)
      const object = new DeleteObjectCommand({ Bucket, Key })
      await sendRepeatably(abortSignal => client.send(object, { abortSignal })).catch(error => {
        if (!(error instanceof NoSuchKey)) throw unavailable(error)
      })
    },

    async check() {
      const object = { Bucket, Key: '.probe' }
      const options = { abortSignal: AbortSignal.timeout(timeouts.connect) }
      try {
        await client.send(new PutObjectCommand({ ...object, Body: 'probe' }), options)
        await client.send(new DeleteObjectCommand(object), options)
      } catch (error) {
        throw unavailable(error)
      }
    },

    async removeStaleUploads() {}, // S3 discards aborted uploads

    async *keys() {
      let ContinuationToken: string | undefined
      do {
        const page = new ListObjectsV2Command({
          Bucket,
          ...(ContinuationToken && { ContinuationToken }),
        })
        const found = await sendRepeatably(abortSignal => client.send(page, { abortSignal })).catch(
          error => {
            throw unavailable(error)
          },
        )
        for (const { Key, Size, LastModified } of found.Contents ?? []) {
          if (Key && isKey(Key) && Size !== undefined && LastModified)
            yield { key: Key, size: Size, date: LastModified }
        }
        ContinuationToken = found.NextContinuationToken
      } while (ContinuationToken)
    },
  }
}

async function createClient(address: Omit<BucketAddress, 'bucket'>, connectionTimeout: number) {
  const client = new S3Client({
    ...address,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Servers without support for this header delay large
    // uploads by six seconds and open a connection for each.
    expectContinueHeader: false,
    maxAttempts: 1, // `retryOnce` does not retry connection timeouts
    // Slow downloads keep their connections, which a limit would exhaust.
    requestHandler: {
      connectionTimeout,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: Infinity },
      httpsAgent: { maxSockets: Infinity },
    },
    logger: silentLogger,
  })
  await client.config.region().catch(cause => {
    throw new Error('STORAGE_URL names neither region= nor endpoint=, and AWS_REGION is not set', {
      cause,
    })
  })
  return client
}

function timedRequests(client: S3Client, Bucket: string, timeouts: BucketTimeouts) {
  let lastResponse = 0
  /** Whether the bucket responds, if only with an error. */
  const isAlive = shareCall(() => {
    const since = performance.now()
    return client
      .send(new HeadBucketCommand({ Bucket }), { abortSignal: AbortSignal.timeout(timeouts.probe) })
      .then(
        () => true,
        // slow: it answered another request during the probe
        error => statusOf(error) > 0 || lastResponse > since,
      )
  })

  function startTimedRequest() {
    const request = new AbortController()
    const timer = idleTimer(timeouts.idle, reason => request.abort(reason), {
      after: timeouts.beforeProbe,
      isAlive,
    })
    return { request, timer }
  }

  async function sendOnce<Answer>(
    send: (abortSignal: AbortSignal) => Promise<Answer>,
  ): Promise<Answer> {
    const { request, timer } = startTimedRequest()
    timer.start()
    try {
      const answer = await send(request.signal)
      lastResponse = performance.now()
      return answer
    } catch (error) {
      throw request.signal.reason ?? error
    } finally {
      timer.stop()
    }
  }

  const sendRepeatably: typeof sendOnce = send => retryOnce(() => sendOnce(send))
  return { startTimedRequest, sendRepeatably }
}

/** Some S3-compatible servers keep a part of an aborted upload: an object of another size. */
async function removePartialUpload(
  client: S3Client,
  object: { Bucket: string; Key: string },
  size: number,
  requestTimeout: number,
) {
  await pause(100) // such a server may still be creating the object
  const { ContentLength } = await client.send(new HeadObjectCommand(object), { requestTimeout })
  if (ContentLength !== undefined && ContentLength !== size)
    await client.send(new DeleteObjectCommand(object), { requestTimeout })
}

async function retryOnce<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const status = statusOf(error)
    const isReset = error instanceof Error && 'code' in error && error.code === 'ECONNRESET'
    if (status < 500 && status !== 429 && !isReset) throw error
    await pause(200)
    return send()
  }
}

const statusOf = (error: unknown) =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0

/** Also for refused credentials and a missing bucket, which only the operator can fix. */
function unavailable(cause: unknown) {
  const { name, message } =
    cause instanceof Error ? cause : { name: 'unknown', message: String(cause) }
  return new StorageUnavailable(`the bucket request failed: ${name}: ${message}`, { cause })
}

const ignore = () => {}
/** Errors are thrown; the client would also log each upload that it cannot repeat. */
const silentLogger = { trace: ignore, debug: ignore, info: ignore, warn: ignore, error: ignore }
