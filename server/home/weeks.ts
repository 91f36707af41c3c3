const day = 86_400_000

export function dayIn(timeZone: string, instant: number): string {
  return new Date(wallClock(timeZone, instant)).toISOString().slice(0, 10)
}

export const daysAfter = (start: string, days: number) =>
  new Date(Date.parse(start) + days * day).toISOString().slice(0, 10)

/** The Mondays of the last `count` weeks, the current one included,
 * and the instants at which they begin in the time zone. */
export function lastWeeks(
  timeZone: string,
  now: number,
  count: number,
): { start: string; instant: string }[] {
  const today = dayIn(timeZone, now)
  const monday = daysAfter(today, -((new Date(today).getUTCDay() + 6) % 7))
  return Array.from({ length: count }, (_, i) => {
    const start = daysAfter(monday, (i - count + 1) * 7)
    return { start, instant: new Date(midnight(timeZone, start)).toISOString() }
  })
}

/** The instant at which a day begins. A second pass corrects the
 * offset where the clocks change between the guess and midnight. */
function midnight(timeZone: string, start: string): number {
  const wanted = Date.parse(start)
  const guess = wanted - (wallClock(timeZone, wanted) - wanted)
  return wanted - (wallClock(timeZone, guess) - guess)
}

function wallClock(timeZone: string, instant: number): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((instant % 1000) + 1000) % 1000)
}

/** An LRU cache by the time zone's name in lower case: names are case-insensitive. */
const formats = new Map<string, Intl.DateTimeFormat>()
const maxFormats = 1_000
function formatOf(timeZone: string) {
  const key = timeZone.toLowerCase()
  const format = formats.get(key) ?? newFormat(timeZone)
  formats.delete(key)
  formats.set(key, format)
  if (formats.size > maxFormats) formats.delete(formats.keys().next().value as string)
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
