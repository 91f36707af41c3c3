import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js/min'

export type PhonePart = { text: string; href?: string }

/** An extension in Turkish, which the library does not know; not one of several, as in `12-14`. */
const extension = /^[\s,;:(]*(?:d[aâ]h(?:[iıİ]l[iıİ])?|[iİ]ç hat)[\s.:]*(\d{1,6})\)?(?![\d/-])/i

/** Splits a text into its telephone numbers, with links that dial them, and the rest; numbers without a country code are of `country`. */
export function splitPhoneNumbers(text: string, country: string): PhonePart[] {
  const parts: PhonePart[] = []
  let end = 0
  // The library reads a number after a comma or semicolon as the extension of the one before.
  for (const { startsAt, endsAt, number } of findPhoneNumbersInText(text.replace(/[,;]/g, '|'), country as CountryCode)) {
    const [suffix = '', digits] = number.ext ? [] : (extension.exec(text.slice(endsAt)) ?? [])
    if (digits) number.setExt(digits)
    if (startsAt > end) parts.push({ text: text.slice(end, startsAt) })
    end = endsAt + suffix.length
    parts.push({ text: text.slice(startsAt, end), href: number.getURI() })
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
