import PostalMime, { type Attachment, type Email, type PostalMimeOptions } from 'postal-mime'
import { decodeHeaderLine, decodeText } from './charset.ts'
import { flowOf, unflow } from './flowed.ts'
import { signedContent } from './signed-content.ts'

/** What postal-mime 4.0.0 has and does not declare. */
type Structured = { value: string; params: Record<string, string> }
type Part = {
  state: 'header' | 'body' | 'finished'
  contentDecoder: { chunks: (Uint8Array | ArrayBuffer | string)[] } | null
  content: ArrayBuffer | null
  contentType: { parsed: Structured; multipart: string | false }
  contentDisposition: { parsed: Structured }
  parentNode?: Part
  childNodes: Part[]
  getTextContent(): string
}
type Internals = {
  options: PostalMimeOptions
  currentNode: Part
  textMap: Map<Part, unknown>
  textTypes: Set<string>
  attachments: Attachment[]
  isInlineTextNode(part: Part): boolean
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  collectNode(part: Part, ...selection: unknown[]): Promise<void>
}
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Internals

/** What follows in a part is in the raw mail only. */
const maxTextBytes = 4_000_000
const maxParts = 2_000
const maxLines = 500_000 // 25 MB of base64 have 340,000
const maxSigned = 3 // signed mails within each other

/** postal-mime with the charsets and flowed lines of each part read
 * as mail programs write them, with texts that are files as such, and with what is signed. */
export class MailParser extends Parser {
  #parts = 0
  #lastPart = this.currentNode
  #joined = 0
  #hasText = false
  #signed = 0

  override async parse(raw: Uint8Array): Promise<Email> {
    if (hasMoreLines(raw, maxLines)) throw new Error(`more than ${maxLines} lines`)
    return super.parse(raw)
  }

  override processLine(line: Uint8Array, isFinal: boolean) {
    if (this.#lastPart !== this.currentNode) {
      if (this.currentNode.state === 'header' && ++this.#parts > maxParts)
        throw new Error(`more than ${maxParts} parts`)
      this.#lastPart = this.currentNode
      this.#joined = 0
    }
    const chunks = this.currentNode.contentDecoder?.chunks
    if (chunks && chunks.length - this.#joined >= 10_000) joinChunks(chunks, this.#joined++)
    const isHeader = this.currentNode.state === 'header'
    return super.processLine(
      isHeader ? new TextEncoder().encode(decodeHeaderLine(line)) : line,
      isFinal,
    )
  }

  override async collectNode(part: Part, ...selection: unknown[]) {
    const signed = this.#signed < maxSigned ? signedMail(part) : null
    if (signed) return this.#collectSigned(signed)
    const { value, params } = part.contentType.parsed
    const flow = value === 'text/plain' ? flowOf(params) : 'fixed'
    const maxBytes = /^text\/(?:plain|html)$/.test(value) ? maxTextBytes : undefined
    part.getTextContent = () =>
      unflow(
        decodeText(new Uint8Array(part.content ?? []).subarray(0, maxBytes), params.charset),
        flow,
      )
    return super.collectNode(part, ...selection)
  }

  async #collectSigned(mail: Uint8Array) {
    const parser = new MailParser(this.options)
    parser.#signed = this.#signed + 1
    parser.#parts = this.#parts
    parser.#hasText = this.#hasText
    const { attachments } = await parser.parse(mail)
    this.#parts = parser.#parts
    this.#hasText = parser.#hasText
    for (const [part, texts] of parser.textMap) this.textMap.set(part, texts)
    for (const type of parser.textTypes) this.textTypes.add(type)
    this.attachments.push(...attachments)
  }

  override isInlineTextNode(part: Part): boolean {
    if (!super.isInlineTextNode(part) || this.#isFile(part)) return false
    this.#hasText = true
    return true
  }

  /** One with a name, or an `inline` one below the message: a log, a program of a machine. */
  #isFile(part: Part): boolean {
    const { parentNode: parent } = part
    const { value: disposition, params } = part.contentDisposition.parsed
    if (!parent) return Boolean(params.filename)
    const { multipart } = parent.contentType
    if (multipart === 'alternative')
      return Boolean(nameOf(part)) && parent.childNodes.some(isUnnamedText)
    if (multipart === 'related' && parent.childNodes[0] === part) return false
    return Boolean(nameOf(part)) || (disposition === 'inline' && this.#hasText)
  }
}

const nameOf = ({ contentType, contentDisposition }: Part) =>
  contentDisposition.parsed.params.filename || contentType.parsed.params.name
const isUnnamedText = (part: Part) =>
  /^text\/(?:plain|html)$/.test(part.contentType.parsed.value) && !nameOf(part)

/** The mail within an opaque signature (RFC 8551, 3.5.2); null for a
 * signed document, and for what is encrypted or cannot be read. */
function signedMail(part: Part): Uint8Array | null {
  const isMail = !part.parentNode || /^smime\.p7m$/i.test(nameOf(part) ?? 'smime.p7m')
  if (!part.content || !isMail || !signedTypes.test(part.contentType.parsed.value)) return null
  const mail = signedContent(new Uint8Array(part.content))
  const head = Buffer.from(mail?.subarray(0, 10_000) ?? []).toString('latin1')
  if (!mail || /^content-[a-z-]+:/im.test(head.split(/\n\r?\n/, 1)[0] ?? '')) return mail
  return head.includes('\0') || head.startsWith('%PDF-') ? null : Buffer.concat([blankLine, mail])
}

const blankLine = Buffer.from('\r\n')
const signedTypes = /^application\/(?:x-)?pkcs7-mime$|^application\/octet-stream$/

function hasMoreLines(raw: Uint8Array, max: number): boolean {
  let lines = 0
  for (let at = raw.indexOf(10); at >= 0 && lines <= max; at = raw.indexOf(10, at + 1)) lines++
  return lines > max
}

/** A part without an encoding is kept as two chunks a line,
 * which take a hundred times the memory of a short line. */
function joinChunks(chunks: (Uint8Array | ArrayBuffer | string)[], from: number) {
  const joined = Buffer.concat(
    chunks
      .splice(from)
      .map(chunk => (chunk instanceof ArrayBuffer ? new Uint8Array(chunk) : Buffer.from(chunk))),
  )
  chunks.push(joined)
}
