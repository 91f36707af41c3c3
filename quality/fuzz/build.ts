import { normalizeHost } from '#contract/text/hosts.ts'
import type { Operation } from './document.ts'
import { codeOf } from './hints.ts'
import { KnownValue } from './known-value.ts'
import type { Link, Memory } from './memory.ts'
import type { Mutation, Plan } from './plan.ts'
import type { Request } from './send.ts'

type Json = Record<string, unknown>
/** The identity of a request. `foreign` has ids, by
 * parameter name, that this identity must not see. */
export type Caller = {
  token: string | null
  domain: string
  memory: Memory
  foreign: Record<'vendor' | 'company', Record<string, string[]>>
  other: { domain: string; token: string }
}
/** `sent` is the body as a value; `usesOwnIdentity` tells
 * that neither token nor domain was mutated. */
export type BuiltRequest = {
  request: Request
  sent: unknown
  path: string
  link: Link | undefined
  usesOwnIdentity: boolean
}

export function build(operation: Operation, plan: Plan, caller: Caller): BuiltRequest {
  const { memory } = caller
  const find = <K extends Mutation['kind']>(kind: K) =>
    plan.mutations.find(each => each.kind === kind) as Extract<Mutation, { kind: K }> | undefined
  const link = plan.link < 0.8 ? memory.pickLink(operation, plan.link / 0.8) : undefined
  const foreign = find('foreign')
  const foreignIndex = foreign ? foreign.which % (plan.ids.length + 1) : -1

  const parts: string[] = []
  for (const [, part = '', , name] of operation.path.matchAll(/\/((\{(\w+)\})|[^/]+)/g)) {
    const which = parts.filter((_, i) => isId(operation, i)).length - 1
    if (name === 'domain') parts.push(domainOf(find('domain')?.domain, operation, caller))
    else if (name === undefined) parts.push(part)
    else if (find('id')?.which === which)
      parts.push(encodeOddId(find('id') as Extract<Mutation, { kind: 'id' }>))
    else if (foreign && foreignIndex === which) parts.push(foreignId(caller, foreign, name))
    else {
      const { position, fallback } = plan.ids[which] as KnownValue
      const list = `/${parts.slice(4).join('/')}`
      parts.push(memory.pick(list, position) ?? memory.pick(name, position) ?? String(fallback))
    }
  }
  const plainPath = link && !find('id') ? link.path : `/${parts.join('/')}`
  const path = `/${plainPath.split('/').slice(5).join('/')}`

  const parameters = Object.entries(plan.query).map(
    ([name, value]) => [name, resolveKnown(value, { memory, path, like: {} })] as const,
  )
  const query = [
    ...(link ? [link.query] : parameters.flatMap(([name, value]) => encodeParameter(name, value))),
  ]
  const extra = find('parameter')
  if (extra) query.push(...encodeParameter(extra.name, extra.value))
  const odd = find('query')
  if (odd) query.push(odd.text)

  let sent = resolveKnown(find('body') ? (find('body') as { value: unknown }).value : plan.body, {
    memory,
    path,
    like: memory.objectAt(path),
  })
  if (foreign && foreignIndex === plan.ids.length) sent = replaceIds(sent, caller, foreign)
  const { body, type } = bodyOf(
    operation,
    sent,
    find('bytes'),
    find('body') !== undefined,
    link?.about,
  )
  const token = find('token')
  const authorization = token
    ? tokenOf(token.token, find('domain')?.domain, caller)
    : caller.token && `Bearer ${caller.token}`
  const headers: Record<string, string> = {
    ...(authorization && { authorization: encodeHeader(authorization) }),
    ...(type && { 'content-type': encodeHeader(type) }),
    ...Object.fromEntries(
      Object.entries(plan.headers).map(([name, value]) => [
        name.toLowerCase(),
        encodeHeader(String(resolveKnown(value, { memory, path, like: {} }))),
      ]),
    ),
  }
  const header = find('header')
  if (header) headers[header.name] = encodeHeader(header.value)
  return {
    request: {
      method: find('method')?.method ?? operation.method,
      path: encodePath(plainPath + (query.length > 0 ? `?${query.join('&')}` : '')),
      headers,
      body,
    },
    sent,
    path,
    link,
    usesOwnIdentity:
      !token && normalizeHost(find('domain')?.domain ?? caller.domain) === caller.domain,
  }
}

const isId = (operation: Operation, i: number) => operation.path.split('/')[i + 1]?.startsWith('{')

