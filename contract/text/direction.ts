/** The characters of Unicode's Bidi_Control, with Unicode's abbreviations. */
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

/** Whether a text contains a Bidi_Control character, which can display `fdp.exe` as `exe.pdf`. */
export const hasDirectionMark = (text: string): boolean => mark.test(text)

/** The text without Bidi_Control characters. */
export const withoutDirectionMarks = (text: string): string =>
  text.replace(/\p{Bidi_Control}/gu, '')

/** The text without LRM, RLM and ALM, which messengers write before a file's name. */
export const withoutImplicitMarks = (text: string): string =>
  text.replace(/[\u061c\u200e\u200f]/g, '')

/** Splits a text at its direction marks; a part with `mark` (Unicode's
 * abbreviation) stands for one and has `⟦mark⟧` as its text. */
export const directionParts = (text: string): { text: string; mark?: string }[] =>
  text
    .split(mark)
    .map((part, index) =>
      index % 2 === 1 ? { text: `⟦${names[part]}⟧`, mark: names[part] as string } : { text: part },
    )
    .filter(part => part.text !== '')

/** The text with each direction mark replaced by its abbreviation, such as `⟦RLO⟧`. */
export const withVisibleMarks = (text: string): string =>
  directionParts(text)
    .map(part => part.text)
    .join('')
