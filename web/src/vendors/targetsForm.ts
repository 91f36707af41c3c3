import * as z from 'zod/mini'
import { timeZone } from '#contract/fields.ts'
import { type Targets, timeOfDay } from '#contract/targets.ts'
import { TicketPriority } from '#contract/tickets.ts'
import { formatDay, parseDay } from '../ui/text/format.ts'

// The fields of the form are texts with flat names: `opens0` and `closes0`
// of Monday, `first.normal` and `next.normal` of a priority.

export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const
const times = ['first', 'next'] as const
type Time = (typeof times)[number]
export const fieldOf = (time: Time, priority: TicketPriority) => `${time}.${priority}`

const text = z.string().check(z.trim())
const minutes = z.pipe(
  z.string(),
  z.transform(value => (value === '' ? null : Number(value))),
)
type Fields = Record<string, string | number | null>

/** `8`, `830` and `8.30` are times too; what is none stays as it is, and is refused. */
const time = z.string().check(
  z.trim(),
  z.overwrite(written =>
    written.replace(/^(\d{1,2})(?:[:.]?(\d\d))?$/, (_, hour: string, minute = '00') =>
      [hour.padStart(2, '0'), minute].join(':'),
    ),
  ),
  z.refine(value => value === '' || timeOfDay.safeParse(value).success, 'timeOfDay'),
)

/** A day that ends at midnight has lasted until then. */
const endOf = (closes: unknown) => (closes === '00:00' ? '24:00' : String(closes))

const linesOf = (days: string) => days.split('\n').filter(line => line.trim() !== '')

/** The contract's targets, from the texts of the fields. */
export const TargetsForm = z.pipe(
  z
    .object<Record<string, z.ZodMiniType<string | number | null>>>({
      timeZone,
      publicHolidays: z.enum(['true', 'false']),
      daysOff: text.check(
        z.refine(days => linesOf(days).every(line => parseDay(line) !== null), 'daysOnLines'),
      ),
      ...Object.fromEntries(
        weekdays.flatMap(day => [
          [`opens${day}`, time],
          [`closes${day}`, time],
        ]),
      ),
      ...Object.fromEntries(
        times.flatMap(time =>
          TicketPriority.options.map(priority => [fieldOf(time, priority), minutes]),
        ),
      ),
    })
    .check(
      ...weekdays.flatMap(day => {
        const [opens, closes] = [`opens${day}`, `closes${day}`]
        const isGiven = (fields: Fields, name: string) => fields[name] !== ''
        return [
          z.refine<Fields>(fields => isGiven(fields, opens) || !isGiven(fields, closes), {
            error: 'required',
            path: [opens],
          }),
          z.refine<Fields>(fields => isGiven(fields, closes) || !isGiven(fields, opens), {
            error: 'required',
            path: [closes],
          }),
          z.refine<Fields>(
            fields =>
              !isGiven(fields, opens) ||
              !isGiven(fields, closes) ||
              String(fields[opens]) < endOf(fields[closes]),
            { error: 'closesBeforeOpens', path: [closes] },
          ),
        ]
      }),
    ),
  z.transform(targetsOf),
)

function targetsOf(fields: Fields): Targets {
  return {
    timeZone: String(fields.timeZone),
    publicHolidays: fields.publicHolidays === 'true',
    daysOff: linesOf(String(fields.daysOff)).map(line => parseDay(line) ?? ''),
    days: weekdays.map(day =>
      fields[`opens${day}`] === ''
        ? null
        : { opens: String(fields[`opens${day}`]), closes: endOf(fields[`closes${day}`]) },
    ),
    ...(Object.fromEntries(
      TicketPriority.options.map(priority => [
        priority,
        Object.fromEntries(times.map(time => [time, fields[fieldOf(time, priority)]])),
      ]),
    ) as Record<TicketPriority, Targets[TicketPriority]>),
  }
}

export const fieldsOf = (targets: Targets): Record<string, string> => ({
  timeZone: targets.timeZone,
  publicHolidays: String(targets.publicHolidays),
  daysOff: targets.daysOff.map(formatDay).join('\n'),
  ...Object.fromEntries(
    targets.days.flatMap((day, i) => [
      [`opens${i}`, day?.opens ?? ''],
      [`closes${i}`, day?.closes ?? ''],
    ]),
  ),
  ...Object.fromEntries(
    times.flatMap(time =>
      TicketPriority.options.map(priority => [
        fieldOf(time, priority),
        String(targets[priority][time] ?? ''),
      ]),
    ),
  ),
})
