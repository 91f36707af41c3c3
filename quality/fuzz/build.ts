import type { Operation } from './document.ts'
import { codeOf } from './hints.ts'
import { Known } from './known-value.ts'
import type { Link, Memory } from './memory.ts'
import type { Plan, Wrong } from './plan.ts'
import type { Request } from './send.ts'

type Json = Record<string, unknown>
/** Who asks. `foreign` are ids, by what they name, that are not theirs to see. */
export type Asker = {
  token: string | null
  domain: string
  memory: Memory
  foreign: Record<'vendor' | 'company', Record<string, string[]>>
  other: { domain: string; token: string }
}
/** A request, what was put into its body, and whether nothing was done to who asks and where. */
export type Built = { request: Request; sent: unknown; path: string; link: Link | undefined; asThemselves: boolean }

/** Makes a plan a request, with what is known by now. */
export function build(operation: Operation, plan: Plan, asker: Asker): Built {
  const { memory } = asker
  const wrong = <W extends Wrong['what']>(what: W) =>
    plan.wrongs.find(each => each.what === what) as Extract<Wrong, { what: W }> | undefined
  const link = plan.link < 0.8 ? memory.linkTo(operation, plan.link / 0.8) : undefined
  const foreign = wrong('foreign')
  const places = foreign ? foreign.which % (plan.ids.length + 1) : -1

  const parts: string[] = []
  for (const [, part = '', , name] of operation.path.matchAll(/\/((\{(\w+)\})|[^/]+)/g)) {
    const which = parts.filter((_, i) => isId(operation, i)).length - 1
    if (name === 'domain') parts.push(domainOf(wrong('domain')?.domain, operation, asker))
    else if (name === undefined) parts.push(part)
    else if (wrong('id')?.which === which) parts.push(oddly(wrong('id') as Extract<Wrong, { what: 'id' }>))
    else if (foreign && places === which) parts.push(foreignId(asker, foreign, name))
    else {
      const { at, otherwise } = plan.ids[which] as Known
      const list = `/${parts.slice(4).join('/')}`
      parts.push(memory.pick(list, at) ?? memory.pick(name, at) ?? String(otherwise))
    }
  }
  const plainPath = link && !wrong('id') ? link.path : `/${parts.join('/')}`
  const path = `/${plainPath.split('/').slice(5).join('/')}`

  const asked = Object.entries(plan.query).map(([name, value]) => [name, settle(value, { memory, path, like: {} })] as const)
  const query = [...(link ? [link.query] : asked.flatMap(([name, value]) => parameter(name, value)))]
  const extra = wrong('parameter')
  if (extra) query.push(...parameter(extra.name, extra.value))
  const odd = wrong('query')
  if (odd) query.push(odd.text)

  let sent = settle(wrong('body') ? (wrong('body') as { value: unknown }).value : plan.body, { memory, path, like: memory.thingAt(path) })
  if (foreign && places === plan.ids.length) sent = withForeign(sent, asker, foreign)
  const { body, type } = bodyOf(operation, sent, wrong('bytes'), wrong('body') !== undefined, link?.about)
  const token = wrong('token')
  const authorization = token ? tokenOf(token.token, wrong('domain')?.domain, asker) : asker.token && `Bearer ${asker.token}`
  const headers: Record<string, string> = {
    ...(authorization && { authorization: inHeader(authorization) }),
    ...(type && { 'content-type': inHeader(type) }),
    ...Object.fromEntries(
      Object.entries(plan.headers).map(([name, value]) => [
        name.toLowerCase(),
        inHeader(String(settle(value, { memory, path, like: {} }))),
      ]),
    ),
  }
  const header = wrong('header')
  if (header) headers[header.name] = inHeader(header.value)
  return {
    request: {
      method: wrong('method')?.method ?? operation.method,
      path: inPath(plainPath + (query.length > 0 ? `?${query.join('&')}` : '')),
      headers,
      body,
    },
    sent,
    path,
    link,
    asThemselves: !token && (wrong('domain')?.domain ?? asker.domain).toLowerCase() === asker.domain,
  }
}

const isId = (operation: Operation, i: number) => operation.path.split('/')[i + 1]?.startsWith('{')

/**
 * Puts what is known in the place of what stands for it. A thing's own fields go together: an e-mail and a token, or the pass of a sign-in
 * and the secret that it was told.
 */
