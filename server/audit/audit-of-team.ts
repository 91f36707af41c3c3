import type { Call } from '#platform/http/calls.ts'

/** Names what a call has changed for the whole team; null: it has changed
 * what is the caller's own, of which the audit says nothing. */
export function auditOfTeam(
  { auditSubject, auditSkip }: Pick<Call, 'auditSubject' | 'auditSkip'>,
  subject: string | null,
) {
  if (subject === null) auditSkip()
  else auditSubject(subject)
}
