import type { Operation } from './document.ts'
import { meaning } from './hints.ts'

type Json = Record<string, unknown>
/** An address that an answer held in a field, which one of the operations answers; and what the request for it had said. */
export type Link = { field: string; path: string; query: string; about: Json }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const most = 40

/**
 * What somebody has learnt from the answers that they got: which ids are in which list, what each thing is, which links there are. So
 * later requests are about what is there, also those of an operation that nobody has told the fuzzer about.
 */
export class Memory {
  /** Ids by the path of the list that they are in, and by the name of the parameter that takes them; values by their field's name. */
  readonly #rings = new Map<string, string[]>()
  readonly #things = new Map<string, Json>()
  readonly #links = new Map<string, Link[]>()
  /** Of which fields the links have led an operation to something. */
  readonly #fields = new Map<string, Set<string>>()
  /** What belongs to a token that came in a link, or to the pass of a sign-in. */
  readonly #tokens = new Map<string, Json>()
  readonly #operations: Operation[]

  constructor(operations: Operation[]) {
    this.#operations = operations
  }

  /** The one of those under a name that is so far back, from 0, the latest, to 1. The latest are the likeliest. */
  pick(key: string, at: number): string | undefined {
    const ring = this.#rings.get(key) ?? []
    return ring[Math.floor(at ** 2 * ring.length)]
  }

  /** Something with an id that fits a field: of the list beside the path's, of the same area, or of any. */
  idFor(name: string, path: string, at: number): string | undefined {
    const area = `/${path.split('/')[1]}/${name}`
    const places = [`${path.replace(/\/\w+$/, '')}/${name}`, area, name].filter(key => this.#rings.has(key))
    const share = at * places.length
    return this.pick(places[Math.floor(share)] ?? name, share % 1)
  }

  /** A link that an operation answers, of the fields that have been right for it, where there are any. */
  linkTo({ name }: Operation, at: number): Link | undefined {
    const links = Map.groupBy(this.#links.get(name) ?? [], ({ field }) => field)
    const right = [...links].filter(([field]) => this.#fields.get(name)?.has(field))
    const fields = right.length > 0 ? right : [...links]
    const share = at * fields.length
    const [, found = []] = fields[Math.floor(share)] ?? []
    return found[Math.floor((share % 1) ** 2 * found.length)]
  }

  ledOn({ name }: Operation, { field }: Link) {
    this.#fields.set(name, (this.#fields.get(name) ?? new Set()).add(field))
  }

  /** What is known of whatever a path's last id names. */
  thingAt = (path: string): Json => this.#things.get(path.split('/').findLast(part => uuid.test(part)) ?? '') ?? {}
  thingOf = (token: unknown): Json => this.#tokens.get(String(token)) ?? {}

  /** Takes in what somebody was told otherwise. */
  know(told: Json) {
    for (const [key, value] of Object.entries(told))
      for (const each of [value].flat()) this.remember(Array.isArray(value) ? key.replace(/s$/, '') : key, String(each))
  }

  /** Takes in an answer to an operation at a path below the domain. */
  learn(operation: Operation, path: string, sent: unknown, answer: unknown) {
    const list = path.replace(/\/list$/, '')
    const template = operation.path.replace(/\/list$/, '')
    const children = this.#operations.flatMap(({ path }) => (path.startsWith(`${template}/{`) ? [path.slice(template.length + 2)] : []))
    const names = [list.split('/').at(-1) ?? '', ...new Set(children.map(child => child.replace(/\}.*/, '')))]
    const about = typeof sent === 'object' && sent !== null ? (sent as Json) : {}
    if (about.pass) this.#tokens.set(String(about.pass), { ...about, ...(answer as Json) })
    const thing = (found: Json, depth: number) => {
      const id = found._id ?? found.id
      if (typeof id === 'string' && uuid.test(id)) {
        this.#things.set(id, { ...about, ...found })
        if (depth <= 1) for (const key of [list, ...names]) this.remember(key, id)
      }
      for (const [key, value] of Object.entries({ ...found, ...meaning(found) })) {
        if (Array.isArray(value)) for (const each of value) if (typeof each === 'string') this.#text(key.replace(/s$/, ''), each, about)
        if (typeof value === 'string' && !['_id', 'id', 'message', 'requestId'].includes(key)) this.#text(key, value, about)
      }
    }
    const walk = (value: unknown, depth: number) => {
      if (Array.isArray(value)) for (const each of value.slice(-most)) walk(each, depth)
      else if (typeof value === 'object' && value !== null) {
        thing(value as Json, depth)
        for (const inner of Object.values(value)) walk(inner, depth + 1)
      }
    }
    walk(answer, 0)
  }

  #text(key: string, value: string, about: Json) {
    if (uuid.test(value)) return this.remember(key, value)
    if (/^https?:\/\//.test(value)) return this.follow(key, value, about)
    if (value.length > 0 && value.length < 1_000) this.remember(key, value)
  }

  /** Takes in a link. One that leads to a page carries a token. */
  follow(field: string, link: string, about: Json = {}) {
    const url = new URL(link)
    const operations = this.#operations.filter(({ matches, query }) => query.length > 0 && matches.test(url.pathname))
    const [token, email] = [url.searchParams.get('token'), url.searchParams.get('mail')]
    for (const { name } of operations) {
      const links = this.#links.get(name) ?? []
      this.#links.set(name, [{ field, path: url.pathname, query: url.search.slice(1), about }, ...links.slice(0, most)])
    }
    if (token && email) {
      this.#tokens.set(token, { token, email })
      this.remember('token', token)
    }
  }

  remember(key: string, value: string) {
    const ring = this.#rings.get(key) ?? []
    this.#rings.set(key, [value, ...ring.filter(each => each !== value)].slice(0, most))
  }

  /** What a request that was granted has used comes last from now on; what its path names has moved on, and comes first. */
  used(path: string, sent: unknown) {
    const spent = new Set(JSON.stringify(sent ?? null).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))
    const last = path.split('/').findLast(part => uuid.test(part))
    for (const [key, ring] of this.#rings) {
      const front = ring.filter(id => id === last && !spent.has(id))
      const rest = ring.filter(id => !front.includes(id) && !spent.has(id))
      this.#rings.set(key, [...front, ...rest, ...ring.filter(id => spent.has(id))])
    }
  }

  /** What was deleted, with all below it. */
  forget(path: string) {
    const gone = path.split('/').at(-1) ?? ''
    if (!uuid.test(gone)) return
    for (const [key, ring] of this.#rings) {
      if (key.includes(gone)) this.#rings.delete(key)
      else
        this.#rings.set(
          key,
          ring.filter(id => id !== gone),
        )
    }
  }
}
