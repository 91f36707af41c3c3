/**
 * The one form in which texts are searched and compared: İ I ı i are one letter, so are ş and s, ç and c, ğ and g, ö and o, ü and u.
 * The database's `fold` does the same. Not for e-mails, SKUs used as keys, or file endings.
 */
export const fold = (value: string) =>
  value
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ı', 'i')

const collator = new Intl.Collator('tr', { numeric: true })

/** Sorts names as Turkish does: ç after c, ı before i, ş after s. */
export const inTurkishOrder = (a: string, b: string) => collator.compare(a, b)
