import type { Readable } from 'node:stream'
import { invalid } from '#platform/errors.ts'
import { isDrawable } from './picture-size.ts'

/** How much of a file tells what it is, in bytes: a PDF may begin with something else. */
const headLength = 1_024

const starts = (head: Buffer, bytes: string, at = 0) => head.subarray(at, at + bytes.length).equals(Buffer.from(bytes, 'latin1'))

/** What the first bytes say a file is, of what is shown in a page and of programs; null for all else. */
export function typeOf(head: Buffer): string | null {
  if (starts(head, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts(head, '\xff\xd8\xff')) return 'image/jpeg'
  if (starts(head, 'RIFF') && starts(head, 'WEBP', 8)) return 'image/webp'
  if (starts(head, 'GIF87a') || starts(head, 'GIF89a')) return 'image/gif'
  if (head.subarray(0, headLength).includes('%PDF-')) return 'application/pdf'
  const binary = head.subarray(0, 64).includes(0) // a text may begin with any letters
  if ((starts(head, 'MZ') && binary) || starts(head, '\x7fELF') || starts(head, '\xcf\xfa\xed\xfe') || starts(head, '\xca\xfe\xba\xbe'))
    return program
  return null
}
const program = 'program'
const picture = /^image\/(png|jpe?g|webp|gif)$/
/** Has no preview. */
const downloadOnly = 'application/octet-stream'
/** Declared so, nothing takes a file for a document or a picture. */
const anything = /^application\/(octet-stream|(x-|vnd\.)[\w.-]*)$/

/**
 * The type under which a file with this beginning is kept. A picture that is another kind of picture than its name says is what it is: cameras
 * and messengers name them wrongly. One with too many pixels has no preview. @throws 400 for what only says that it is a picture or a
 * PDF, and for a program that says it is a document.
 */
export function verifiedType(declared: string, head: Buffer): string {
  const found = typeOf(head)
  if (picture.test(declared) && found !== null && picture.test(found)) return isDrawable(found, head) === false ? downloadOnly : found
  if ((picture.test(declared) || declared === 'application/pdf') && found !== declared) throw invalid('contentNotType')
  if (found === program && !anything.test(declared)) throw invalid('contentNotType')
  return declared
}

/** Whether this beginning of a file is long enough for `checkedType`. */
const isEnough = (head: Buffer) =>
  head.length >= headLength && (typeOf(head) !== 'image/jpeg' || isDrawable('image/jpeg', head) !== undefined)

/** The bytes as they come, the first of them after `look` has seen them, which may throw. */
export async function* withHead(bytes: Readable, look: (head: Buffer) => void): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(headLength)
  let length = 0
  let next = headLength // doubles, so that single-byte chunks cost linear time
  // Who sends may want to hear why it was refused, so the line stays open.
  for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
    if (!head) {
      yield chunk
      continue
    }
    if (length + chunk.length > head.length) head = Buffer.concat([head], 2 * (length + chunk.length))
    chunk.copy(head, length)
    length += chunk.length
    if (length < next) continue
    const begun = head.subarray(0, length)
    next = 2 * length
    if (!isEnough(begun)) continue
    look(begun)
    yield begun
    head = undefined
  }
  if (!head || length === 0) return
  look(head.subarray(0, length))
  yield head.subarray(0, length)
}
