import { fold } from '#contract/text/turkish.ts'
import { findAttribution, isFollowedByQuote } from './attributions.ts'
import { elementDivider, findDivider, isRule, type QuotedEnd } from './dividers.ts'
import { type KnownText, knownText } from './known-text.ts'
import { type Line, readLine, readLines } from './lines.ts'
import { findSignature, type Sender } from './signatures.ts'
import { isOfPortal, type LineRole, readTypedLines } from './typed-lines.ts'

/** What follows in a longer text is quoted or a log; it stays in the rest unread. */
const mostLength = 300_000
const mostEnds = 20

/** What a reply is compared with: the ticket's messages, and the addresses from which they are
 * mailed. `keepsDoubtful`: a quote that has none of them stays; its author may want to show it. */
export type Answered = {
  messages: readonly string[]
  addresses: readonly string[]
  keepsDoubtful: boolean
}
type Compared = { known: KnownText; addresses: string[]; keepsDoubtful: boolean }

/** A mail's text without quotes and signature, and all other lines in their order.
 * Also in the rest: `quote`, without marks at the end, and `forwarded`, the same where there
 * is no reply. `unanswered`: of a mail that replies to none, with all that it quotes. */
export function splitReply(
  text: string,
  { sender, answered }: { sender?: Sender | undefined; answered?: Answered | undefined } = {},
): {
  reply: string
  rest: string
  quote: string
  forwarded: string
  unanswered: string
} {
  const end =
    text.length > mostLength ? text.lastIndexOf('\n', mostLength) + 1 || mostLength : text.length
  const lines = readLines(text.slice(0, end))
  const compared = answered && {
    known: knownText(answered.messages),
    addresses: answered.addresses.map(fold),
    keepsDoubtful: answered.keepsDoubtful,
  }
  const { quote, kept } = findQuotedEnd(lines, compared)
  const doubtful = answered?.keepsDoubtful ? new Set<number>() : undefined
  const roles = rolesOf(lines, quote.start, doubtful)
  const texts = compared
    ? readTypedLines(lines, roles, { known: compared.known, doubtful })
    : new Map<number, string>()
  markSignatures(lines, roles, kept, sender)
  markRulesAbove(lines, roles)
  const range = rangeOfReply(roles)
  const isKept = (i: number) =>
    range !== null &&
    i >= range.first &&
    i <= range.last &&
    roles[i] !== 'attribution' &&
    roles[i] !== 'signature'
  const reply: string[] = []
  const rest: string[] = []
  for (const [i, line] of lines.entries())
    if (line.text.endsWith(elementDivider)) {
      // nobody wrote it
    } else if (!isKept(i)) rest.push(line.text)
    else if (texts.get(i) !== '' || reply.at(-1) !== '') reply.push(texts.get(i) ?? line.text)
  const quoted = trimLines(lines.slice(quote.text).map(line => line.text))
  return {
    reply: trimLines(reply),
    rest: trimLines([...rest, text.slice(end)]),
    quote: quoted,
    forwarded: range || !quote.canBeForward ? '' : quoted,
    unanswered: withoutSignature(lines, roles),
  }
}

/** `kept`: where quotes of others begin above it, which its author wants to show. */
function findQuotedEnd(
  lines: readonly Line[],
  compared: Compared | undefined,
): { quote: QuotedEnd; kept: number[] } {
  const ends = quotedEnds(lines)
  const kept: number[] = []
  for (let found = ends.next().value; found; ) {
    if (!compared?.keepsDoubtful || kept.length >= mostEnds) return { quote: found, kept }
    const next = ends.next().value
    if (isQuoteOf(lines, compared, found, next?.start)) return { quote: found, kept }
    kept.push(found.start)
    found = next
  }
  const end = lines.length
  return { quote: { start: end, text: end, read: end, canBeForward: false, isCertain: true }, kept }
}

/** Where a quote without marks can begin, from the first line on. */
function* quotedEnds(lines: readonly Line[]): Generator<QuotedEnd, undefined> {
  for (let i = 0; i < lines.length; i++) {
    const divider = findDivider(lines, i)
    const attribution = divider ? null : findAttribution(lines, i)
    if (divider) {
      yield divider
      i = divider.read
    } else if (attribution?.isCertain && !isFollowedByQuote(lines, i) && i + 1 < lines.length)
      yield {
        start: attribution.start,
        text: i + 1,
        read: i,
        canBeForward: false,
        isCertain: false,
      }
  }
}

/** Lines below the first one of a quote that can name who wrote it. */
const mostIntroduction = 6
/** Fewer words of a message can be another text's too. */
const fewWords = 3

