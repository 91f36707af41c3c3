import { type CountryCode, findPhoneNumbersInText } from 'libphonenumber-js/min'

export type PhonePart = { text: string; href?: string }

/** An extension in Turkish, which the library does not know; not one of several, as in `12-14`. */
const extension = /^[\s,;:(]*(?:d[aâ]h(?:[iıİ]l[iıİ])?|[iİ]ç hat)[\s.:]*(\d{1,6})\)?(?![\d/–-])/i
const oneOfSeveral = /^[\d/–-]/
const itsExtension = /\P{Nd}+\p{Nd}+\P{Nd}*$/u

/** The number behind a code of another country is that
 * country's, but the library has read it as one of `country`. */
const countryCodeBefore = /(?:[+＋]|\b00)\s*\d{1,3}[\s()./–-]*$/

/** Splits a text into its telephone numbers, with links that dial them,
 * and the rest; numbers without a country code are of `country`. */
export function splitPhoneNumbers(text: string, country: string): PhonePart[] {
  const parts: PhonePart[] = []
  let end = 0
  // The library reads a number after one of these as the extension of the one before.
  const found = findPhoneNumbersInText(text.replace(/[,;~]/g, '|'), country as CountryCode)
  for (const [at, { startsAt, endsAt, number }] of found.entries()) {
    const before = text.slice(end, startsAt)
    if (countryCodeBefore.test(before)) continue
    let link = text.slice(startsAt, endsAt)
    if (!number.ext) {
      const [suffix = '', digits = ''] =
        extension.exec(text.slice(endsAt, found[at + 1]?.startsAt)) ?? []
      number.setExt(digits)
      link += suffix
    } else if (oneOfSeveral.test(text.slice(endsAt))) {
      number.setExt('')
      link = link.replace(itsExtension, '')
    }
    if (before) parts.push({ text: before })
    parts.push({ text: link, href: number.getURI() })
    end = startsAt + link.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
