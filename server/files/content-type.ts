import type { Readable } from 'node:stream'
import { invalid } from '#platform/errors.ts'

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
/** Declared so, nothing takes a file for a document or a picture. */
const anything = /^application\/(octet-stream|(x-|vnd\.)[\w.-]*)$/

/**
 * The type under which a file with this beginning is kept. A picture that is another kind of picture than its name says is what it is: cameras
 * and messengers name them wrongly. @throws 400 for what only says that it is a picture or a PDF, and for a program that says it is a document.
 */
export function checkedType(declared: string, head: Buffer): string {
  const found = typeOf(head)
  if (picture.test(declared) && found !== null && picture.test(found)) return found
  if ((picture.test(declared) || declared === 'application/pdf') && found !== declared) throw invalid('contentNotType')
  if (found === program && !anything.test(declared)) throw invalid('contentNotType')
  return declared
}

/** The bytes as they come, the first of them after `look` has seen them, which may throw. */
export async function* lookedAt(bytes: Readable, look: (head: Buffer) => void): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  // Who sends may want to hear why it was refused, so the line stays open.
  for await (const chunk of bytes.iterator({ destroyOnReturn: false })) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (head.length < headLength) continue
    look(head)
    yield head
    head = undefined
  }
  if (!head?.length) return
  look(head)
  yield head
}
