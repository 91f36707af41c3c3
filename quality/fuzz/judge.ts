import type { Document, ExpectedResponse, Operation } from './document.ts'
import type { Request, TimedResponse } from './send.ts'

/** Rows that a role must not see: their ids, and a mark that all their texts contain. */
export type Secret = { of: string; ids: Set<string>; mark: string }
/** A violation; `kind` groups equal ones. */
export type Breach = { kind: string; detail: string }

export type Exchange = {
  document: Document
  request: Request
  answer: TimedResponse
  usesOwnIdentity: boolean
  isAllowed: (operation: Operation) => boolean
  secrets: Secret[]
  limit: number // ms
}

/** Node's HTTP parser refuses malformed requests before routing. */
const statusesWithoutOperation = [400, 404, 405, 408, 413, 414, 431]
const internals =
  /\.ts:\d+|node_modules|postgres|violates|relation "|syntax error|ECONN|\/home\/|\/tmp\//i

export function judge({
  document,
  request,
  answer,
  usesOwnIdentity,
  isAllowed,
  secrets,
  limit,
}: Exchange): Breach | undefined {
  const { status, headers, body, ms } = answer
  if (status === 0) return { kind: 'no response', detail: body.toString() }
  if (ms > limit) return { kind: 'slow', detail: `${Math.round(ms)} ms` }
  const text = body.toString()
  const leak = findSecret(text + JSON.stringify(headers), secrets)
  if (leak) return { kind: `leaks data ${leak.of}`, detail: leak.what }
  if (status >= 500) return { kind: `answers ${status}`, detail: text }
  if (status >= 400 && internals.test(text)) return { kind: 'reveals internals', detail: text }

  const path = request.path.replace(/[?#].*/s, '')
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = document.operations.find(
    operation => operation.method === method && operation.matches.test(path),
  )
  if (!operation) {
    if (!statusesWithoutOperation.includes(status))
      return { kind: `answers ${status} without an operation`, detail: text.slice(0, 500) }
    const wrong =
      request.method === 'HEAD' || (status >= 408 && status !== 413)
        ? undefined
        : document.refusal(body)
    return wrong
      ? { kind: 'an undocumented error', detail: `${wrong}: ${text.slice(0, 500)}` }
      : undefined
  }
  if (status < 300 && !operation.isOpen && (!usesOwnIdentity || !isAllowed(operation)))
    return { kind: 'granted without permission', detail: text.slice(0, 500) }
  const promised = operation.responses.get(status)
  if (!promised) return { kind: `undocumented status ${status}`, detail: text.slice(0, 500) }
  return request.method === 'HEAD' ? undefined : checkResponse(promised, answer)
}

function checkResponse(
  { types, headers: names }: ExpectedResponse,
  { headers, body }: TimedResponse,
): Breach | undefined {
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '')
  const check = types.get(type)
  if (!check)
    return { kind: `undocumented type ${type || '(none)'}`, detail: body.toString().slice(0, 500) }
  const wrong = check(body)
  if (wrong)
    return { kind: 'an undocumented body', detail: `${wrong}: ${body.toString().slice(0, 500)}` }
  const missing = names.find(name => headers[name] === undefined)
  return missing
    ? { kind: `without the header ${missing}`, detail: JSON.stringify(headers) }
    : undefined
}

function findSecret(text: string, secrets: Secret[]) {
  const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  for (const { of, ids: secret, mark } of secrets) {
    const what = text.includes(mark) ? mark : ids.find(id => secret.has(id))
    if (what) return { of, what: `${what} in ${text.slice(0, 500)}` }
  }
  return undefined
}
