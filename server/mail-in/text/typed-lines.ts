import { attributionRules, containsAddress, containsDate } from './attributions.ts'
import { type KnownText, withoutMark } from './known-text.ts'
import { findRule, type Line } from './lines.ts'

export type LineRole = 'written' | 'quote' | 'attribution' | 'signature' | 'blank'

const mostQuoted = 2_000

/** Lines that only the portal's mails have: `Ayşe Yılmaz yazdı · 27 Kasım 2026 22:02`. */
const heading = / · .{0,40}\d{4},? (?:at )?\d{1,2}:\d\d/
const note =
  /^(?:bu e-postayi yanitla|bu e-postaya yazilan|sorun suruyorsa bu e-posta|bu talebe artik mesaj|reply to this mail|replies to this mail|if the problem persists, reply|no more messages can be)/
const frame = /^#\d{1,9} |https?:\/\/|unsubscribe|\breply\+|\(\d[\d.,]* [kmg]?b\)/
/** Whether a line stands around the messages in the portal's mails. */
export const isFrame = ({ folded }: Line) =>
  frame.test(folded) || heading.test(folded) || note.test(folded)

const link = /\bunsubscribe.{1,7}token|\breply(?:\+|%2b)[a-z2-7]{26}/
const subject = /: .{0,100}\[[^\]]{1,200}\] ?#\d/

/** Whether a quote has what only the portal's mails have; `headers`: so many of its lines can be
 * those of a mail. */
export const isOfPortal = (lines: readonly Line[], headers: number) =>
  lines.some(({ folded }) => heading.test(folded) || note.test(folded) || link.test(folded)) ||
  lines.slice(0, headers).some(({ folded }) => subject.test(folded))

/** Lists that an author marked with `>` become written text, and so do lines typed between the
 * lines of a message; their marks go. `doubtful`: introductions that may be an author's own;
 * then lines above and below a message stay too. @returns the texts that differ from the mail's */
export function readTypedLines(
  lines: readonly Line[],
  roles: LineRole[],
  { known, doubtful }: { known: KnownText; doubtful: ReadonlySet<number> | undefined },
): Map<number, string> {
  const texts = new Map<number, string>()
  const blocks = blocksOf(lines, roles, known)
  const firstKnown = blocks.findIndex(({ isKnown }) => isKnown)
  for (const [at, block] of blocks.entries()) {
    if (block.isKnown) {
      if (block.introducedAt === undefined) markIntroduction(lines, roles, block)
      readBlock(block, roles, texts, doubtful !== undefined)
    } else if (doubtful && isOwn(block, doubtful, at, firstKnown)) {
      for (const { index } of block.quoted) roles[index] = 'written'
      for (let i = block.introducedAt ?? -1; roles[i] === 'attribution'; i--) roles[i] = 'written'
    }
  }
  return texts
}

type Quoted = {
  index: number
  line: Line
  kind: 'known' | 'frame' | 'blank' | 'typed'
  /** It goes on where the known line before it ended. */
  follows: boolean
  isStart: boolean
  question: string
  answer: string
}
type Block = {
  quoted: Quoted[]
  isKnown: boolean
  above: LineRole | undefined
  introducedAt: number | undefined
  isBelowQuote: boolean
}

/** Lines that are quoted together, with the roles of what is above them. */
function blocksOf(lines: readonly Line[], roles: readonly LineRole[], known: KnownText): Block[] {
  const blocks: Block[] = []
  let after: number | undefined
  let block: Block | undefined
  let introducedAt: number | undefined
  let isBelowQuote = false
  let left = mostQuoted
  for (const [index, role] of roles.entries()) {
    const line = lines[index]
    if (role !== 'quote' || !line) {
      block = undefined
      if (role !== 'blank') introducedAt = role === 'attribution' ? index : undefined
      isBelowQuote ||= role === 'attribution'
      continue
    }
    if (left-- === 0) break
    if (!block) {
      const above = roles[index - 1]
      block = { quoted: [], isKnown: false, above, introducedAt, isBelowQuote }
      blocks.push(block)
      introducedAt = undefined
    }
    const own = withoutMark(line)
    const match = known.match(line, after)
    if (match) {
      after = match.end
      block.isKnown = true
    }
    const kind = match ? 'known' : kindOf(own)
    const answer = match?.answer ?? ''
    const question = answer ? own.plain.slice(0, own.plain.lastIndexOf(answer)).trim() : ''
    block.quoted.push({
      index,
      line: own,
      kind,
      follows: !!match?.follows,
      isStart: match?.isStart ?? true,
      question,
      answer,
    })
  }
  return blocks
}

