import { type ErrorCode, errorNames, type Issue } from '#contract/errors.ts'

/** An error whose message the client may read: `contract/errors.ts` makes it from `code`, in the reader's language. */
export class Refusal extends Error {
  readonly status: keyof typeof errorNames
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  /** In seconds. */
  readonly retryAfter: number | undefined
  /** The number in the message, when the message has one. */
  readonly figure: number
  constructor(
    status: keyof typeof errorNames,
    code: ErrorCode,
    more: { name?: string; issues?: Issue[]; retryAfter?: number; figure?: number; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause })
    this.status = status
    this.code = code
    this.name = more.name ?? errorNames[status]
    this.issues = more.issues
    this.retryAfter = more.retryAfter
    this.figure = more.figure ?? more.retryAfter ?? 0
  }
}

/** The input is malformed: one issue per field, or one code for the whole input. */
export const invalid = (reason: Issue[] | ErrorCode) =>
  typeof reason === 'string' ? new Refusal(400, reason) : new Refusal(400, 'invalid', { issues: reason })
/** The token is missing or not valid here. */
export const unauthenticated = () => new Refusal(401, 'unauthenticated')
export const tokenExpired = () => new Refusal(401, 'tokenExpired', { name: 'TokenExpiredError' })
/** The same message for an unknown e-mail address and for a wrong password. */
export const invalidCredentials = () => new Refusal(401, 'invalidCredentials', { name: 'InvalidCredentialsError' })
/** The caller's role is not authorised. */
export const forbidden = () => new Refusal(403, 'forbidden')
/** The caller must enter the password or a code of the second factor again. */
export const reauthenticationRequired = () => new Refusal(403, 'reauthenticationRequired', { name: 'ReauthenticationRequiredError' })
/** The row does not exist, or the caller must not learn that it does. */
export const notFound = () => new Refusal(404, 'notFound')
/** The call conflicts with the current state. */
export const conflict = (code: ErrorCode) => new Refusal(409, code)
export const fileInfected = () => new Refusal(409, 'fileInfected', { name: 'FileInfectedError' })
/** The vendor's file quota has no room for the file. `left` is in bytes; null where the caller must not learn it. */
export const quotaExceeded = (left: number | null) =>
  left === null
    ? new Refusal(409, 'quotaExceeded', { name: 'QuotaExceededError' })
    : new Refusal(409, 'quotaExceededBy', { name: 'QuotaExceededError', figure: left })
/** The Idempotency-Key was used for another request. */
export const idempotencyMismatch = () => new Refusal(422, 'idempotencyKeyReused')
export const tooLarge = (code: ErrorCode = 'tooLarge') => new Refusal(413, code)
/** A rate limit is exceeded. `retryAfter` is in seconds. */
export const tooManyRequests = (retryAfter: number) => new Refusal(429, 'tooManyRequests', { retryAfter })
/** The session has the maximum number of long lists open. */
export const tooManyLists = () => new Refusal(429, 'tooManyLists', { retryAfter: 10 })
/** The maximum number of the user's searches waits. */
export const tooManySearches = () => new Refusal(429, 'tooManySearches', { retryAfter: 2 })
/** A queue is full: the client should retry soon. */
export const busy = (cause?: unknown) => new Refusal(503, 'busy', { retryAfter: 2, cause })
/** The database or the storage does not respond. */
export const unavailable = (cause?: unknown) => new Refusal(503, 'unavailable', { retryAfter: 5, cause })
