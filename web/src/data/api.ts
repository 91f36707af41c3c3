import type { ApiError } from '#contract/errors.ts'
import type { Me } from '#contract/identity.ts'
import {
  buildRequest,
  type Output,
  type Request,
  type Route,
  type RouteAddress,
} from '#contract/route.ts'
import { localStore } from '../browser/localStore.ts'
import { callMessages, language } from '../messages/current.ts'
import { noteServerTime } from './serverClock.ts'

type Fallback = keyof typeof callMessages.fallbacks
const fallbacks: Record<string, Fallback> = {
  'GET machine': 'fetchMachines',
  'POST machine': 'updateMachines',
  'DELETE machine': 'deleteMachine',
  'GET user': 'fetchUsers',
  'DELETE user': 'deleteUser',
}
/** By what the path ends in, before an id. */
const fallbackOf = ({ method, path }: RouteAddress<Route>) =>
  fallbacks[`${method} ${/\/(\w+)(\/:\w+)?$/.exec(path)?.[1]}`]

/** A failed call, with a message for the user. `status` is 0 where no response arrived. */
export class CallError extends Error {
  readonly status: number
  readonly errors: { msg: string; path: string }[]
  readonly requestId: string | undefined
  readonly details: unknown
  readonly isSessionEnded: boolean
  readonly #serverMessage: string | undefined
  readonly #fallback: Fallback | undefined

  /** `fallback`: the text before the reason where the reply has no message. */
  constructor(status: number, reply: Partial<ApiError> = {}, fallback?: Fallback) {
    super()
    this.name = reply.name ?? (status === 0 ? 'NetworkError' : 'ServerError')
    this.status = status
    this.errors = reply.errors ?? []
    this.requestId = reply.requestId
    this.details = reply.details
    const fieldMessage = reply.errors?.[0]?.msg
    this.#serverMessage = fieldMessage || reply.message
    this.isSessionEnded =
      this.name === 'TokenExpiredError' ||
      [fieldMessage, reply.message].some(text => /\bexp\b.*claim/i.test(text ?? '')) ||
      (status === 401 && this.name === 'UnauthorizedError')
    this.#fallback = fallback
  }

  override get message() {
    if (this.#serverMessage) return this.#serverMessage
    const reason = this.status === 0 ? callMessages.network : callMessages.server(this.status)
    return this.#fallback ? `${callMessages.fallbacks[this.#fallback]}: ${reason}` : reason
  }

  /** No response, or the server is unavailable: a retry may succeed. */
  get isTransient() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }
}

/** What the user is told of an error: a fault of the page has no text of its own. */
export const describeError = (error: unknown) =>
  error instanceof CallError ? error.message : callMessages.unexpected

export const isAbort = (error: unknown) => (error as Error).name === 'AbortError'

export const hasStatus = (error: unknown, status: number): error is CallError =>
  error instanceof CallError && error.status === status

export const token = {
  read: () => {
    const value = localStore.read('token')
    return typeof value === 'string' ? value : null
  },
  write: (value: string) => localStore.write('token', value),
  remove: () => localStore.remove('token'),
}

/** The session of a task with several calls, none of which is made in another one; `signal`
 * aborts when it ends in this tab. `user` is null until `GET /user/me` has answered. */
export type SessionScope = {
  token: string | null
  signal: AbortSignal
  user: Pick<Me, '_id' | 'draftKey'> | null
}
let scopeController = new AbortController()
let currentScope: SessionScope = { token: token.read(), signal: scopeController.signal, user: null }
/** The session of this tab, even where another tab has just signed in as another user. */
export const currentSession = () => currentScope
/** Aborts the tasks of the previous session; the current one is that of the stored token. */
export function endSessionScope() {
  scopeController.abort()
  scopeController = new AbortController()
  currentScope = { token: token.read(), signal: scopeController.signal, user: null }
}

let statedDomain = ''
/** Sets the domain that the page states in `<meta name="domain">`; called once, by main.tsx. */
export const setPortalDomain = (domain: string) => {
  statedDomain = domain
}
/** The domain of the calls: the stated one, else the host's name. */
export const portalDomain = () => statedDomain || location.hostname

let handleSessionEnd = () => {}
/** Sets the handler for a session that the server no longer accepts; called once, by main.tsx. */
export const onSessionEnd = (handler: () => void) => {
  handleSessionEnd = handler
}

