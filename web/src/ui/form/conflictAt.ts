import { CallError, hasStatus } from '../../data/api.ts'

export const conflictAt = (field: string) => (error: unknown) => {
  if (!hasStatus(error, 409)) throw error
  const { name, message } = error
  throw new CallError(409, { name, message, errors: [{ path: field, msg: message }] })
}
