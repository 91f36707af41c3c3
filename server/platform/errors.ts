import { type ErrorCode, errorNames, type Issue } from '#contract/errors.ts'

/** A refusal that the caller may read. Its text is made from `code` in the reader's language, by `contract/errors.ts`. */
export class Refusal extends Error {
  readonly status: keyof typeof errorNames
  readonly code: ErrorCode
  readonly issues: Issue[] | undefined
  /** seconds */
  readonly retryAfter: number | undefined
  /** What its text tells, where it tells a figure. */
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

/** The input is malformed: an issue for each field, or one code for the whole. */
export const invalid = (reason: Issue[] | ErrorCode) =>
  typeof reason === 'string' ? new Refusal(400, reason) : new Refusal(400, 'invalid', { issues: reason })
/** No token, or one that says nothing here. */
export const unauthenticated = () => new Refusal(401, 'unauthenticated')
export const tokenExpired = () => new Refusal(401, 'tokenExpired', { name: 'TokenExpiredError' })
/** One text for a wrong e-mail and a wrong password. */
export const invalidCredentials = () => new Refusal(401, 'invalidCredentials', { name: 'InvalidCredentialsError' })
/** The role may not. */
export const forbidden = () => new Refusal(403, 'forbidden')
/** The role may, once its user has entered the password or a code again. */
export const reauthenticationRequired = () => new Refusal(403, 'reauthenticationRequired', { name: 'ReauthenticationRequiredError' })
/** Not there, or not yours to know about. */
export const notFound = () => new Refusal(404, 'notFound')
/** Conflicts with what is there. */
export const conflict = (code: ErrorCode) => new Refusal(409, code)
/** Malware was found in it. */
export const fileInfected = () => new Refusal(409, 'fileInfected', { name: 'FileInfectedError' })
/** The vendor's files have no room for this one, until some are removed. `left`, in bytes, is for whom it concerns. */
export const quotaExceeded = (left: number | null) =>
  left === null
    ? new Refusal(409, 'quotaExceeded', { name: 'QuotaExceededError' })
    : new Refusal(409, 'quotaExceededBy', { name: 'QuotaExceededError', figure: left })
/** An Idempotency-Key that was sent with another request before. */
export const idempotencyMismatch = () => new Refusal(422, 'idempotencyKeyReused')
/** Over its limit. */
export const tooLarge = (code: ErrorCode = 'tooLarge') => new Refusal(413, code)
/** Too many attempts: the next may come in so many seconds. */
export const tooManyRequests = (retryAfter: number) => new Refusal(429, 'tooManyRequests', { retryAfter })
/** As many long lists as one may have on their way are. */
export const tooManyLists = () => new Refusal(429, 'tooManyLists', { retryAfter: 10 })
/** As many searches of one user as may wait do. */
export const tooManySearches = () => new Refusal(429, 'tooManySearches', { retryAfter: 2 })
/** More work of one kind than there is room for: it is over in a moment. */
export const busy = (cause?: unknown) => new Refusal(503, 'busy', { retryAfter: 2, cause })
/** Database or storage is away: try again in a moment. */
export const unavailable = (cause?: unknown) => new Refusal(503, 'unavailable', { retryAfter: 5, cause })
