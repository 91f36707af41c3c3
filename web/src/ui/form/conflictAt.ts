import { CallFailed } from '../../data/api.ts'

/** Where a call's conflicts are about one field, they are said there: for `catch`. Rethrows. */
export const conflictAt = (field: string) => (error: unknown) => {
  if (!(error instanceof CallFailed) || error.status !== 409) throw error
  const { name, message } = error
  throw new CallFailed(409, { name, message, errors: [{ path: field, msg: message }] })
}
