import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { canonicalAddress, canReceiveMail, formerAddress } from './text/addresses.ts'
import { hasControls, hasControlsInText } from './text/controls.ts'
import { hasDirectionMark, withoutImplicitMarks } from './text/direction.ts'
import { isSeen } from './text/turkish.ts'

const noControls = () => z.refine<string>(value => !hasControls(value), 'controlCharacters')

/** Checks for no control characters, unpaired surrogates or direction marks. */
export const plain = () =>
  [noControls(), z.refine<string>(value => !hasDirectionMark(value), 'directionMarks')] as const

/** A text of which nothing is seen is an empty one; any other keeps
 * its invisible characters, which emoji and some scripts need. */
export const emptyUnlessSeen = () => z.overwrite<string>(value => (isSeen(value) ? value : ''))

/** One line of text, trimmed. */
export const line = (max: number, min = 1) =>
  z.string().check(z.trim(), emptyUnlessSeen(), z.minLength(min), z.maxLength(max), ...plain())

/** Text of many lines, trimmed; of control characters only tab and
 * new line. Whatever displays it must show its direction marks. */
export const text = (max: number, min = 1) =>
  z.string().check(
    z.trim(),
    emptyUnlessSeen(),
    z.minLength(min),
    z.maxLength(max),
    z.refine(value => !hasControlsInText(value), 'controlCharacters'),
  )

/** A file name is stored unchanged but for implicit
 * direction marks, so it must not look like a path. */
export const fileName = z.string().check(
  z.overwrite(withoutImplicitMarks),
  z.trim(),
  emptyUnlessSeen(),
  z.minLength(1),
  z.maxLength(limits.fileName),
  ...plain(),
  z.refine(value => !/[/\\]/.test(value) && !/^\.{1,2}$/.test(value), 'pathInFileName'),
)

const emailPattern =
  /^[^\s@<>"(),:;\\[\]\p{C}]+@[^\s@<>"(),:;\\[\]\p{C}]+\.[^\s@<>"(),:;\\[\]\p{C}]+$/u

/** An e-mail address, in the one spelling in which it is stored. */
export const email = z.string().check(
  z.trim(),
  z.maxLength(limits.email, { abort: true }), // the pattern takes quadratic time
  z.overwrite(canonicalAddress),
  z.minLength(1, { abort: true }),
  z.maxLength(limits.email, { abort: true }), // a host can be longer in ASCII
  z.regex(emailPattern, { error: 'email', abort: true }),
  z.refine(canReceiveMail, 'email'),
)

/** The same, or nothing. */
export const emailIfAny = z.string().check(
  z.trim(),
  z.maxLength(limits.email, { abort: true }),
  z.overwrite(canonicalAddress),
  z.maxLength(limits.email, { abort: true }),
  z.refine(value => value === '' || emailPattern.test(value), { error: 'email', abort: true }),
  z.refine(value => value === '' || canReceiveMail(value), 'email'),
)

/** The address of an account that exists, as typed: no format is
 * required, so every unknown address gets the same answer. */
export const emailOfAccount = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.email, { abort: true }),
    z.overwrite(formerAddress),
    z.minLength(1, { abort: true }),
    noControls(),
  )

/** The same; empty of a contact without one. */
export const emailOfUser = z
  .string()
  .check(
    z.trim(),
    z.maxLength(limits.email, { abort: true }),
    z.overwrite(formerAddress),
    noControls(),
  )

/** The same where a mistyped address is to be told. Earlier
 * versions accepted more hosts than `email` does. */
export const validEmailOfAccount = emailOfAccount.check(
  z.refine(value => emailPattern.test(canonicalAddress(value)), 'email'),
)

/** Of a link in a mail: its token, and the address to which it was sent. */
export const mailedLink = {
  token: z.string().check(z.minLength(1), z.maxLength(400)),
  email: emailOfAccount,
}

export const id = z.uuid()

/** A day of the years 1900 to 2999, `YYYY-MM-DD`; the time of an ISO date and time is dropped. */
export const day = z.pipe(
  z.string().check(
    z.maxLength(limits.date),
    z.overwrite(value => (/^\d{4}-\d{2}-\d{2}T/.test(value) ? value.slice(0, 10) : value)),
  ),
  z.iso.date().check(z.refine(value => value >= '1900' && value < '3000', 'yearOutOfRange')),
)

/** An end within this many days counts as soon. */
export const soonDays = 30

export const timeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'timeZone'))

export function isTimeZone(name: string) {
  if (!/^[\w+\-/]+$/.test(name)) return false
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** An instant that a client sends. */
export const givenInstant = z.iso.datetime().check(
  z.maxLength(40),
  z.refine(value => value >= '1900' && value < '3000', 'yearOutOfRange'),
)

/** The day one year later; 28 February after 29 February. */
export function oneYearAfter(start: string): string {
  const [year = 0, month = 1, date = 1] = start.split('-').map(Number)
  const last = new Date(Date.UTC(year + 1, month, 0)).getUTCDate()
  return `${String(year + 1).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(Math.min(date, last)).padStart(2, '0')}`
}

/** Whose sessions may be kept on a device; `everyone`: customers and the vendor's team. */
export const keptSessions = z.enum(['nobody', 'customers', 'everyone'])
export type KeptSessions = z.output<typeof keptSessions>

export const language = z.enum(['tr', 'en'])

/** What describes a person, without the address of their account. */
export const personDetails = {
  name: line(limits.name),
  surname: line(limits.name),
  phone: line(limits.phone, 0),
}

/** Where the portal opens after sign-in; `companies`: of a customer, their accounts. */
export const startPage = z.enum(['companies', 'home', 'tickets'])
export type StartPage = z.output<typeof startPage>

/** The answer of an update or a delete: a sentence in the caller's language. */
export const Done = z.object({ message: z.string() })

/** Refuses a change without a field. */
export const somethingToChange = z.refine<object>(
  change => Object.values(change).some(value => value !== undefined),
  'nothingToChange',
)
