import type { ApiError } from '#contract/errors.ts'
import { type Output, pathOf, type Request, type Route } from '#contract/route.ts'
import type { Me } from '#contract/sessions.ts'
import { language } from '../browser/language.ts'
import { localStore } from '../browser/localStore.ts'

/** A call that did not succeed, in words for the reader. `status` is 0 when no answer came. */
export class CallFailed extends Error {
  readonly status: number
  readonly errors: { msg: string; path: string }[]
  readonly requestId: string | undefined

  constructor(status: number, reply: Partial<ApiError> = {}) {
    super(reply.errors?.[0]?.msg ?? reply.message ?? networkError)
    this.name = reply.name ?? 'NetworkError'
    this.status = status
    this.errors = reply.errors ?? []
    this.requestId = reply.requestId
  }

  /** The server may manage it a moment later: nothing came back, or it says that it is away. */
  get passing() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504
  }

  /** The session this call was made in is over. */
  get endsSession() {
    return this.name === 'TokenExpiredError' || (this.status === 401 && this.name === 'UnauthorizedError')
  }
}

const networkError = {
  tr: 'Ağ hatası. Bağlantınızı kontrol edip yeniden deneyin.',
  en: 'Network Error. Check your connection and try again.',
}[language]

/** The token of the session, as this browser keeps it. */
export const token = {
  read: () => {
    const value = localStore.read('token')
    return typeof value === 'string' ? value : null
  },
  keep: (value: string) => localStore.write('token', value),
  forget: () => localStore.forget('token'),
}

/**
 * A session that something is done in over a while: none of its calls is made in another one, and `over` is raised when it ends here.
 * `user` is known once the server has told it.
 */
export type SessionScope = { token: string | null; over: AbortSignal; user: Pick<Me, '_id' | 'draftKey'> | null }
let ending = new AbortController()
let held: SessionScope = { token: token.read(), over: ending.signal, user: null }
/** The session of this tab, also where another tab has signed in as somebody else a moment ago. */
export const currentSession = () => held
/** Stops whatever is still being done in the session before, and holds the one that there is now. */
export function endSessionScope() {
  ending.abort()
  ending = new AbortController()
  held = { token: token.read(), over: ending.signal, user: null }
}

let sessionEnded = () => {}
/** Said once, in main.tsx: what happens when the server no longer knows the session. */
export const onSessionEnd = (then: () => void) => {
  sessionEnded = then
}

/** Has the user confirm who they are. Resolves to whether they have. */
type AskUser = () => Promise<boolean>
const declineToConfirm: AskUser = async () => false
let confirmIdentity = declineToConfirm
/** Said once, by the shell: how the user is asked when a call takes the password or a code again. Returns what ends it. */
export function onReauthenticationRequired(ask: AskUser) {
  confirmIdentity = ask
  return () => {
    confirmIdentity = declineToConfirm
  }
}

const base = `/api/v1/domain/${globalThis.location?.hostname}`
/** How long an answer is waited for, in milliseconds. A page that does not come says so; a change may take its time. */
const patience = (route: Route) => (route.method === 'GET' ? 10_000 : 30_000)

export type CallParams<R extends Route> = Request<R> & { idempotencyKey?: string; signal?: AbortSignal; held?: SessionScope }

/**
 * Makes a call of the contract and gives its answer, which the server has checked against it.
 * @throws CallFailed, or AbortError when `signal` was raised or the session held is over
 */
export async function call<R extends Route>(route: R, given: CallParams<R> = {}): Promise<Output<R>> {
  const reply = await send(route, given, patience(route))
  const answer: unknown = await reply.json().catch(() => null)
  if (answer === null) throw new CallFailed(reply.status)
  return answer as Output<R>
}

/** Makes a call whose answer is a file, and gives its bytes. @throws CallFailed */
export async function callForFile<R extends Route>(route: R, given: CallParams<R> = {}): Promise<Blob> {
  const reply = await send(route, given, 600_000)
  return reply.blob().catch(() => {
    throw new CallFailed(0)
  })
}

/**
 * Makes a call and gives its good answer, unread. One that takes the password or a code again is made once more when the user has entered it.
 * @throws CallFailed, or AbortError where the user does not want to
 */
async function send<R extends Route>(route: R, given: CallParams<R>, patience: number): Promise<Response> {
  try {
    return await sendOnce(route, given, patience)
  } catch (refusal) {
    if (!(refusal instanceof CallFailed) || refusal.name !== 'ReauthenticationRequiredError') throw refusal
    if (!(await confirmIdentity())) throw new DOMException('The user did not confirm who they are.', 'AbortError')
    return sendOnce(route, given, patience)
  }
}

async function sendOnce<R extends Route>(route: R, given: CallParams<R>, patience: number): Promise<Response> {
  const { params, query, body, idempotencyKey, held } = given
  const session = token.read()
  if (held) assertSessionScope(held)
  const signals = [given.signal, held?.over].filter(signal => signal !== undefined)
  const waits = AbortSignal.timeout(patience)
  const request = {
    method: route.method,
    headers: {
      'Accept-Language': language,
      ...(session && { Authorization: `Bearer ${session}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
    },
    signal: AbortSignal.any([...signals, waits]),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }
  const reply = await fetch(base + pathOf(route, params) + questionOf(query), request).catch(error => {
    if (signals.some(({ aborted }) => aborted)) throw error
    throw new CallFailed(0, { name: waits.aborted ? 'TimeoutError' : 'NetworkError' })
  })
  if (reply.ok) return reply
  const refusal: unknown = await reply.json().catch(() => null)
  const failure = new CallFailed(reply.status, (refusal ?? {}) as Partial<ApiError>)
  if (failure.endsSession && session && session === token.read()) {
    token.forget()
    sessionEnded()
  }
  throw failure
}

/** @throws AbortError where the session is another one, or none; another tab may have changed it a moment ago */
export function assertSessionScope({ token: then, over }: SessionScope) {
  over.throwIfAborted()
  if (then !== token.read()) throw new DOMException('The session is over.', 'AbortError')
}

function questionOf(query: unknown) {
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
