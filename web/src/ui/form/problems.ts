import * as z from 'zod/mini'
import { explain, type Issue, issueMessages } from '#contract/errors.ts'
import { language } from '../../browser/language.ts'

/** What is wrong, by the name of the field. */
export type Problems = Record<string, string>

const t = issueMessages(language)

/** Checks what was typed with the contract's own schema. */
export function check<S extends z.ZodMiniType>(
  schema: S,
  typed: unknown,
): { value: z.output<S>; problems?: never } | { value?: never; problems: Problems } {
  const result = z.safeParse(schema, typed, { reportInput: true })
  if (result.success) return { value: result.data }
  const problems: Problems = {}
  for (const issue of result.error.issues as Issue[]) problems[String(issue.path[0] ?? '')] ??= explain(issue, t)
  return { problems }
}
