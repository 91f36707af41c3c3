import type * as z from 'zod/mini'
import { explain, type Issue } from '#contract/errors.ts'
import type { CallError } from '../../data/api.ts'
import { issueMessages } from '../../messages/current.ts'

/** By the field's name; each is a function, so that it is shown in the current language. */
export type Problems = Record<string, () => string>

export function validate<S extends z.ZodMiniType>(
  schema: S,
  values: unknown,
): { value: z.output<S>; problems?: never } | { value?: never; problems: Problems } {
  const result = schema.safeParse(values, { reportInput: true })
  if (result.success) return { value: result.data }
  const problems: Problems = {}
  for (const issue of result.error.issues as Issue[])
    problems[String(issue.path[0] ?? '')] ??= () => explain(issue, issueMessages)
  return { problems }
}

/** The problems that a refused call has with its fields, by name; where
 * it has none, that of the call as a whole under the empty name. */
export function problemsOf(error: Pick<CallError, 'errors' | 'message'>): Problems {
  const fields = error.errors.filter(({ path = '' }: { path?: string }) => path !== '')
  if (fields.length === 0) return { '': () => error.message }
  return Object.fromEntries(fields.map(field => [field.path.split('.')[0], () => field.msg]))
}
