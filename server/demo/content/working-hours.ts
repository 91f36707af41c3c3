const minute = 60_000
const day = 1440 * minute
const step = 5 * minute
/** Türkiye's clock is three hours ahead of UTC all year. */
const ahead = 180 * minute

/** Until which minute of a day (`YYYY-MM-DD`) people work in Türkiye: 0 on a public holiday. */
export type WorkingUntil = (day: string) => number

const office = {
  opens: [480, 480, 480, 480, 480, 480, null],
  closes: [1080, 1080, 1080, 1080, 1080, 780, null],
  publicHolidays: true,
}
const aroundTheClock = {
  opens: Array<number | null>(7).fill(0),
  closes: Array<number | null>(7).fill(1440),
  publicHolidays: true,
}
const everyDay = { ...aroundTheClock, publicHolidays: false }

/** Office hours, or else ones in which a reply can be due within the hour. */
export function workingHoursAt(today: Date, workingUntil: WorkingUntil) {
  const now = Math.floor(today.getTime() / step) * step
  const isWorkedIn = (hours: typeof office) => (time: number) => {
    const clock = new Date(time + ahead)
    const weekday = (clock.getUTCDay() + 6) % 7
    const [opens, closes] = [hours.opens[weekday] ?? null, hours.closes[weekday] ?? 0]
    const until = hours.publicHolidays ? workingUntil(clock.toISOString().slice(0, 10)) : 1440
    const at = clock.getUTCHours() * 60 + clock.getUTCMinutes()
    return opens !== null && at >= opens && at < Math.min(closes, until)
  }
  const hours =
    [office, aroundTheClock].find(each => [now, now + 60 * minute].every(isWorkedIn(each))) ??
    everyDay
  const isWorked = isWorkedIn(hours)
  function backTo(start: number) {
    let time = start
    while (!isWorked(time)) time -= step
    return time
  }
  return {
    hours,
    lastWorked: (time: number) => backTo(Math.floor(time / step) * step),
    /** Since when so many minutes have been worked. */
    minutesAgo(minutes: number) {
      let time = now
      for (let worked = 0; worked < minutes; worked += step / minute) time = backTo(time - step)
      return time
    },
    /** Nine o'clock so many days later, or on the next day that is worked. */
    morning(days: number) {
      const midnight = Math.floor((now + ahead) / day) * day - ahead
      let time = midnight + days * day + 540 * minute
      while (!isWorked(time)) time += day
      return new Date(time)
    },
  }
}
