export type Part = { text: string; href?: string }

/** Ends at a blank, a quotation mark or an apostrophe: in Turkish that is where a name's ending begins. */
const address = /\bhttps?:\/\/[^\s<>"'’“”«»`]+/giu
/** Direction marks and their like: with one of them an address reads as another. */
const unseen = /\p{Cf}/u
const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
] as const

/** A message's text in parts, of which web addresses are links; a sentence's own punctuation after one is not part of it. */
export function partsOf(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(address)) {
    const link = trimmed(found)
    if (!isAddress(link) || unseen.test(found)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: link, href: link })
    end = index + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}

function trimmed(found: string) {
  const unopened = Object.fromEntries(brackets.map(([open, close]) => [close, count(found, close) - count(found, open)]))
  let end = found.length
  for (;;) {
    const last = found[end - 1] ?? ''
    const spare = unopened[last]
    if (spare === undefined ? !/[.,;:!?…*_~]/.test(last) : spare <= 0) return found.slice(0, end)
    if (spare !== undefined) unopened[last] = spare - 1
    end -= 1
  }
}

const count = (text: string, letter: string) => text.split(letter).length - 1

function isAddress(link: string) {
  const url = URL.parse(link)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') && url.hostname !== ''
}
