import type { InjectOptions, LightMyRequestResponse } from 'fastify'
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
  ...{
    phone: '+90 212 555 00 00',
    department: 'Bakım',
    position: 'Şef',
    tags: ['machine'],
    devices: ['abc'],
    company: at.companyId,
    pending: true,
  },
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
    const [kind] = (['anonymous', 'member', 'staff', 'admin'] as const).filter(kind => [200, 409].includes(line.answers[kind]))
    if (!kind) throw new Error(`nobody may call ${name}`)
    const request = { ...(await line.example(at, people[kind])) }
    for (const { part, name: field } of fieldsOf(route)) {
      const value = (request[part] as Record<string, unknown> | undefined)?.[field] ?? samples(at)[field]
      if (value === undefined) throw new Error(`${name} has no example of ${part}.${field}`)
      request[part] = { ...(request[part] as object), [field]: value }
    }
    return { at, who: people[kind], route, request, bytes: line.bytes }
  }

  /** Sends an example as a browser would. */
  async function send(example: Example, language: 'tr' | 'en'): Promise<Reply> {
    const { bytes, request } = example
    const payload = bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const reply = await portal.http.inject({ ...addressed(example, { 'accept-language': language }), ...(payload && { payload }) })
    const answer = /json/.test(String(reply.headers['content-type'])) ? (reply.json() as ApiError) : ({} as ApiError)
    return { ...answer, status: reply.statusCode }
  }

  /** A refusal's status and name. Throws when it does not say in either language what is wrong. */
  async function refusal(request: InjectOptions) {
    const [tr, en] = (await Promise.all(
      ['tr', 'en'].map(language => portal.http.inject({ ...request, headers: { ...request.headers, 'accept-language': language } })),
    )) as [LightMyRequestResponse, LightMyRequestResponse]
    const [inTurkish, inEnglish] = [tr.json() as ApiError, en.json() as ApiError]
    const said = inTurkish.message !== inEnglish.message && (tr.statusCode !== 400 || inTurkish.errors?.[0]?.msg)
    if (!said || tr.statusCode !== en.statusCode) throw new Error(`refused with ${tr.statusCode} ${tr.body} ${en.statusCode} ${en.body}`)
    return [tr.statusCode, inTurkish.name]
  }
  return { example, send, refusal }
}

/** An example as a request, but for its payload. What is in the query comes percent-encoded, half a character as no UTF-8 has it. */
export function addressed({ who, route, request, bytes }: Example, headers: Record<string, string> = {}) {
  const { params, query, body } = request
  const type = bytes ? 'application/octet-stream' : body === undefined ? undefined : 'application/json'
  return {
    method: route.method,
    url: `/api/v1/domain/${who.domain}${pathOf(route, params)}?${queryString(query as Record<string, unknown> | undefined)}`,
    headers: { ...(who.token && { authorization: `Bearer ${who.token}` }), ...(type && { 'content-type': type }), ...headers },
  } satisfies InjectOptions
}

const queryString = (query: Record<string, unknown> = {}) =>
  Object.entries(query)
    .flatMap(([field, value]) => [value].flat().map(each => [field, each]))
    .filter(([, value]) => value !== undefined)
    .map(([field, value]) => `${field}=${String(value).split('\ud83d').map(encodeURIComponent).join('%ED%A0%BD')}`)
    .join('&')
