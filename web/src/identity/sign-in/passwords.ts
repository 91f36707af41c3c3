import { passwordRules } from '#contract/password.ts'

export type PasswordInput = { password: string; repeat: string }

/** The contract's rules, and that both fields match. */
export const rules = {
  ...Object.fromEntries(Object.entries(passwordRules).map(([name, isMet]) => [name, ({ password }: PasswordInput) => isMet(password)])),
  match: ({ password, repeat }: PasswordInput) => password !== '' && password === repeat,
} as Record<keyof typeof passwordRules | 'match', (typed: PasswordInput) => boolean>

/** The rules that are not met yet. */
export const findUnmetRules = (typed: PasswordInput) => (Object.keys(rules) as (keyof typeof rules)[]).filter(rule => !rules[rule](typed))
