import * as z from 'zod/mini'
import { hasDirectionMark } from './direction.ts'

/** The input limits of every call, in characters unless said otherwise. */
export const limits = {
  name: 200,
  sku: 100,
  title: 200,
  description: 5_000,
  notes: 5_000,
  message: 10_000,
  email: 254,
  phone: 40,
  fileName: 255,
  fileType: 127,
  search: 200,
  password: { min: 8, max: 200 },
  idempotencyKey: 200,
  /** a code of an app, or a recovery code, with blanks */
  code: 40,
  /** how many of its users a browser is known by */
  devices: 10,
  /** a day, or an ISO date and time of which the day is taken */
  date: 40,
} as const

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const controlsInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/
const wellFormed = (value: string) => value.isWellFormed()

/** No control characters, no halves of characters, no direction marks. */
export const plain = () =>
  [
    z.refine<string>(value => !controls.test(value) && wellFormed(value), 'controlCharacters'),
    z.refine<string>(value => !hasDirectionMark(value), 'directionMarks'),
  ] as const

/** One line of text, trimmed. */
export const line = (max: number, min = 1) => z.string().check(z.trim(), z.minLength(min), z.maxLength(max), ...plain())

/** Text of many lines, trimmed: no control characters but tab and new line. Its direction marks are shown wherever it is read. */
export const text = (max: number, min = 1) =>
  z.string().check(
    z.trim(),
    z.minLength(min),
    z.maxLength(max),
    z.refine(value => !controlsInText.test(value) && wellFormed(value), 'controlCharacters'),
  )

/** A file's name: kept as given, so it must not be able to look like a path or to turn itself around. */
export const fileName = line(limits.fileName).check(z.refine(value => !/[/\\]/.test(value) && !/^\.{1,2}$/.test(value), 'pathInFileName'))

/** `E-Mail@Example.com`, compared in lower case (ASCII only: an e-mail address is not Turkish). */
export const email = z.string().check(
  z.trim(),
  z.minLength(1, { abort: true }),
  z.maxLength(limits.email, { abort: true }), // the pattern's time grows with the square of a text's length
  z.regex(/^[^\s@<>"(),:;\\[\]\p{C}]+@[^\s@<>"(),:;\\[\]\p{C}]+\.[^\s@<>"(),:;\\[\]\p{C}]+$/u, 'email'),
  asciiLowerCase(),
)

/** An e-mail address as somebody writes it to sign in: where nobody has it, that is not said. */
export const emailOfSignIn = line(limits.email).check(asciiLowerCase())

function asciiLowerCase() {
  return z.overwrite<string>(value => value.replace(/[A-Z]/g, letter => letter.toLowerCase()))
}

/** A UUID that is the id of something. */
export const id = z.uuid()

/** A calendar day of 1900 to 2999, `YYYY-MM-DD`; of an ISO date and time its day is taken. */
export const day = z.pipe(
  z.string().check(
    z.maxLength(limits.date),
    z.overwrite(value => (/^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value)),
  ),
  z.iso.date().check(z.refine(value => value >= '1900' && value < '3000', 'yearOutOfRange')),
)

/** What ends within so many days, ends soon. */
export const soonDays = 30

/** An instant, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** One year after a day: 29 February becomes 28 February. */
export function oneYearAfter(start: string): string {
  const [year = 0, month = 1, date = 1] = start.split('-').map(Number)
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate()
  return `${String(year + 1).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`
}

/** The answer of an update or a delete: a sentence in the caller's language. */
export const Done = z.object({ message: z.string() })

/** Of a change, in which every field may be left out. */
export const somethingToChange = z.refine<object>(change => Object.values(change).some(value => value !== undefined), 'nothingToChange')
