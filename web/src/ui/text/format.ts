import { soonDays } from '#contract/fields.ts'
import type { Language } from '#contract/messages.ts'
import { numberIn, sizeIn } from '#contract/sizes.ts'
import { language } from '../../browser/language.ts'

const locales = { tr: 'tr-TR', en: 'en-GB' } as const
const two = (value: number) => String(value).padStart(2, '0')

/** `21/11/2026 - 13:45` in the reader's time zone, as tables have it. */
export const dateTime = (instant: string) => {
  const at = new Date(instant)
  return `${two(at.getDate())}/${two(at.getMonth() + 1)}/${at.getFullYear()} - ${two(at.getHours())}:${two(at.getMinutes())}`
}

/** `21-11-2026 13:45:10` in the reader's time zone, as tickets have it. */
export const ticketTime = (instant: string) => {
  const at = new Date(instant)
  return `${two(at.getDate())}-${two(at.getMonth() + 1)}-${at.getFullYear()} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** A calendar day, `YYYY-MM-DD`, as `21/11/2026`. It has no time zone, so it never becomes a Date. */
export const day = (value: string) => value.split('-').reverse().join('/')

const dayShape = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/

/** Whether a text is written as a day is, whether there is such a day or not. */
export const looksLikeDay = (written: string) => dayShape.test(written.trim())

/** A day as people write it, `21/11/2026`, `1.2.2026` or `1-2-2026`: day, month, year, as `YYYY-MM-DD`; null where there is no such day. */
export function dayFrom(written: string): string | null {
  const [, date = '', month = '', year = ''] = dayShape.exec(written.trim()) ?? []
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  const real = year !== '' && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(date)
  return real ? `${year}-${two(Number(month))}-${two(Number(date))}` : null
}

/** The calendar day of an instant where the reader is, `YYYY-MM-DD`. */
export const dayOf = (instant: string | number) => {
  const at = new Date(instant)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** How many days lie from one calendar day to another, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** One formatter for each language: making one costs more than a hundred uses. */
function formatter<F extends object>(make: (locale: string) => F) {
  const made: Partial<Record<Language, F>> = {}
  return (as: Language): F => (made[as] ??= make(locales[as]))
}

const longDays = formatter(
  locale => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric', weekday: 'long', timeZone: 'UTC' }),
)
const shortDays = formatter(locale => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }))

/** `21 Kasım 2026 Cumartesi`: a day in words. */
export const longDay = (value: string, as: Language = language) => longDays(as).format(new Date(value))

/** `16 Kas`: a calendar day, short. */
export const shortDay = (value: string, as: Language = language) => shortDays(as).format(new Date(value))

// Written out: a browser's own words for this come with ten milliseconds of loading, and every list has them.
const units = [
  { seconds: 31_557_600, tr: ['geçen yıl', 'yıl önce'], en: ['last year', 'years ago'] },
  { seconds: 2_629_800, tr: ['geçen ay', 'ay önce'], en: ['last month', 'months ago'] },
  { seconds: 604_800, tr: ['geçen hafta', 'hafta önce'], en: ['last week', 'weeks ago'] },
  { seconds: 86_400, tr: ['dün', 'gün önce'], en: ['yesterday', 'days ago'] },
  { seconds: 3_600, tr: ['1 saat önce', 'saat önce'], en: ['1 hour ago', 'hours ago'] },
  { seconds: 60, tr: ['1 dakika önce', 'dakika önce'], en: ['1 minute ago', 'minutes ago'] },
] as const

/** How long ago an instant was: `2 saat önce`. From a day on by the reader's calendar: "dün" is never the day before yesterday. */
export function relativeTime(instant: string, now: number, as: Language = language) {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000)
  const byCalendar = seconds < 86_400 ? 0 : daysBetween(dayOf(instant), dayOf(now)) * 86_400
  const countOf = (unit: { seconds: number }) => Math.floor((unit.seconds < 86_400 ? seconds : byCalendar) / unit.seconds)
  const unit = units.find(each => countOf(each) >= 1)
  if (!unit) return { tr: 'şimdi', en: 'now' }[as]
  const count = countOf(unit)
  const [one, more] = unit[as]
  return count === 1 ? one : `${count} ${more}`
}

/** `2.048` / `2,048`: a whole number. Every table has one, and the first formatter of numbers that a browser makes takes it ten milliseconds. */
export const number = (value: number, as: Language = language) => numberIn(as, value)

/** How many rows a list has, as it says; `10.000+` where there are others. */
export const countInWords = ({ total = 0, more }: { total?: number | undefined; more?: boolean | undefined }) =>
  `${number(total)}${more ? '+' : ''}`

/** Bytes as people read them: `2,4 MB`. */
export const fileSize = (bytes: number, as: Language = language) => sizeIn(as, bytes)

/** Where a day of ending stands: `soon` is within thirty days, as the server counts too. */
export function coverage(until: string, today: string): 'valid' | 'soon' | 'ended' {
  const left = daysBetween(today, until)
  return left < 0 ? 'ended' : left <= soonDays ? 'soon' : 'valid'
}