type ConfirmIdentity = () => Promise<boolean>
const neverConfirm: ConfirmIdentity = async () => false
let confirmIdentity = neverConfirm
/** Sets how a user confirms their identity, for calls that require
 * it (record 0022). Returns the function that unsets it. */
export function onReauthenticationRequired(confirm: ConfirmIdentity) {
  confirmIdentity = confirm
  return () => {
    confirmIdentity = neverConfirm
  }
}

/** Timeout of a response, in ms: a page reports the failure soon, a change may take its time. */
const timeoutOf = (route: RouteAddress<Route>) => (route.method === 'GET' ? 10_000 : 30_000)

/** `bearer`: a token in place of the session's. */
export type CallParams<R extends Route> = Request<R> & {
  idempotencyKey?: string
  signal?: AbortSignal
  scope?: SessionScope
  bearer?: string
}

/** Makes a call and returns the validated response. @throws CallError,
 * or AbortError when `signal` aborts or the session of `scope` ends */
export async function call<R extends Route>(
  route: R | RouteAddress<R>,
  params: CallParams<R> = {},
): Promise<Output<R>> {
  const response = await send(route, params, timeoutOf(route))
  const body: unknown = await response.json().catch(error => {
    // otherwise the connection broke within the body
    throw new CallError(error instanceof SyntaxError ? response.status : 0, {}, fallbackOf(route))
  })
  if (body === null) throw new CallError(response.status, {}, fallbackOf(route))
  return body as Output<R>
}

/** Makes a call whose response is a file, and returns its bytes. @throws CallError, AbortError */
export async function callForFile<R extends Route>(
  route: R,
  params: CallParams<R> = {},
): Promise<Blob> {
  const response = await send(route, params, 600_000)
  return response.blob().catch(() => {
    throw new CallError(0)
  })
}

/** Repeats a call that requires reauthentication once after it. @throws
 * CallError, or AbortError where the user declines to confirm */
async function send<R extends Route>(
  route: R | RouteAddress<R>,
  params: CallParams<R>,
  timeout: number,
): Promise<Response> {
  try {
    return await sendOnce(route, params, timeout)
  } catch (error) {
    if (!(error instanceof CallError) || error.name !== 'ReauthenticationRequiredError') throw error
    if (!(await confirmIdentity()))
      throw new DOMException('The user did not confirm who they are.', 'AbortError')
    return sendOnce(route, params, timeout)
  }
}

async function sendOnce<R extends Route>(
  route: R | RouteAddress<R>,
  request: CallParams<R>,
  timeout: number,
): Promise<Response> {
  const { idempotencyKey, scope } = request
  const sessionToken = request.bearer ?? token.read()
  if (scope) assertSessionScope(scope)
  const signals = [request.signal, scope?.signal].filter(signal => signal !== undefined)
  const timeoutSignal = AbortSignal.timeout(timeout)
  const { path, request: init } = buildRequest(
    { domain: portalDomain(), token: sessionToken },
    route,
    request,
    {
      'Accept-Language': language,
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
  )
  const response = await fetch(path, {
    ...init,
    signal: AbortSignal.any([...signals, timeoutSignal]),
  }).catch(error => {
    if (signals.some(({ aborted }) => aborted)) throw error
    throw new CallError(
      0,
      { name: timeoutSignal.aborted ? 'TimeoutError' : 'NetworkError' },
      fallbackOf(route),
    )
  })
  noteServerTime(response.headers)
  if (response.ok) return response
  const error = readError(response.status, await response.text().catch(() => ''), fallbackOf(route))
  if (error.isSessionEnded && sessionToken && sessionToken === token.read()) {
    token.remove()
    handleSessionEnd()
  }
  throw error
}

export function readError(status: number, body: string, fallback?: Fallback) {
  try {
    return new CallError(status, JSON.parse(body) as ApiError, fallback)
  } catch {
    return new CallError(status, {}, fallback) // not of the portal
  }
}

/** @throws AbortError where the stored token is another one,
 * or none: another tab may have changed it */
export function assertSessionScope({ token: scopeToken, signal }: SessionScope) {
  signal.throwIfAborted()
  if (scopeToken !== token.read()) throw new DOMException('The session is over.', 'AbortError')
}
