import type { Operation } from './document.ts'
import { derivedFields } from './hints.ts'

type Json = Record<string, unknown>
/** A URL in a response's `field` that matches an operation;
 * `about` is the body of the request that produced it. */
export type Link = { field: string; path: string; query: string; about: Json }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const maxEntries = 40

/** What a role has learnt from responses: ids by list, objects, links.
 * Later requests use existing objects, also for new operations. */
export class Memory {
  /** Ids by list path and by parameter name; values by field name. */
  readonly #recent = new Map<string, string[]>()
  readonly #objects = new Map<string, Json>()
  readonly #links = new Map<string, Link[]>()
  /** Fields whose links an operation has answered with success. */
  readonly #confirmedFields = new Map<string, Set<string>>()
  /** The fields that belong to the token of a link or to the `pass` of a sign-in. */
  readonly #tokens = new Map<string, Json>()
  readonly #operations: Operation[]

  constructor(operations: Operation[]) {
    this.#operations = operations
  }

  /** `at` from 0, the latest, to 1; squared, so that later values are likelier. */
  pick(key: string, at: number): string | undefined {
    const recent = this.#recent.get(key) ?? []
    return recent[Math.floor(at ** 2 * recent.length)]
  }

  /** An id for a field: from the list beside the path, from the same area, or from anywhere. */
  pickId(name: string, path: string, at: number): string | undefined {
    const area = `/${path.split('/')[1]}/${name}`
    const keys = [`${path.replace(/\/\w+$/, '')}/${name}`, area, name].filter(key =>
      this.#recent.has(key),
    )
    const share = at * keys.length
    return this.pick(keys[Math.floor(share)] ?? name, share % 1)
  }

  pickLink({ name }: Operation, at: number): Link | undefined {
    const links = Map.groupBy(this.#links.get(name) ?? [], ({ field }) => field)
    const right = [...links].filter(([field]) => this.#confirmedFields.get(name)?.has(field))
    const fields = right.length > 0 ? right : [...links]
    const share = at * fields.length
    const [, found = []] = fields[Math.floor(share)] ?? []
    return found[Math.floor((share % 1) ** 2 * found.length)]
  }

  confirmLink({ name }: Operation, { field }: Link) {
    this.#confirmedFields.set(name, (this.#confirmedFields.get(name) ?? new Set()).add(field))
  }

  objectAt = (path: string): Json =>
    this.#objects.get(path.split('/').findLast(part => uuid.test(part)) ?? '') ?? {}
  objectOfToken = (token: unknown): Json => this.#tokens.get(String(token)) ?? {}

  rememberFields(fields: Json) {
    for (const [key, value] of Object.entries(fields))
      for (const each of [value].flat())
        this.remember(Array.isArray(value) ? key.replace(/s$/, '') : key, String(each))
  }

  /** Learns from a response; `path` is relative to the domain. */
  learn(operation: Operation, path: string, sent: unknown, answer: unknown) {
    const list = path.replace(/\/list$/, '')
    const template = operation.path.replace(/\/list$/, '')
    const children = this.#operations.flatMap(({ path }) =>
      path.startsWith(`${template}/{`) ? [path.slice(template.length + 2)] : [],
    )
    const names = [
      list.split('/').at(-1) ?? '',
      ...new Set(children.map(child => child.replace(/\}.*/, ''))),
    ]
    const about = typeof sent === 'object' && sent !== null ? (sent as Json) : {}
    if (about.pass) this.#tokens.set(String(about.pass), { ...about, ...(answer as Json) })
    const learnObject = (found: Json, depth: number) => {
      const id = found._id ?? found.id
      if (typeof id === 'string' && uuid.test(id)) {
        this.#objects.set(id, { ...about, ...found })
        if (depth <= 1) for (const key of [list, ...names]) this.remember(key, id)
      }
      for (const [key, value] of Object.entries({ ...found, ...derivedFields(found) })) {
        if (Array.isArray(value))
          for (const each of value)
            if (typeof each === 'string') this.#rememberText(key.replace(/s$/, ''), each, about)
        if (typeof value === 'string' && !['_id', 'id', 'message', 'requestId'].includes(key))
          this.#rememberText(key, value, about)
        if (typeof value === 'number' && key === 'number') this.remember(key, String(value))
      }
    }
    const walk = (value: unknown, depth: number) => {
      if (Array.isArray(value)) for (const each of value.slice(-maxEntries)) walk(each, depth)
      else if (typeof value === 'object' && value !== null) {
        learnObject(value as Json, depth)
        for (const inner of Object.values(value)) walk(inner, depth + 1)
      }
    }
    walk(answer, 0)
  }

  #rememberText(key: string, value: string, about: Json) {
    if (uuid.test(value)) return this.remember(key, value)
    if (/^https?:\/\//.test(value)) return this.rememberLink(key, value, about)
    if (value.length > 0 && value.length < 1_000) this.remember(key, value)
  }

  /** Links to pages carry a token and an e-mail. */
  rememberLink(field: string, link: string, about: Json = {}) {
    const url = new URL(link)
    const operations = this.#operations.filter(
      ({ matches, query }) => query.length > 0 && matches.test(url.pathname),
    )
    const [token, email] = [url.searchParams.get('token'), url.searchParams.get('mail')]
    for (const { name } of operations) {
      const links = this.#links.get(name) ?? []
      this.#links.set(name, [
        { field, path: url.pathname, query: url.search.slice(1), about },
        ...links.slice(0, maxEntries),
      ])
    }
    if (token && email) {
      this.#tokens.set(token, { token, email })
      this.remember('token', token)
    }
  }

  remember(key: string, value: string) {
    const recent = this.#recent.get(key) ?? []
    this.#recent.set(key, [value, ...recent.filter(each => each !== value)].slice(0, maxEntries))
  }

  /** Moves the ids used in a successful request's body to
   * the end, and the object of its path to the front. */
  markUsed(path: string, sent: unknown) {
    const spent = new Set(
      JSON.stringify(sent ?? null).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g),
    )
    const last = path.split('/').findLast(part => uuid.test(part))
    for (const [key, recent] of this.#recent) {
      const front = recent.filter(id => id === last && !spent.has(id))
      const rest = recent.filter(id => !front.includes(id) && !spent.has(id))
      this.#recent.set(key, [...front, ...rest, ...recent.filter(id => spent.has(id))])
    }
  }

  /** Forgets a deleted object and everything below it. */
  forget(path: string) {
    const gone = path.split('/').at(-1) ?? ''
    if (!uuid.test(gone)) return
    for (const [key, recent] of this.#recent) {
      if (key.includes(gone)) this.#recent.delete(key)
      else
        this.#recent.set(
          key,
          recent.filter(id => id !== gone),
        )
    }
  }
}
