import type { Document, Operation, Promised } from './document.ts'
import type { Answer, Request } from './send.ts'

/** What somebody must never be shown: ids, and marks that stand in every text of those rows. */
export type Secret = { of: string; ids: Set<string>; mark: string }
/** A promise that an answer broke; `kind` tells faults apart. */
export type Breach = { kind: string; detail: string }

export type Judged = {
  document: Document
  request: Request
  answer: Answer
  /** asked with nobody's, a broken or another vendor's token, or at another domain */
  asThemselves: boolean
  /** whether this role may make the call */
  allowed: (operation: Operation) => boolean
  secrets: Secret[]
  /** ms */
  limit: number
}

/** Node's own reader refuses what is no HTTP before any operation is asked. */
const ofNoOperation = [400, 404, 405, 408, 413, 414, 431]
const inside = /\.ts:\d+|node_modules|postgres|violates|relation "|syntax error|ECONN|\/home\/|\/tmp\//i

/** The first promise that an answer breaks. */
export function judge({ document, request, answer, asThemselves, allowed, secrets, limit }: Judged): Breach | undefined {
  const { status, headers, body, ms } = answer
  if (status === 0) return { kind: 'no answer', detail: body.toString() }
  if (ms > limit) return { kind: 'slow', detail: `${Math.round(ms)} ms` }
  const said = body.toString()
  const shown = seen(said + JSON.stringify(headers), secrets)
  if (shown) return { kind: `shows what is ${shown.of}`, detail: shown.what }
  if (status >= 500) return { kind: `answers ${status}`, detail: said }
  if (status >= 400 && inside.test(said)) return { kind: 'says how it is made', detail: said }

  const path = request.path.replace(/[?#].*/s, '')
  const asked = request.method === 'HEAD' ? 'GET' : request.method
  const operation = document.operations.find(({ method, matches }) => method === asked && matches.test(path))
  if (!operation) {
    if (!ofNoOperation.includes(status)) return { kind: `answers ${status} where there is no operation`, detail: said.slice(0, 500) }
    const wrong = request.method === 'HEAD' || (status >= 408 && status !== 413) ? undefined : document.refusal(body)
    return wrong ? { kind: 'a refusal that is not described', detail: `${wrong}: ${said.slice(0, 500)}` } : undefined
  }
  if (status < 300 && !operation.open && (!asThemselves || !allowed(operation)))
    return { kind: 'granted to who may not', detail: said.slice(0, 500) }
  const promised = operation.answers.get(status)
  if (!promised) return { kind: `${status} is not described`, detail: said.slice(0, 500) }
  return request.method === 'HEAD' ? undefined : kept(promised, answer)
}

function kept({ types, headers: names }: Promised, { headers, body }: Answer): Breach | undefined {
  const type = String(headers['content-type'] ?? '').replace(/;.*/, '')
  const check = types.get(type)
  if (!check) return { kind: `the type ${type || '(none)'} is not described`, detail: body.toString().slice(0, 500) }
  const wrong = check(body)
  if (wrong) return { kind: 'a body that is not described', detail: `${wrong}: ${body.toString().slice(0, 500)}` }
  const missing = names.find(name => headers[name] === undefined)
  return missing ? { kind: `without the header ${missing}`, detail: JSON.stringify(headers) } : undefined
}

function seen(text: string, secrets: Secret[]) {
  const ids = text.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? []
  for (const { of, ids: secret, mark } of secrets) {
    const what = text.includes(mark) ? mark : ids.find(id => secret.has(id))
    if (what) return { of, what: `${what} in ${text.slice(0, 500)}` }
  }
  return undefined
}
