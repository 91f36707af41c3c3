const day = 86_400_000

/** The day it is in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, instant: number): string {
  return new Date(wallClock(timeZone, instant)).toISOString().slice(0, 10)
}

/** A day so many days after another. */
export const daysAfter = (start: string, days: number) => new Date(Date.parse(start) + days * day).toISOString().slice(0, 10)

/** The last `count` weeks up to now's: the Monday on which each begins, and the instant at which it does in a time zone. */
export function lastWeeks(timeZone: string, now: number, count: number): { start: string; instant: string }[] {
  const today = dayIn(timeZone, now)
  const monday = daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  return Array.from({ length: count }, (_, i) => {
    const start = daysAfter(monday, (i - count + 1) * 7)
    return { start, instant: new Date(midnight(timeZone, start)).toISOString() }
  })
}

/** When a day begins in a time zone. The offset is that of the guess, so a clock that is changed in between is met at the second one. */
function midnight(timeZone: string, start: string): number {
  const wanted = Date.parse(start)
  const guess = wanted - (wallClock(timeZone, wanted) - wanted)
  return wanted - (wallClock(timeZone, guess) - guess)
}

/** What the clocks of a time zone show at an instant, as if it were UTC. */
function wallClock(timeZone: string, instant: number): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000)
}

/** By the name of the time zone in small letters: it is the same in large ones. Those asked for last are at the end, and stay. */
const formats = new Map<string, Intl.DateTimeFormat>()
const mostFormats = 1_000
function formatOf(timeZone: string) {
  const key = timeZone.toLowerCase()
  const format = formats.get(key) ?? newFormat(timeZone)
  formats.delete(key)
  formats.set(key, format)
  if (formats.size > mostFormats) formats.delete(formats.keys().next().value as string)
  return format
}

function newFormat(timeZone: string) {
  return new Intl.DateTimeFormat('en', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
}
