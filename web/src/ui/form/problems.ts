import * as z from 'zod/mini'
import { explain, type Issue, issueMessages } from '#contract/errors.ts'
import { language } from '../../browser/language.ts'

export type Problems = Record<string, string>

const t = issueMessages(language)

/** Validates a form's values with the contract's schema. */
export function validate<S extends z.ZodMiniType>(
  schema: S,
  values: unknown,
): { value: z.output<S>; problems?: never } | { value?: never; problems: Problems } {
  const result = z.safeParse(schema, values, { reportInput: true })
  if (result.success) return { value: result.data }
  const problems: Problems = {}
  for (const issue of result.error.issues as Issue[]) problems[String(issue.path[0] ?? '')] ??= explain(issue, t)
  return { problems }
}
