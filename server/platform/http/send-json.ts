import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply } from 'fastify'
import type { Route } from '#contract/route.ts'

/** Content codings, the one that costs least first. */
const codings = {
  br: (bytes: Buffer) =>
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (bytes: Buffer) => gzipSync(bytes, { level: 1 }),
}
type Coding = keyof typeof codings

/** Bytes: no shorter answer is compressed. */
const shortest = 1_024

/** Sends a call's answer, compressed for clients that ask for it (record 0076). */
export function sendJson(reply: FastifyReply, text: string, route: Route) {
  asJson(reply)
  // one write with the headers; of a long text Node would allocate three times its length
  if (Buffer.byteLength(text) <= shortest) return reply.send(text)
  const bytes = Buffer.from(text)
  if (!isCompressible(route)) return reply.send(bytes)
  reply.header('vary', 'Accept-Encoding')
  const coding = codingFor(reply.request.headers['accept-encoding'])
  if (!coding) return reply.send(bytes)
  return reply.header('content-encoding', coding).send(codings[coding](bytes))
}

/** Marks the response as JSON that no cache stores. */
export const asJson = (reply: FastifyReply) =>
  reply
    .header('content-type', 'application/json; charset=utf-8')
    .header('cache-control', 'no-store')

/** Whether an answer has no secret whose characters its compressed length would reveal, piece by
 * piece, beside a text of an attacker (BREACH): tokens, codes and keys are answers to writes. */
export const isCompressible = ({ method, secret }: Pick<Route, 'method' | 'secret'>) =>
  method === 'GET' && !secret

/** The coding that an Accept-Encoding prefers (RFC 9110, 12.5.3); undefined for none. */
function codingFor(header = ''): Coding | undefined {
  const weights = new Map(
    header.split(',').map(item => {
      const [coding = '', weight = 'q=1'] = item.toLowerCase().split(';')
      return [coding.trim(), Number(weight.trim().replace(/^q=/, '')) || 0]
    }),
  )
  const weightOf = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const coding = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br'
  const weight = weightOf(coding)
  return weight > 0 && weight >= (weights.get('identity') ?? 0) ? coding : undefined
}
