import type { Language } from './messages.ts'

const units = [
  { seconds: 3600, from: 7200, tr: 'saat', en: 'hour' },
  { seconds: 60, from: 60, tr: 'dakika', en: 'minute' },
  { seconds: 1, from: 0, tr: 'saniye', en: 'second' },
] as const

/** How long to wait, rounded up: `45 saniye`, `3 minutes`. */
export function waitIn(language: Language, seconds: number) {
  const unit = units.find(({ from }) => seconds >= from) ?? units[2]
  const count = Math.ceil(seconds / unit.seconds)
  return `${count} ${unit[language]}${language === 'en' && count > 1 ? 's' : ''}`
}
