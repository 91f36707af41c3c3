// What is seen of a text, for searching, comparing and "required":
// equal to `fold` in SQL. Not for mail addresses, SKUs or file endings.

/** Nothing is drawn for them. Beside Unicode's own property: annotation
 * marks, the place of a picture in a rich text and the null notehead. */
const unseen = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u{1d159}]/gu
const accents = /[\u0300-\u036f]/g
const blanks = /[\p{White_Space}\u2800]+/gu
const dashes = /[\u2010-\u2015\u2212]/g
/** A mark is drawn with the letter before it, if there is one. */
const seen = /[^\p{M}\p{White_Space}\u2800\p{Default_Ignorable_Code_Point}\ufff9-\ufffc\u{1d159}]/u

/** For numbers, colours and codes, as they are pasted: emoji and
 * some scripts need the joiners that this removes. */
export const withoutUnseen = (value: string) => value.replace(unseen, '')

/** İ I ı i become one letter, and so do ş and s, ç and c, ğ and
 * g, ö and o, ü and u; any blanks one blank, any dash `-`. */
export const fold = (value: string) =>
  withoutUnseen(value.normalize('NFKD'))
    .replace(accents, '')
    .replace(blanks, ' ')
    .replace(dashes, '-')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .trim()

/** Whether a reader sees anything of a text. */
export const isSeen = (value: string) => seen.test(value)

let collator: Intl.Collator | undefined

/** Compares names in Turkish order: ç after c, ı before i, ş after s. Its
 * first use takes ten milliseconds, which a page that sorts nothing does not wait for. */
export function inTurkishOrder(a: string, b: string) {
  collator ??= new Intl.Collator('tr', { numeric: true })
  return collator.compare(a, b)
}

/** The text with one blank in place of several, and of those
 * that break no line, as they are pasted. */
export const withSingleBlanks = (text: string) => text.replace(/\s+/g, ' ')
