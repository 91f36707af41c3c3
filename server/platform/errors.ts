import { type ErrorCode, errorNames, type Issue } from '#contract/errors.ts'

/** An error whose message the client may read: `contract/errors.ts`
 * makes it from `code`, in the reader's language. */
export class HttpError extends Error {
  readonly status: keyof typeof errorNames
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  readonly retryAfter: number | undefined // seconds
  readonly detail: number | string
  /** sent with the error, of any shape that the call's contract names */
  readonly details: object | undefined
  constructor(
    status: keyof typeof errorNames,
    code: ErrorCode,
    more: {
      name?: string
      issues?: Issue[]
      retryAfter?: number
      detail?: number | string
      details?: object
      cause?: unknown
    } = {},
  ) {
    super(code, { cause: more.cause })
    this.status = status
    this.code = code
    this.name = more.name ?? errorNames[status]
    this.issues = more.issues
    this.retryAfter = more.retryAfter
    this.details = more.details
    this.detail = more.detail ?? more.retryAfter ?? 0
  }
}

/** A code alone, or `invalid` with the problem of each field. */
export const invalid = (reason: Issue[] | ErrorCode) =>
  typeof reason === 'string'
    ? new HttpError(400, reason)
    : new HttpError(400, 'invalid', { issues: reason })
export const unauthenticated = () => new HttpError(401, 'unauthenticated')
export const tokenExpired = () => new HttpError(401, 'tokenExpired', { name: 'TokenExpiredError' })
/** The same for an unknown e-mail address and for a wrong password. */
export const invalidCredentials = () =>
  new HttpError(401, 'invalidCredentials', { name: 'InvalidCredentialsError' })
export const forbidden = () => new HttpError(403, 'forbidden')
export const reauthenticationRequired = () =>
  new HttpError(403, 'reauthenticationRequired', { name: 'ReauthenticationRequiredError' })
/** Also for rows that the caller must not know of. */
export const notFound = () => new HttpError(404, 'notFound')
export const fileLinkEnded = () => new HttpError(404, 'fileLinkEnded')
/** `detail` is the one that the code's text takes. */
export const conflict = (code: ErrorCode, detail?: number | string) =>
  new HttpError(409, code, detail === undefined ? {} : { detail })
export const fileInfected = () => new HttpError(409, 'fileInfected', { name: 'FileInfectedError' })
export const quotaExceededByText = () =>
  new HttpError(409, 'quotaExceededByText', { name: 'QuotaExceededError' })
/** `left` is in bytes, null where the caller must not learn it. */
export const quotaExceeded = (left: number | null) =>
  left === null
    ? new HttpError(409, 'quotaExceeded', { name: 'QuotaExceededError' })
    : new HttpError(409, 'quotaExceededBy', { name: 'QuotaExceededError', detail: left })
export const idempotencyMismatch = () => new HttpError(422, 'idempotencyKeyReused')
export const tooLarge = (code: ErrorCode) => new HttpError(413, code)
/** `retryAfter` is in seconds. */
export const tooManyRequests = (retryAfter: number) =>
  new HttpError(429, 'tooManyRequests', { retryAfter })
/** A session reads too many long lists at once. */
export const tooManyLists = () => new HttpError(429, 'tooManyLists', { retryAfter: 10 })
export const tooManyStreams = () => new HttpError(429, 'tooManyStreams', { retryAfter: 60 })
/** A queue is full: a retry after 2 s may succeed. */
export const busy = (cause?: unknown) => new HttpError(503, 'busy', { retryAfter: 2, cause })
export const isBusy = (error: unknown) => error instanceof HttpError && error.code === 'busy'
/** The database or the storage cannot be reached, or the
 * server stops; `cause` is for the log only. */
export const unavailable = (cause?: unknown) =>
  new HttpError(503, 'unavailable', { retryAfter: 5, cause })
