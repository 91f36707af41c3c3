import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type ApiError, errorMessages } from '#contract/errors.ts'

/** Answers malformed HTTP in Turkish, as its language is unknown: 431
 * for too large headers, 408 for incomplete ones, otherwise 400. */
export function sendClientError(
  error: Error & { code?: string; rawPacket?: unknown },
  socket: Socket,
) {
  if (error.code !== 'ECONNRESET' && socket.writable) {
    const tooLarge = error.code === 'HPE_HEADER_OVERFLOW'
    const status = tooLarge ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
    const message = errorMessages('tr')[tooLarge ? 'tooLarge' : 'badRequest']
    const answer: ApiError = {
      name: tooLarge ? 'TooLargeError' : 'ValidationError',
      message,
      errors: [{ msg: message, path: '' }],
    }
    const body = JSON.stringify(answer)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'connection: close',
    ]
    const onlyHead =
      error.rawPacket instanceof Buffer &&
      error.rawPacket.subarray(0, 5).toString('latin1') === 'HEAD '
    socket.write(`${head.join('\r\n')}\r\n\r\n${onlyHead ? '' : body}`)
  }
  socket.destroySoon()
}
