import { fold } from '#contract/text/turkish.ts'
import { findRule, readLine } from '../text/lines.ts'
import { splitReply } from '../text/reply.ts'
import { noticeRules } from '../text/signatures.ts'

/** Characters of a beginning by which two texts are compared. */
const compared = 20
/** Characters that are searched for a beginning. */
const searched = 100_000
/** A shorter text is no notice, and no stub that says that the mail is HTML. */
const shortestNotice = 4 // words

/** Whether the text part of a mail has what its author wrote. It can have a notice or a
 * stub alone; the HTML, which programs show, has more above that, or another text. */
export function hasWrittenText(plain: string, ofHtml: string): boolean {
  const [plainReply, htmlReply] = [plain, ofHtml].map(text => splitReply(text).reply) as [
    string,
    string,
  ]
  const [ofPlain, other] = [wordsOf(plainReply), wordsOf(htmlReply)]
  if (other === '') return true
  if (ofPlain === '') return false
  if (ofPlain.startsWith(other) || other.startsWith(ofPlain)) return true
  if (wordsOf(plain).includes(beginningOf(other))) return true
  if (wordsOf(ofHtml).includes(beginningOf(ofPlain))) return false
  const isShort = ofPlain.trim().split(' ').length < shortestNotice
  return isShort ? ofHtml.length <= 10 * plain.length : isNotice(htmlReply)
}

/** Words without what the two forms of a mail write differently; one space around each. */
const wordsOf = (text: string) =>
  fold(text.slice(0, searched).replace(/<?\b(?:https?:|mailto:)\S*/g, ''))
    .replace(/\p{Cf}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/^ ?(?=.)/, ' ')
    .replace(/ ?$/, ' ')
    .replace(/^ $/, '')

function beginningOf(words: string): string {
  const end = words.indexOf(' ', compared)
  return end < 0 ? words : words.slice(0, end + 1)
}

const isNotice = (text: string) => findRule(noticeRules, readLine(text).folded) !== undefined