function settle(value: unknown, at: { memory: Memory; path: string; like: Json }, name = ''): unknown {
  if (value instanceof Known) {
    const own = at.like[value.name]
    if (own !== undefined && value.at < 0.7) return own
    const { memory, path } = at
    if (value.name === 'code')
      return at.like.secret && value.at < 0.7 ? codeOf(String(at.like.secret)) : (codeAt(memory, value.at) ?? value.otherwise)
    return (
      (value.name === 'token' ? undefined : memory.idFor(value.name, path, value.at)) ??
      memory.pick(value.name, value.at) ??
      value.otherwise
    )
  }
  if (Array.isArray(value)) return value.map(each => settle(each, at, name))
  if (typeof value !== 'object' || value === null) return value
  const leading = ['token', 'pass'].find(key => (value as Json)[key] instanceof Known)
  const chosen = leading && settle((value as Json)[leading], at)
  const like = chosen === undefined ? at.like : at.memory.thingOf(chosen)
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, key === leading ? chosen : settle(each, { ...at, like }, key)]),
  )
}

/** A code that an app shows this moment, mostly of the latest secret; or one that was given out, as a recovery code is. */
function codeAt(memory: Memory, at: number): string | undefined {
  const secret = at < 0.5 && memory.pick('secret', (2 * at) ** 2)
  return secret ? codeOf(secret) : memory.pick('code', at < 0.5 ? at : 2 * at - 1)
}

function bodyOf(
  { body }: Operation,
  sent: unknown,
  bytes: Extract<Wrong, { what: 'bytes' }> | undefined,
  always: boolean,
  about: Json | undefined,
): { body: Buffer | undefined; type: string | undefined } {
  if (bytes) return { body: Buffer.from(bytes.text), type: bytes.type }
  if (body?.type === 'application/octet-stream') return { body: bytesAbout(about), type: body.type }
  if (!body && !always) return { body: undefined, type: undefined }
  return { body: Buffer.from(JSON.stringify(sent) ?? ''), type: 'application/json' }
}

/** A file of the size and the kind that were announced. */
function bytesAbout({ fileSize = 20, fileType = '' }: Json = {}) {
  const head = Buffer.from({ 'image/png': 'iVBORw0KGgo=', 'application/pdf': 'JVBERi0xLjcK' }[String(fileType)] ?? '', 'base64')
  const size = Math.min(Number(fileSize) || 0, 5_000)
  return Buffer.concat([head, Buffer.alloc(Math.max(0, size - head.length), 'a')]).subarray(0, size)
}

function foreignId({ foreign }: Asker, { whose, at }: Extract<Wrong, { what: 'foreign' }>, name: string) {
  const ids = foreign[whose][name] ?? Object.values(foreign[whose]).flat()
  return ids[Math.floor(at * (ids.length - 1))] ?? ''
}

/** Every id of a body is one of somebody else's. */
function withForeign(sent: unknown, asker: Asker, foreign: Extract<Wrong, { what: 'foreign' }>): unknown {
  if (typeof sent !== 'object' || sent === null) return sent
  const swapped = (value: unknown, name: string): unknown =>
    Array.isArray(value)
      ? value.map(each => swapped(each, name.replace(/s$/, '')))
      : typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value)
        ? foreignId(asker, foreign, name)
        : value
  return Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, swapped(value, name)]))
}

/** What needs no token is another vendor's own to answer at their domain, and so is what their own people ask there: we ask for the rest. */
function domainOf(odd: string | undefined, { open }: Operation, { token, domain, other }: Asker) {
  if (odd === undefined) return domain
  return odd !== 'other vendor' ? odd : open || token === other.token ? 'nobody.test' : other.domain
}

function tokenOf(odd: string, domain: string | undefined, { token, other }: Asker) {
  if (odd === 'other vendor') return `Bearer ${domain === 'other vendor' ? token : other.token}`
  if (odd !== 'unsigned') return odd
  const claims = (token ?? other.token).split('.')[1]
  return `Bearer ${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.x`
}

const oddly = ({ text, raw }: { text: string; raw: boolean }) => (raw ? text : encodeURIComponent(text.toWellFormed()))

const parameter = (name: string, value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map(each => `${encodeURIComponent(name)}=${encodeURIComponent(asText(each).toWellFormed())}`)
const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))

/** What a path can hold on the wire: all else would be refused by our own side. */
const inPath = (path: string) => path.replace(/[^\u0021-\u00ff]/gu, letter => encodeURIComponent(letter.toWellFormed()))
const inHeader = (value: string) => value.replace(/[^\t\u0020-\u007e\u0080-\u00ff]/gu, '?')
