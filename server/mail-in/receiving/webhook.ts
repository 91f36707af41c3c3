import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { platformVendor } from '#platform/database/database.ts'
import { invalid, tooLarge, tooManyRequests, unauthenticated } from '#platform/errors.ts'
import { type Network, networksOf } from '#platform/limits/network.ts'
import { forNetworks } from '#platform/limits/rate-limit.ts'
import { runForVisitor } from '#platform/limits/requesters.ts'
import { MailRejected } from '#platform/mail/incoming-mail.ts'
import { type MailBuffer, maxMailSize } from '#platform/mail/mail-buffer.ts'
import { type ReceiveContext, receiveMail, receiveWithoutEnvelope } from './receive.ts'
import { postedMails } from './receive-limits.ts'

const lifetimeSeconds = 300

/** `POST /api/v1/mail?from=…&to=…` with a raw mail, for providers
 * that deliver by webhook, where MAIL_IN_URL has a secret. */
export function registerMailWebhook(http: FastifyInstance, context: ReceiveContext) {
  const { mailInUrl } = context.config
  const secret = mailInUrl?.secret
  if (!mailInUrl || secret === undefined) return
  http.register(async scope => {
    scope.removeAllContentTypeParsers()
    const { rateLimiter, mailBuffer } = context
    const buffered = new WeakMap<FastifyRequest, number>() // bytes
    scope.addHook('onRequest', async request => {
      // before the body, and before anything is counted
      if (!isFresh(request.headers)) throw unauthenticated()
      await runForVisitor(request, () =>
        rateLimiter.count(platformVendor, ...forNetworks(postedMails, request.ip)),
      )
    })
    scope.addHook('onResponse', async request =>
      mailBuffer.release(buffered.get(request) ?? 0, networksOf(request.ip)),
    )
    scope.addContentTypeParser('*', async (request: FastifyRequest, body: Readable) => {
      const raw = await readBody(body, mailBuffer, networksOf(request.ip))
      buffered.set(request, raw.length)
      return raw
    })
    scope.post<{ Querystring: { from?: string; to?: string | string[] } }>(
      '/api/v1/mail',
      async (request, reply) => {
        const raw = request.body as Buffer | undefined
        if (!raw || !isSigned(secret, request.headers, request.url, raw)) throw unauthenticated()
        const { from = '', to = [] } = request.query
        const named = [to].flat()
        const mail = { raw, from, recipients: named, clientAddress: '', clientName: '' }
        const known = await (named.length > 0
          ? receiveMail(context, mail)
          : receiveWithoutEnvelope(context, raw)
        ).catch(error => {
          throw error instanceof MailRejected ? tooManyRequests(error.retryAfter) : error
        })
        if (known === 0) {
          context.mailInCounts.refused++
          throw invalid('mailWithoutRecipient')
        }
        return reply.code(202).send({ accepted: known })
      },
    )
  })
}

/** Above a limit the rest is not kept; the connection stays open,
 * so that the client can read the answer. @throws 413, 429 */
async function readBody(body: Readable, buffer: MailBuffer, networks: Network[]): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      if (size + chunk.length > maxMailSize) throw tooLarge('tooLarge')
      if (!buffer.take(chunk.length, networks)) throw tooManyRequests(60)
      size += chunk.length
      chunks.push(chunk)
    }
  } catch (error) {
    buffer.release(size, networks)
    throw error
  }
  return Buffer.concat(chunks)
}

type Headers = Record<string, string | string[] | undefined>

const signatureOf = (headers: Headers) => ({
  time: String(headers['x-tezgah-time'] ?? ''),
  signature: String(headers['x-tezgah-signature'] ?? ''),
})

function isFresh(headers: Headers): boolean {
  const { time, signature } = signatureOf(headers)
  return (
    /^[0-9a-f]{64}$/i.test(signature) &&
    /^\d{1,12}$/.test(time) &&
    Math.abs(Date.now() / 1000 - Number(time)) <= lifetimeSeconds
  )
}

/** The signature is the HMAC-SHA-256 of the time, the path
 * with its query, and the mail, in hexadecimal. */
function isSigned(secret: string, headers: Headers, url: string, raw: Buffer): boolean {
  const { time, signature } = signatureOf(headers)
  const expected = createHmac('sha256', secret).update(`${time}\n${url}\n`).update(raw).digest()
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected)
}
