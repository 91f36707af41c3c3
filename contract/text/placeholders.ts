import { fold } from './turkish.ts'

// Words in braces that a saved reply has in place of what differs from ticket to ticket.

/** Each has a Turkish and an English name, which both languages' texts may use. */
export const placeholderNames = {
  name: { tr: 'ad', en: 'name' },
  machine: { tr: 'makine', en: 'machine' },
  serial: { tr: 'seri', en: 'serial' },
  ticket: { tr: 'talep', en: 'ticket' },
} as const
export type Placeholder = keyof typeof placeholderNames

/** Two letters or more, with digits, blanks, `-` and `_` between them: `{}`, `{0}`, `{x}`,
 * `{ a: 1 }` and `{"a"}` are no placeholders, nor is what stands in `${…}` or `{{…}}`. */
const pattern = /\{(\p{L}[\p{L}\p{M}\p{N} _-]{0,38}[\p{L}\p{M}\p{N}])\}/gu

type Found = { text: string; start: number; end: number; known: Placeholder | null }

/** The placeholders of a text in their order; `known` is null for a word of the writer's own. */
export function findPlaceholders(text: string): Found[] {
  return [...text.matchAll(pattern)].flatMap(match => {
    const start = match.index
    const end = start + match[0].length
    if (/[${]/.test(text[start - 1] ?? '') || text[end] === '}') return []
    return [{ text: match[0], start, end, known: knownAs(match[1] as string) }]
  })
}

/** The text with values in place of placeholders; one without a value, or unknown, stays. */
export function fillPlaceholders(text: string, values: Record<Placeholder, string>): string {
  let filled = ''
  let done = 0
  for (const { text: found, start, end, known } of findPlaceholders(text)) {
    filled += text.slice(done, start) + ((known && values[known].trim()) || found)
    done = end
  }
  return filled + text.slice(done)
}

function knownAs(word: string): Placeholder | null {
  const folded = fold(word)
  for (const [placeholder, names] of Object.entries(placeholderNames))
    if (Object.values(names).some(name => name === folded)) return placeholder as Placeholder
  return null
}
