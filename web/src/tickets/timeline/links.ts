export type TextPart = { text: string; href?: string }

/** Ends at whitespace, a quotation mark or an apostrophe,
 * which separates Turkish suffixes from names. */
const urlPattern = /\bhttps?:\/\/[^\s<>"'’“”«»`]+/giu
/** Direction marks and other invisible characters make an address look like another one. */
const invisibleCharacter = /\p{Cf}/u
const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** Splits a text into plain parts and web addresses; the punctuation
 * of the sentence after an address is not part of it. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    const link = trimPunctuation(match)
    if (!isWebUrl(link) || invisibleCharacter.test(match)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: link, href: link })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function trimPunctuation(text: string) {
  const unopenedCounts = Object.fromEntries(
    brackets.map(([open, close]) => [close, count(text, close) - count(text, open)]),
  )
  let end = text.length
  for (;;) {
    const last = text[end - 1] ?? ''
    const surplus = unopenedCounts[last]
    if (surplus === undefined ? !/[.,;:!?…*_~]/.test(last) : surplus <= 0) return text.slice(0, end)
    if (surplus !== undefined) unopenedCounts[last] = surplus - 1
    end -= 1
  }
}

const count = (text: string, character: string) => text.split(character).length - 1

function isWebUrl(link: string) {
  const url = URL.parse(link)
  return (
    url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
  )
}
