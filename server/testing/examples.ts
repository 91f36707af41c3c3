import * as z from 'zod/mini'
import type { ApiError } from '#contract/errors.ts'
import { pathOf, type Request, type Route } from '#contract/route.ts'
import type { RouteName } from '#contract/routes.ts'
import { type Line, permissions } from './permissions.ts'
import { type Place, placesIn } from './places.ts'
import type { Person, Portal } from './portal.ts'

export type Field = { part: 'query' | 'body'; name: string; type: string }
export type Example = { at: Place; who: Person; route: Route; request: Request<Route>; bytes: Buffer | undefined }
export type Reply = ApiError & { status: number }

/** The fields of a call's query and body with their types, as the contract publishes them. */
export function fieldsOf(route: Route): Field[] {
  return (['query', 'body'] as const).flatMap(part => {
    const schema = route[part]
    if (!schema) return []
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, { type?: string }>
    }
    return Object.entries(properties).map(([name, { type = 'string' }]) => ({ part, name, type }))
  })
}

/** What a field that the table of permissions leaves out could be. */
const samples = (at: Place): Record<string, unknown> => ({
  ...{ page: '0', size: '10', sort: '-dateCreated', search: 'mil', status: 'open', archived: 'false', preview: 'true' },
  ...{ dateSupportEnd: '2030-01-31', dateOfWarrantyEnd: '2027-06-30', description: 'Ağır iş için', notes: 'İkinci el' },
  ...{ phone: '+90 212 555 00 00', department: 'Bakım', position: 'Şef', tags: ['machine'], company: at.companyId },
})

/** Valid requests at one vendor, each with every field that its call knows. */
export async function examplesIn(portal: Portal) {
  const { given, place } = placesIn(portal)
  const seller = await given.vendor()

  /** A valid request and somebody who may make it, at a new place or at one that is there. */
  async function example(name: RouteName, route: Route, here?: Place): Promise<Example> {
    const at = here ?? (await place(seller))
    const line = permissions[name] as Line
    const people = { anonymous: at.visitor, member: at.member, staff: at.staff, admin: at.admin }
    const [kind] = (['anonymous', 'member', 'staff', 'admin'] as const).filter(kind => line.answers[kind] === 200)
    if (!kind) throw new Error(`nobody may call ${name}`)
    const request = { ...(await line.example(at, people[kind])) }
    for (const { part, name: field } of fieldsOf(route)) {
      const value = (request[part] as Record<string, unknown> | undefined)?.[field] ?? samples(at)[field]
      if (value === undefined) throw new Error(`${name} has no example of ${part}.${field}`)
      request[part] = { ...(request[part] as object), [field]: value }
    }
    return { at, who: people[kind], route, request, bytes: line.bytes }
  }

  /** Sends an example as a browser would, or not quite: what is in the query comes percent-encoded, half a character as no UTF-8 has it. */
  async function send({ who, route, request, bytes }: Example, language: 'tr' | 'en'): Promise<Reply> {
    const { params, query, body } = request
    const type = bytes ? 'application/octet-stream' : body ? 'application/json' : undefined
    const reply = await portal.http.inject({
      method: route.method,
      url: `/api/v1/domain/${who.domain}${pathOf(route, params)}?${queryString(query as Record<string, unknown> | undefined)}`,
      headers: {
        'accept-language': language,
        ...(who.token && { authorization: `Bearer ${who.token}` }),
        ...(type && { 'content-type': type }),
      },
      ...(type && { payload: bytes ?? JSON.stringify(body) }),
    })
    const answer = /json/.test(String(reply.headers['content-type'])) ? (reply.json() as ApiError) : ({} as ApiError)
    return { ...answer, status: reply.statusCode }
  }
  return { example, send }
}

const queryString = (query: Record<string, unknown> = {}) =>
  Object.entries(query)
    .flatMap(([field, value]) => [value].flat().map(each => [field, each]))
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field}=${String(value).split('\ud83d').map(encodeURIComponent).join('%ED%A0%BD')}`)
    .join('&')
