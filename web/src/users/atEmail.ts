import { CallFailed } from '../api.ts'

/** A conflict of an invitation is about its address: it is said there. Rethrows. */
export function atEmail(error: unknown): never {
  if (!(error instanceof CallFailed) || error.status !== 409) throw error
  const { name, message } = error
  throw new CallFailed(409, { name, message, errors: [{ path: 'email', msg: message }] })
}
