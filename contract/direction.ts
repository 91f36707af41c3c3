/** Characters that turn or hint the reading direction (Unicode, Bidi_Control), with the abbreviations that Unicode has for them. */
const names: Record<string, string> = {
  '\u061c': 'ALM',
  '\u200e': 'LRM',
  '\u200f': 'RLM',
  '\u202a': 'LRE',
  '\u202b': 'RLE',
  '\u202c': 'PDF',
  '\u202d': 'LRO',
  '\u202e': 'RLO',
  '\u2066': 'LRI',
  '\u2067': 'RLI',
  '\u2068': 'FSI',
  '\u2069': 'PDI',
}
const mark = /([\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069])/

/** Whether a text has a character that turns or hints the reading direction: it makes `fdp.exe` out of `exe.pdf`. */
export const hasDirectionMark = (text: string): boolean => mark.test(text)

/** A text in parts: what was written, and between it the names of the direction marks that stood there. */
export const directionParts = (text: string): { text: string; mark?: string }[] =>
  text
    .split(mark)
    .map((part, place) => (place % 2 === 1 ? { text: `⟦${names[part]}⟧`, mark: names[part] as string } : { text: part }))
    .filter(part => part.text !== '')

/** A text with each direction mark as something to read, such as `⟦RLO⟧`: it turns nothing any more. */
export const withVisibleMarks = (text: string): string =>
  directionParts(text)
    .map(part => part.text)
    .join('')
