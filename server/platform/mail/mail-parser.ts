import PostalMime, { type PostalMimeOptions } from 'postal-mime'
import { decodeHeaderLine, decodeText } from './charset.ts'
import { flowOf, unflow } from './flowed.ts'

/** What postal-mime 4.0.0 has and does not declare. */
type Part = {
  state: 'header' | 'body' | 'finished'
  contentDecoder: { chunks: (Uint8Array | ArrayBuffer | string)[] } | null
  content: ArrayBuffer | null
  contentType: { parsed: { value: string; params: Record<string, string> } }
  getTextContent(): string
}
type Internals = {
  currentNode: Part
  processLine(line: Uint8Array, isFinal: boolean): Promise<void>
  collectNode(part: Part, ...selection: unknown[]): Promise<void>
}
const Parser = PostalMime as unknown as new (options: PostalMimeOptions) => PostalMime & Internals

/** What follows in a part is in the raw mail only. */
const maxTextBytes = 4_000_000
const maxParts = 2_000

/** postal-mime with the charsets and flowed lines of each part read as mail programs write them. */
export class MailParser extends Parser {
  #parts = 0
  #lastPart = this.currentNode
  #joined = 0

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

  override collectNode(part: Part, ...selection: unknown[]) {
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
