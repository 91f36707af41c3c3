import { soonDays } from '#contract/fields.ts'
import { withoutDirectionMarks } from '#contract/text/direction.ts'
import type { Language } from '#contract/text/messages.ts'
import { numberIn, sizeIn } from '#contract/text/sizes.ts'
import { language } from '../../messages/current.ts'
import { isolate } from './isolate.ts'

const locales = { tr: 'tr-TR', en: 'en-GB' } as const
const padTwo = (value: number) => String(value).padStart(2, '0')

/** `21/11/2026 - 13:45` in the reader's time zone, for tables. */
export const formatDateTime = (instant: string) => {
  const date = new Date(instant)
  return `${padTwo(date.getDate())}/${padTwo(date.getMonth() + 1)}/${date.getFullYear()} - ${padTwo(date.getHours())}:${padTwo(date.getMinutes())}`
}

/** `21-11-2026 13:45:10` in the reader's time zone, for tickets. */
export const formatTicketTime = (instant: string) => {
  const date = new Date(instant)
  return `${padTwo(date.getDate())}-${padTwo(date.getMonth() + 1)}-${date.getFullYear()} ${padTwo(date.getHours())}:${padTwo(date.getMinutes())}:${padTwo(date.getSeconds())}`
}

/** A calendar day, `YYYY-MM-DD`, as `21/11/2026`. It has no
 * time zone, so it never becomes a Date. */
export const formatDay = (value: string) => value.split('-').reverse().join('/')

/** A calendar day in a text, `21.11.2026` in Turkish; tables and pickers have `formatDay`. */
export const formatDayInText = (value: string, lang: Language = language) =>
  value
    .split('-')
    .reverse()
    .join(lang === 'tr' ? '.' : '/')

const dayPattern = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/
/** Windows copies a day with direction marks. */
const matchDay = (text: string) => dayPattern.exec(withoutDirectionMarks(text).trim())

/** Whether a text has the form of a day, whether that day exists or not. */
export const isDayShaped = (text: string) => matchDay(text) !== null

/** A typed day, `21/11/2026`, `1.2.2026` or `1-2-2026`, as
 * `YYYY-MM-DD`; null where no such day exists. */
export function parseDay(text: string): string | null {
  const [, dayOfMonth = '', month = '', year = ''] = matchDay(text) ?? []
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(dayOfMonth)))
  const exists =
    year !== '' &&
    date.getUTCMonth() === Number(month) - 1 &&
    date.getUTCDate() === Number(dayOfMonth)
  return exists ? `${year}-${padTwo(Number(month))}-${padTwo(Number(dayOfMonth))}` : null
}

/** The calendar day of an instant where the reader is, `YYYY-MM-DD`. */
export const dayOf = (instant: string | number) => {
  const date = new Date(instant)
  return `${date.getFullYear()}-${padTwo(date.getMonth() + 1)}-${padTwo(date.getDate())}`
}

/** The number of days from one calendar day to another, both `YYYY-MM-DD`. */
export const daysBetween = (from: string, to: string) =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

/** One formatter for each language: creating one costs more than a hundred uses. */
function createFormatterCache<F extends object>(create: (locale: string) => F) {
  const cache: Partial<Record<Language, F>> = {}
  return (lang: Language): F => (cache[lang] ??= create(locales[lang]))
}

const longDayFormat = createFormatterCache(
  locale =>
    new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      weekday: 'long',
      timeZone: 'UTC',
    }),
)
const shortDayFormat = createFormatterCache(
  locale => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)

/** `21 Kasım 2026 Cumartesi`: a day in words. */
export const formatLongDay = (value: string, lang: Language = language) =>
  longDayFormat(lang).format(new Date(value))

/** `16 Kas`: a calendar day, short. */
export const formatShortDay = (value: string, lang: Language = language) =>
  shortDayFormat(lang).format(new Date(value))

/** `16 Kas 08:00`: an instant where the reader is, short. */
export const formatShortTime = (instant: string, lang: Language = language) =>
  `${formatShortDay(dayOf(instant), lang)} ${formatDateTime(instant).slice(-5)}`

const nearDays = {
  tr: ['dün', 'bugün', 'yarın'],
  en: ['yesterday at', 'today at', 'tomorrow at'],
} as const

