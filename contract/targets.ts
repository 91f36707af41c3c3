import * as z from 'zod/mini'
import { day, timeZone } from './fields.ts'

/** `HH:MM` of a day, up to `24:00`, its end. */
export const timeOfDay = z
  .string()
  .check(z.trim(), z.maxLength(5), z.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'timeOfDay'))

export const workingDay = z.nullable(
  z.object({ opens: timeOfDay, closes: timeOfDay }).check(
    z.refine(({ opens, closes }) => opens < closes, {
      error: 'closesBeforeOpens',
      path: ['closes'],
    }),
  ),
)

/** In minutes of the working hours; null: none. */
const targetTime = z.nullable(z.int().check(z.minimum(1), z.maximum(60 * 24 * 30)))
/** Within which time the team answers: a new ticket, and what the customer writes after that. */
const Target = z.object({ first: targetTime, next: targetTime })

/** When a vendor's team works, and within which time it answers. */
export const Targets = z.object({
  timeZone,
  /** of the week, Monday first; null: nobody works */
  days: z.array(workingDay).check(z.length(7)),
  /** whether nobody works on Turkey's, and on the eves until 13:00 only */
  publicHolidays: z.boolean(),
  daysOff: z.array(day).check(z.maxLength(100)),
  standing: Target,
  impaired: Target,
  normal: Target,
  question: Target,
})
export type Targets = z.output<typeof Targets>
