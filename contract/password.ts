import * as z from 'zod/mini'
import { plain } from './fields.ts'
import { limits } from './limits.ts'

/** The rules of a password, by the name of their text. A
 * capital letter of any alphabet counts (Ş, İ). */
export const passwordRules = {
  long: (password: string) => [...password].length >= limits.password.min,
  number: (password: string) => /\p{Nd}/u.test(password),
  capital: (password: string) => /\p{Lu}/u.test(password),
} as const

export const newPassword = z.string().check(
  z.maxLength(limits.password.max),
  ...plain(),
  z.refine(
    password => Object.values(passwordRules).every(holds => holds(password)),
    'weakPassword',
  ),
)
