import type { Language } from './messages.ts'

/** `2.048` / `2,048`: a whole number. */
export const numberIn = (language: Language, value: number) =>
  String(value).replace(/\B(?=(\d{3})+$)/g, language === 'tr' ? '.' : ',')

// Cached: making a formatter costs more than a hundred uses.
const tenths: Partial<Record<Language, Intl.NumberFormat>> = {}
const tenthsIn = (language: Language) =>
  (tenths[language] ??= new Intl.NumberFormat({ tr: 'tr-TR', en: 'en-GB' }[language], {
    maximumFractionDigits: 1,
  }))

/** A number of bytes with its unit: `2,4 MB`. A KB is 1,024 bytes. */
export function sizeIn(language: Language, bytes: number) {
  const step = bytes < 1024 ? 0 : bytes < 1024 ** 2 ? 1 : bytes < 1024 ** 3 ? 2 : 3
  const value = bytes / 1024 ** step
  return `${step < 2 ? numberIn(language, Math.round(value)) : tenthsIn(language).format(value)} ${['B', 'KB', 'MB', 'GB'][step]}`
}