/** Whether a quote is one of a message or a mail of the portal, before another quote begins. */
function isQuoteOf(
  lines: readonly Line[],
  { known, addresses }: Compared,
  { start, text, isCertain }: QuotedEnd,
  next = lines.length,
): boolean {
  if (isCertain) return true
  const end = Math.min(next, startOfMarked(lines, text))
  const quoted = lines.slice(start, end)
  const introduction = text + mostIntroduction - start
  return (
    isOfPortal(quoted, introduction) ||
    quoted
      .slice(0, introduction)
      .some(({ folded }) => addresses.some(address => folded.includes(address))) ||
    quoted.slice(text - start).some(line => (known.match(line)?.words ?? 0) >= fewWords)
  )
}

/** Where a quote with marks begins, or the sentence above it: it is another one. */
function startOfMarked(lines: readonly Line[], from: number): number {
  const marked = lines.findIndex(({ isQuoted }, i) => i >= from && isQuoted)
  if (marked < 0) return lines.length
  for (let i = marked - 1; i >= from; i--)
    if (!lines[i]?.isBlank) return findAttribution(lines, i)?.start ?? marked
  return marked
}

/** `doubtful`: the lines of introductions without a date or an address are added to it. */
function rolesOf(lines: readonly Line[], end: number, doubtful?: Set<number>): LineRole[] {
  const roles: LineRole[] = lines
    .slice(0, end)
    .map(line => (line.isBlank ? 'blank' : line.isQuoted ? 'quote' : 'written'))
  for (let i = 0; i < end; i++) {
    if (roles[i] !== 'written') continue
    const attribution = findAttribution(lines, i)
    const isAbove = isFollowedByQuote(lines, i)
    if (attribution && ((attribution.isCertain && !doubtful) || isAbove)) {
      roles.fill('attribution', attribution.start, i + 1)
      if (!attribution.isCertain) doubtful?.add(i)
    } else if (isWrappedQuote(lines, i)) roles[i] = 'quote'
  }
  return roles
}

/** `quotes`: where quotes begin that stay; a signature ends above them. */
function markSignatures(
  lines: readonly Line[],
  roles: LineRole[],
  quotes: readonly number[],
  sender: Sender | undefined,
) {
  let from = 0
  for (let i = 0; i <= roles.length; i++) {
    const isBetween = i === roles.length || roles[i] === 'quote' || roles[i] === 'attribution'
    if (!isBetween && !quotes.includes(i)) continue
    for (const line of findSignature(lines, from, i, sender)) roles[line] = 'signature'
    from = isBetween ? i + 1 : i
  }
}

/** What an app writes between its own line and a forwarded mail. */
function markRulesAbove(lines: readonly Line[], roles: LineRole[]) {
  for (const [i, role] of roles.entries())
    if (role === 'written' && isRule(lines[i])) roles[i] = 'attribution'
    else if (role !== 'blank' && role !== 'signature') break
}

/** The end of a long quoted line that a program wrapped without a `>` of its own. */
function isWrappedQuote(lines: readonly Line[], i: number) {
  const before = lines[i - 1]
  if (!before?.isQuoted || !lines[i + 1]?.isQuoted) return false
  return (
    before.plain.length >= 65 &&
    !/[.?!:]$/.test(before.plain) &&
    /^\p{Ll}/u.test(lines[i]?.plain ?? '')
  )
}

/** Quotes between written lines belong to the answers, and
 * then also the quote above the first one. */
function rangeOfReply(roles: readonly LineRole[]): { first: number; last: number } | null {
  const first = roles.indexOf('written')
  if (first < 0) return null
  const last = roles.lastIndexOf('written')
  const quote = roles.indexOf('quote')
  const isInterleaved = roles.slice(first, last).includes('quote')
  return { first: isInterleaved && quote < first ? quote : first, last }
}

function withoutSignature(lines: readonly Line[], roles: readonly LineRole[]): string {
  const kept: Line[] = []
  for (const [i, line] of lines.entries())
    if (line.text.endsWith(elementDivider)) {
      // nobody wrote it
    } else if (roles[i] !== 'signature') kept.push(line)
    else while (kept.at(-1)?.isBlank) kept.pop()
  return trimLines(kept.map(line => line.text))
}

function trimLines(lines: readonly string[]): string {
  const isBlank = (line: string | undefined) => line !== undefined && readLine(line).isBlank
  let first = 0
  let last = lines.length
  while (first < last && isBlank(lines[first])) first++
  while (last > first && isBlank(lines[last - 1])) last--
  return lines.slice(first, last).join('\n')
}
