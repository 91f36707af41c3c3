import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Requester } from '#platform/concurrency/fair-semaphore.ts'
import { isVisitor, requesterOf } from '#platform/limits/requesters.ts'
import { callerOf } from './receive.ts'
import { logEachSecond } from './throttled-log.ts'

type Response = Pick<ServerResponse, 'closed' | 'once' | 'destroy'>
type Answers = { bytes: number; responses: Map<Response, number> }

const megabyte = 1024 * 1024

/** Bytes. A network may be that of many users. */
const limits = { user: 16 * megabyte, network: 64 * megabyte, all: 128 * megabyte }

/** What a stream of bytes, and one of a list's batches, has in memory for a slow client. */
const bufferedBytes = { bytes: megabyte / 8, batches: megabyte }

/** Answers that their clients have not taken yet. Beyond a limit the oldest one of the user or
 * network is ended; beyond that of all, the oldest one of who has most (record 0047). */
export class UnsentAnswers {
  readonly #requesters = new Map<string, Answers>()
  readonly #onEnd: () => void
  #bytes = 0
  constructor(onEnd: () => void = () => {}) {
    this.#onEnd = onEnd
  }

  get bytes() {
    return this.#bytes
  }

  add(response: Response, bytes: number, requester: Requester) {
    if (response.closed) return
    const key = `${requester.vendor} ${requester.user}`
    this.#remove(key, response) // its error is sent instead, where a stream fails before its first byte
    const own = this.#requesters.get(key) ?? { bytes: 0, responses: new Map() }
    this.#requesters.set(key, own)
    own.responses.set(response, bytes)
    own.bytes += bytes
    this.#bytes += bytes
    response.once('close', () => this.#remove(key, response))
    const max = isVisitor(requester) ? limits.network : limits.user
    while (own.bytes > max && own.responses.size > 1) this.#endOldest(key, own)
    while (this.#bytes > limits.all && this.#requesters.size > 1)
      this.#endOldest(...this.#largest([key, own]))
  }

  #largest(largest: [string, Answers]): [string, Answers] {
    for (const entry of this.#requesters) if (entry[1].bytes > largest[1].bytes) largest = entry
    return largest
  }

  #endOldest(key: string, { responses }: Answers) {
    const [oldest] = responses.keys()
    if (!oldest) return
    this.#remove(key, oldest)
    oldest.destroy()
    this.#onEnd()
  }

  #remove(key: string, response: Response) {
    const answers = this.#requesters.get(key)
    const bytes = answers?.responses.get(response)
    if (!answers || bytes === undefined) return
    answers.responses.delete(response)
    answers.bytes -= bytes
    this.#bytes -= bytes
    if (answers.responses.size === 0) this.#requesters.delete(key)
  }
}

/** Counts each answer, except event streams, which have a limit of their own. */
export function limitUnsentAnswers(http: FastifyInstance) {
  const unsent = new UnsentAnswers(() =>
    logEachSecond('unsent', unlogged =>
      http.log.warn({ unlogged }, 'answer ended: its client has too many that it does not read'),
    ),
  )
  http.addHook('onSend', async (request, reply, payload) => {
    unsent.add(
      reply.raw,
      bytesOf(payload),
      callerOf(request)?.requester ?? requesterOf(request, null),
    )
  })
}

function bytesOf(payload: unknown): number {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return Buffer.byteLength(payload)
  if (payload instanceof Readable)
    return payload.readableObjectMode ? bufferedBytes.batches : bufferedBytes.bytes
  return 0
}
