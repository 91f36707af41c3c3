import type { Language } from '#contract/text/messages.ts'

type Reader = {
  language: Language
  /** The vendor's, as the server does not know the reader's. */
  timeZone: string
}

const locales = { tr: 'tr-TR', en: 'en-GB' }

/** `22 Kasım 2026 05:30 GMT+3` */
export const fullDate = (date: string, { language, timeZone }: Reader) =>
  formatOf(language, timeZone).format(new Date(date))

/** One for each language and zone: making one takes as long as fifty dates. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(language: Language, timeZone: string) {
  const key = `${language} ${timeZone}`
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(locales[language], {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZoneName: 'shortOffset',
      timeZone,
    })
  formats.set(key, format)
  return format
}

export const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date())
