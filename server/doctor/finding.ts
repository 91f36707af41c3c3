export type Finding = {
  check: string
  state: 'ok' | 'note' | 'failed'
  detail: string
  todo?: string
}

export const pass = (check: string, detail: string): Finding => ({ check, state: 'ok', detail })
export const note = (check: string, detail: string, todo: string): Finding => ({
  check,
  state: 'note',
  detail,
  todo,
})
export const fail = (check: string, seen: unknown, todo: string): Finding => ({
  check,
  state: 'failed',
  detail: reasonOf(seen),
  todo,
})

/** An error with its causes in one line: many say "failed", and only their cause says why. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return [error.message, inner && reasonOf(inner)].filter(Boolean).join(': ')
}
