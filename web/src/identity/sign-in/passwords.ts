import { passwordRules } from '#contract/password.ts'

export type Typed = { password: string; repeat: string }

/** The rules of the checklist: the contract's, and that both fields say the same. */
export const rules = {
  ...Object.fromEntries(Object.entries(passwordRules).map(([name, holds]) => [name, ({ password }: Typed) => holds(password)])),
  match: ({ password, repeat }: Typed) => password !== '' && password === repeat,
} as Record<keyof typeof passwordRules | 'match', (typed: Typed) => boolean>

/** The rules that do not hold yet. */
export const broken = (typed: Typed) => (Object.keys(rules) as (keyof typeof rules)[]).filter(rule => !rules[rule](typed))
