import type { Language } from '#contract/text/messages.ts'

const clocks = {
  tr: { locale: 'tr-TR', timeZone: 'Europe/Istanbul', name: 'Türkiye saati' },
  en: { locale: 'en-GB', timeZone: 'UTC', name: 'UTC' },
}

/** `22 Kasım 2026 05:30 (Türkiye saati)`: the time zone follows
 * the language, as the server does not know the reader's. */
export function fullDate(date: string, language: Language) {
  const { locale, timeZone, name } = clocks[language]
  return `${new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone }).format(new Date(date))} (${name})`
}

export const dateFor = (language: Language) =>
  new Intl.DateTimeFormat('en-CA', {
    dateStyle: 'short',
    timeZone: clocks[language].timeZone,
  }).format(new Date())
