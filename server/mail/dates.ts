import type { Language } from '#contract/text/messages.ts'

type Reader = {
  language: Language
  /** The vendor's, as the server does not know the reader's. */
  timeZone: string
}

const locales = { tr: 'tr-TR', en: 'en-GB' }

/** `22 Kasım 2026 05:30 GMT+3` */
export const fullDate = (date: string, { language, timeZone }: Reader) =>
  new Intl.DateTimeFormat(locales[language], {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'shortOffset',
    timeZone,
  }).format(new Date(date))

export const todayIn = (timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(new Date())
