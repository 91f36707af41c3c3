import { passwordRules } from '#contract/password.ts'

export type PasswordInput = { password: string; repeat: string }

export const inputRules = {
  ...Object.fromEntries(
    Object.entries(passwordRules).map(([name, isMet]) => [
      name,
      ({ password }: PasswordInput) => isMet(password),
    ]),
  ),
  match: ({ password, repeat }: PasswordInput) => password !== '' && password === repeat,
} as Record<keyof typeof passwordRules | 'match', (typed: PasswordInput) => boolean>

export const findUnmetRules = (typed: PasswordInput) =>
  (Object.keys(inputRules) as (keyof typeof inputRules)[]).filter(rule => !inputRules[rule](typed))
