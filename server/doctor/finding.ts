export type Finding = { what: string; state: 'well' | 'note' | 'wrong'; seen: string; todo?: string }

export const pass = (what: string, seen: string): Finding => ({ what, state: 'well', seen })
export const note = (what: string, seen: string, todo: string): Finding => ({ what, state: 'note', seen, todo })
export const fail = (what: string, seen: unknown, todo: string): Finding => ({ what, state: 'wrong', seen: reasonOf(seen), todo })

/** An error with its causes in one line: many say "failed", and only their cause says why. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const inner = error instanceof AggregateError ? error.errors[0] : error.cause
  return [error.message, inner && reasonOf(inner)].filter(Boolean).join(': ')
}
