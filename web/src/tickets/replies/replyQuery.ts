import type { SavedReply } from '#contract/saved-replies.ts'
import type { Language } from '#contract/text/messages.ts'
import { fold } from '#contract/text/turkish.ts'

/** `/` at the start of a word, and what is typed after it up to the caret. */
export type ReplyQuery = { start: number; query: string }

export function replyQueryAt(text: string, caret: number): ReplyQuery | null {
  const typed = /(?:^|\s)\/([\p{L}\p{M}\p{N}_-]{0,40})$/u.exec(text.slice(0, caret))
  if (!typed) return null
  const query = typed[1] ?? ''
  return { start: caret - query.length - 1, query }
}

/** Those whose shortcode begins with the query, then those that have it in the shortcode,
 * then those that have it in a text. */
export function matchReplies(replies: readonly SavedReply[], query: string): SavedReply[] {
  const folded = fold(query)
  const rankOf = ({ shortcode, turkish, english }: SavedReply) => {
    const at = fold(shortcode).indexOf(folded)
    if (at >= 0) return at === 0 ? 0 : 1
    return fold(turkish).includes(folded) || fold(english).includes(folded) ? 2 : 3
  }
  return replies
    .map(reply => ({ reply, rank: rankOf(reply) }))
    .filter(({ rank }) => rank < 3)
    .sort((a, b) => a.rank - b.rank)
    .map(({ reply }) => reply)
}

/** The text in a language, or the only one there is, with its language. */
export function textOfReply({ turkish, english }: SavedReply, language: Language) {
  const texts: Record<Language, string> = { tr: turkish, en: english }
  const other = language === 'tr' ? 'en' : 'tr'
  return texts[language]
    ? { text: texts[language], language }
    : { text: texts[other], language: other as Language }
}
