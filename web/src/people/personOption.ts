import type { User } from '#contract/people.ts'
import { isolate } from '../ui/text/isolate.ts'

/** A user of a company in a list of choices; some contacts have no e-mail. */
export const personOption = ({ name, surname, email, phone }: User) =>
  `${isolate(`${name} ${surname}`)} · ${isolate(email || phone)}`
