import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import * as z from 'zod/mini'
import type { ApiError } from '#contract/errors.ts'
import { pathOf, type Request, type Route } from '#contract/route.ts'
import type { RouteName } from '#contract/routes.ts'
import type { Person, TestPortal } from '#testing/portal.ts'
import { type CompanyFixture, companyFixturesIn } from './company-fixtures.ts'
import { type Permission, permissions } from './permissions.ts'

/** `isText`: of any characters, up to a maximum length. */
export type Field = { part: 'query' | 'body'; name: string; type: string; isText: boolean }
export type Example = {
  name: RouteName
  fixture: CompanyFixture
  caller: Person
  route: Route
  request: Request<Route>
  bytes: Buffer | undefined
}
export type Reply = ApiError & { status: number }

export function fieldsOf(route: Route): Field[] {
  return (['query', 'body'] as const).flatMap(part => {
    const schema = route[part]
    if (!schema) return []
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
      properties?: Record<string, { type?: string; maxLength?: number; pattern?: string }>
    }
    return Object.entries(properties).map(([name, { type = 'string', maxLength, pattern }]) => ({
      part,
      name,
      type,
      isText: maxLength !== undefined && pattern === undefined,
    }))
  })
}

/** Values of the fields that the examples in permissions.ts leave out. */
const sampleValues = (fixture: CompanyFixture): Record<string, unknown> => ({
  ...{
    page: '0',
    size: '10',
    sort: '-dateCreated',
    search: 'mil',
    status: 'open',
    archived: 'false',
    preview: 'true',
    thumbnail: '320',
  },
  ...{
    dateSupportEnd: '2030-01-31',
    dateOfWarrantyEnd: '2027-06-30',
    description: 'Ağır iş için',
    notes: 'İkinci el',
  },
  ...{
    phone: '+90 212 555 00 00',
    department: 'Bakım',
    position: 'Şef',
    language: 'en',
    tags: ['machine'],
    devices: ['abc'],
    company: fixture.companyId,
    pending: true,
    pushText: true,
    age: '1000',
    dateSnoozedBefore: null,
    titleBefore: 'Mil ısınıyor',
    machineBefore: fixture.companyMachineId,
    requesterBefore: fixture.member.userId,
    companyBefore: fixture.companyId,
    revision: '0',
    seconds: '0',
  },
})

const internals = /\.ts:\d+|node_modules|postgres|violates|relation "|syntax error|ECONN|\/tmp\//i

/** The statuses that the OpenAPI document promises of each call. */
async function promisedStatuses({ http }: TestPortal): Promise<Map<string, string[]>> {
  const document = (await http.inject('/api/v1/openapi.json')).json<{
    paths: Record<string, Record<string, { operationId: string; responses: object }>>
  }>()
  return new Map(
    Object.values(document.paths)
      .flatMap(methods => Object.values(methods))
      .map(({ operationId, responses }) => [operationId, Object.keys(responses)]),
  )
}

/** Valid requests at one vendor, each with every field of its route. */
export async function examplesIn(portal: TestPortal) {
  const { fixtures, createFixture } = companyFixturesIn(portal)
  const seller = await fixtures.vendor()
  const promised = await promisedStatuses(portal)

  async function example(
    name: RouteName,
    route: Route,
    existing?: CompanyFixture,
  ): Promise<Example> {
    const fixture = existing ?? (await createFixture(seller))
    const permission = permissions[name] as Permission
    const people = {
      anonymous: fixture.visitor,
      member: fixture.member,
      staff: fixture.staff,
      admin: fixture.admin,
    }
    const [kind] = (['anonymous', 'member', 'staff', 'admin'] as const).filter(kind =>
      [200, 409].includes(permission.answers[kind]),
    )
    if (!kind) throw new Error(`no kind of user is authorised to call ${name}`)
    const request = { ...(await permission.example(fixture, people[kind])) }
    for (const { part, name: field } of fieldsOf(route)) {
      const given = (request[part] as Record<string, unknown> | undefined)?.[field]
      const value = given === undefined ? sampleValues(fixture)[field] : given
      if (value === undefined) throw new Error(`${name} has no example of ${part}.${field}`)
      request[part] = { ...(request[part] as object), [field]: value }
    }
    return { name, fixture, caller: people[kind], route, request, bytes: permission.bytes }
  }

  /** @throws where the OpenAPI document does not promise the
   * status, or the refusal tells internals */
  async function send(example: Example, language: 'tr' | 'en'): Promise<Reply> {
    const { name, bytes, request } = example
    const payload = bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
    const reply = await portal.http.inject({
      ...toInjectOptions(example, { 'accept-language': language }),
      ...(payload && { payload }),
    })
    if (!promised.get(name)?.includes(`${reply.statusCode}`))
      throw new Error(`${name} answers ${reply.statusCode}, which its document does not promise`)
    if (reply.statusCode >= 400 && internals.test(reply.body))
      throw new Error(`${name} tells internals: ${reply.body}`)
    const answer = /json/.test(String(reply.headers['content-type']))
      ? (reply.json() as ApiError)
      : ({} as ApiError)
    return { ...answer, status: reply.statusCode }
  }

  /** The status and name of a refusal. @throws when its
   * message is missing in one of the languages */
  async function readRefusal(request: InjectOptions) {
    const [tr, en] = (await Promise.all(
      ['tr', 'en'].map(language =>
        portal.http.inject({
          ...request,
          headers: { ...request.headers, 'accept-language': language },
        }),
      ),
    )) as [LightMyRequestResponse, LightMyRequestResponse]
    const [inTurkish, inEnglish] = [tr.json() as ApiError, en.json() as ApiError]
    const isTranslated =
      inTurkish.message !== inEnglish.message &&
      (tr.statusCode !== 400 || inTurkish.errors?.[0]?.msg)
    if (!isTranslated || tr.statusCode !== en.statusCode)
      throw new Error(`refused with ${tr.statusCode} ${tr.body} ${en.statusCode} ${en.body}`)
    return [tr.statusCode, inTurkish.name]
  }
  return { example, send, refusal: readRefusal }
}

/** The inject options of an example without its payload. A
 * lone surrogate in the query becomes invalid UTF-8. */
export function toInjectOptions(
  { caller, route, request, bytes }: Omit<Example, 'name'>,
  headers: Record<string, string> = {},
) {
  const { params, query, body } = request
  const type = bytes
    ? 'application/octet-stream'
    : body === undefined
      ? undefined
      : 'application/json'
  return {
    method: route.method,
    url: `/api/v1/domain/${caller.domain}${pathOf(route, params)}?${queryString(query as Record<string, unknown> | undefined)}`,
    headers: {
      ...(caller.token && { authorization: `Bearer ${caller.token}` }),
      ...(type && { 'content-type': type }),
      ...headers,
    },
  } satisfies InjectOptions
}

const queryString = (query: Record<string, unknown> = {}) =>
  Object.entries(query)
    .flatMap(([field, value]) => [value].flat().map(each => [field, each]))
    .filter(([, value]) => value !== undefined)
    .map(
      ([field, value]) =>
        `${field}=${String(value).split('\ud83d').map(encodeURIComponent).join('%ED%A0%BD')}`,
    )
    .join('&')
