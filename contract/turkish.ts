// The form in which texts are searched and compared, equal to `fold` in SQL. Not for e-mails, SKUs used as keys, or file endings.
/** İ I ı i become one letter, and so do ş and s, ç and c, ğ and g, ö and o, ü and u. */
export const fold = (value: string) =>
  value
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ı', 'i')

const collator = new Intl.Collator('tr', { numeric: true })

/** Compares names in Turkish order: ç after c, ı before i, ş after s. */
export const inTurkishOrder = (a: string, b: string) => collator.compare(a, b)

/** The text with one blank in place of several, and of those that break no line, as they are pasted. */
export const withSingleBlanks = (text: string) => text.replace(/\s+/g, ' ')