const kindOf = (own: Line) => {
  if (own.isBlank) return 'blank'
  const isFrameLine = own.isQuoted || isFrame(own) || findRule(attributionRules, own.folded)
  return isFrameLine ? 'frame' : 'typed'
}

/** None of a message: what its author quotes of others, or wrote with marks. */
function isOwn(
  { quoted, above, introducedAt, isBelowQuote }: Block,
  doubtful: ReadonlySet<number>,
  at: number,
  firstKnown: number,
): boolean {
  if (quoted.some(({ kind }) => kind === 'frame')) return false
  if (introducedAt !== undefined) return doubtful.has(introducedAt) || at < firstKnown
  return !isBelowQuote || (firstKnown >= 0 && above === 'written')
}

/** In a language without a rule, above the text of a message. */
function markIntroduction(lines: readonly Line[], roles: LineRole[], { quoted }: Block) {
  let index = (quoted[0]?.index ?? 0) - 1
  while (roles[index] === 'blank') index--
  const folded = lines[index]?.folded ?? ''
  if (
    roles[index] === 'written' &&
    folded.endsWith(':') &&
    (containsDate(folded) || containsAddress(folded))
  )
    roles[index] = 'attribution'
}

/** The lines that were typed into a message stay, each below the line that it answers. */
function readBlock(
  { quoted }: Block,
  roles: LineRole[],
  texts: Map<number, string>,
  keepsDoubtful: boolean,
) {
  const isFramed = quoted.some(({ kind }) => kind === 'frame')
  const isFixed = ({ kind }: Quoted) => kind === 'known' || kind === 'frame'
  const isKept = (position: number) => {
    const above = quoted[quoted.findLastIndex((one, at) => at < position && isFixed(one))]
    const below = quoted.find((one, at) => at > position && isFixed(one))
    if (above?.kind === 'known' && below?.kind === 'known' && below.follows) return true
    const ends = below !== undefined && note.test(below.line.folded)
    if (!keepsDoubtful) return above?.kind === 'known' && ends
    if (!isFramed) return true
    const begins = above !== undefined && heading.test(above.line.folded)
    return (above?.kind === 'known' || begins) && (below?.kind === 'known' || ends)
  }
  const kept = new Set<number>()
  for (const [position, { index, line, kind, answer, question }] of quoted.entries()) {
    if (answer) texts.set(index, `> ${question}\n${answer}`)
    else if (kind === 'typed' && isKept(position)) texts.set(index, line.text)
    else continue
    kept.add(position)
  }
  if (kept.size === 0) return
  for (const position of [...kept])
    if (!quoted[position]?.answer) for (const one of questionAbove(quoted, position)) kept.add(one)
  for (const [position, { index, kind }] of quoted.entries()) {
    roles[index] = kept.has(position) ? 'written' : kind === 'blank' ? 'blank' : 'attribution'
    if (kind === 'blank') texts.set(index, '')
  }
}

/** The lines above a typed one that are one line of a message. */
function questionAbove(quoted: readonly Quoted[], position: number): number[] {
  const found: number[] = []
  for (let at = position - 1; at >= 0; at--) {
    const one = quoted[at]
    if (one?.kind === 'blank') continue
    if (one?.kind !== 'known' || one.answer) break
    found.push(at)
    if (one.isStart) break
  }
  return found
}