/** `bugün 13:31`, `29.11.2026 13:31`: an instant in a sentence, where the reader is. */
export function formatWhen(instant: string, now: number, lang: Language = language) {
  const day = dayOf(instant)
  const near = nearDays[lang][daysBetween(dayOf(now), day) + 1]
  return `${near ?? formatDayInText(day, lang)} ${formatDateTime(instant).slice(-5)}`
}

// Written out: loading `Intl.RelativeTimeFormat` takes ten milliseconds, and every list would.
const units = [
  { seconds: 31_557_600, tr: ['geçen yıl', 'yıl önce'], en: ['last year', 'years ago'] },
  { seconds: 2_629_800, tr: ['geçen ay', 'ay önce'], en: ['last month', 'months ago'] },
  { seconds: 604_800, tr: ['geçen hafta', 'hafta önce'], en: ['last week', 'weeks ago'] },
  { seconds: 86_400, tr: ['dün', 'gün önce'], en: ['yesterday', 'days ago'] },
  { seconds: 3_600, tr: ['1 saat önce', 'saat önce'], en: ['1 hour ago', 'hours ago'] },
  { seconds: 60, tr: ['1 dk önce', 'dk önce'], en: ['1 min ago', 'min ago'] },
] as const

/** How long ago an instant was, `2 saat önce`; from a day on by the
 * reader's calendar, so that "dün" is never the day before yesterday. */
export function formatRelativeTime(instant: string, now: number, lang: Language = language) {
  const seconds = Math.max(0, (now - Date.parse(instant)) / 1000)
  const byCalendar = seconds < 86_400 ? 0 : daysBetween(dayOf(instant), dayOf(now)) * 86_400
  const countOf = (unit: { seconds: number }) =>
    Math.floor((unit.seconds < 86_400 ? seconds : byCalendar) / unit.seconds)
  const unit = units.find(each => countOf(each) >= 1)
  if (!unit) return { tr: 'şimdi', en: 'now' }[lang]
  const count = countOf(unit)
  const [singular, plural] = unit[lang]
  return count === 1 ? singular : `${count} ${plural}`
}

/** Minutes in the largest units that fit: `1 saat 30 dakika`. */
export function formatDuration(minutes: number, lang: Language = language) {
  const of = (count: number, tr: string, en: string) =>
    count === 0
      ? []
      : [lang === 'tr' ? `${count} ${tr}` : `${count} ${en}${count === 1 ? '' : 's'}`]
  return [
    ...of(Math.floor(minutes / 60), 'saat', 'hour'),
    ...of(minutes % 60, 'dakika', 'minute'),
  ].join(' ')
}

/** Milliseconds in whole minutes, hours or days: `35 dk`, `3 gün`; less than a minute is one. */
export function formatRoughDuration(duration: number, lang: Language = language) {
  const minutes = Math.max(1, Math.floor(duration / 60_000))
  if (minutes < 60) return `${minutes} ${lang === 'tr' ? 'dk' : 'min'}`
  if (minutes < 1_440) return formatDuration(minutes - (minutes % 60), lang)
  const days = Math.floor(minutes / 1_440)
  return lang === 'tr' ? `${days} gün` : `${days} day${days === 1 ? '' : 's'}`
}

/** A whole number, `2.048` / `2,048`, without
 * `Intl.NumberFormat`, whose first use takes ten milliseconds. */
export const formatNumber = (value: number, lang: Language = language) => numberIn(lang, value)

/** The number of rows of a list; `10.000+` where there are more. */
export const formatCount = ({
  total = 0,
  more,
}: {
  total?: number | undefined
  more?: boolean | undefined
}) => `${formatNumber(total)}${more ? '+' : ''}`

/** Names joined as in a sentence. */
export const formatList = (names: string[]) =>
  new Intl.ListFormat(language).format(names.map(isolate))

/** Bytes in the unit that fits: `2,4 MB`. */
export const formatFileSize = (bytes: number, lang: Language = language) => sizeIn(lang, bytes)

/** The state of a coverage; `soon` is within thirty days, as on the server. */
export function coverageState(until: string, today: string): 'valid' | 'soon' | 'ended' {
  const daysLeft = daysBetween(today, until)
  return daysLeft < 0 ? 'ended' : daysLeft <= soonDays ? 'soon' : 'valid'
}