/** Replaces known values. Fields of one object stay together: an
 * e-mail and its token, or the `pass` of a sign-in and its secret. */
function resolveKnown(
  value: unknown,
  at: { memory: Memory; path: string; like: Json },
  name = '',
): unknown {
  if (value instanceof KnownValue) {
    const own = at.like[value.name]
    if (own !== undefined && value.position < 0.7) return own
    const { memory, path } = at
    if (value.name === 'code')
      return at.like.secret && value.position < 0.7
        ? codeOf(String(at.like.secret))
        : (pickCode(memory, value.position) ?? value.fallback)
    return (
      (value.name === 'token' ? undefined : memory.pickId(value.name, path, value.position)) ??
      memory.pick(value.name, value.position) ??
      value.fallback
    )
  }
  if (Array.isArray(value)) return value.map(each => resolveKnown(each, at, name))
  if (typeof value !== 'object' || value === null) return value
  const keyField = ['token', 'pass'].find(key => (value as Json)[key] instanceof KnownValue)
  const key = keyField && resolveKnown((value as Json)[keyField], at)
  const like = key === undefined ? at.like : at.memory.objectOfToken(key)
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => [
      field,
      field === keyField ? key : resolveKnown(each, { ...at, like }, field),
    ]),
  )
}

function pickCode(memory: Memory, at: number): string | undefined {
  const secret = at < 0.5 && memory.pick('secret', (2 * at) ** 2)
  return secret ? codeOf(secret) : memory.pick('code', at < 0.5 ? at : 2 * at - 1)
}

function bodyOf(
  { body }: Operation,
  sent: unknown,
  bytes: Extract<Mutation, { kind: 'bytes' }> | undefined,
  isForced: boolean,
  about: Json | undefined,
): { body: Buffer | undefined; type: string | undefined } {
  if (bytes) return { body: Buffer.from(bytes.text), type: bytes.type }
  if (body?.type === 'application/octet-stream') return { body: fileBytes(about), type: body.type }
  if (!body && !isForced) return { body: undefined, type: undefined }
  return { body: Buffer.from(JSON.stringify(sent) ?? ''), type: 'application/json' }
}

function fileBytes({ fileSize = 20, fileType = '' }: Json = {}) {
  const head = Buffer.from(
    { 'image/png': 'iVBORw0KGgo=', 'application/pdf': 'JVBERi0xLjcK' }[String(fileType)] ?? '',
    'base64',
  )
  const size = Math.min(Number(fileSize) || 0, 5_000)
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 'a')]).subarray(0, size)
}

function foreignId(
  { foreign }: Caller,
  { owner, at }: Extract<Mutation, { kind: 'foreign' }>,
  name: string,
) {
  const ids = foreign[owner][name] ?? Object.values(foreign[owner]).flat()
  return ids[Math.floor(at * (ids.length - 1))] ?? ''
}

function replaceIds(
  sent: unknown,
  caller: Caller,
  foreign: Extract<Mutation, { kind: 'foreign' }>,
): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const swapped = (value: unknown, name: string): unknown =>
    Array.isArray(value)
      ? value.map(each => swapped(each, name.replace(/s$/, '')))
      : typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
        ? foreignId(caller, foreign, name)
        : value
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, swapped(value, name)]),
  )
}

/** At the other vendor's domain, calls without a token and with that
 * vendor's token are legitimate: they go to an unknown domain. */
function domainOf(
  odd: string | undefined,
  { isOpen }: Operation,
  { token, domain, other }: Caller,
) {
  if (odd === undefined) return domain
  return odd !== 'other vendor'
    ? odd
    : isOpen || token === other.token
      ? 'unknown.test'
      : other.domain
}

function tokenOf(odd: string, domain: string | undefined, { token, other }: Caller) {
  if (odd === 'other vendor') return `Bearer ${domain === 'other vendor' ? token : other.token}`
  if (odd !== 'unsigned') return odd
  const claims = (token ?? other.token).split('.')[1]
  return `Bearer ${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.x`
}

const encodeOddId = ({ text, raw }: { text: string; raw: boolean }) =>
  raw ? text : encodeURIComponent(text.toWellFormed())

const encodeParameter = (name: string, value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(
    each => `${encodeURIComponent(name)}=${encodeURIComponent(asText(each).toWellFormed())}`,
  )
const asText = (value: unknown) =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const encodePath = (path: string) =>
  path.replace(/[^\u0021-\u00ff]/gu, letter => encodeURIComponent(letter.toWellFormed()))
const encodeHeader = (value: string) => value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/gu, '?')
