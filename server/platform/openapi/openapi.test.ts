import { describe, expect, test } from 'vitest'
import { anyone } from '#contract/actor.ts'
import { everyRoute } from '#contract/routes.ts'
import { sharedPortal } from '#testing/portal.ts'

// Requirements of the OpenAPI Specification 3.1.0.

type Json = Record<string, unknown>
type Parameter = { name: string; in: string; required: boolean; schema: Json }
type Operation = {
  operationId: string
  summary: string
  security: Json[]
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<
    string,
    { description: string; content?: Record<string, { schema: Json }>; headers?: Json }
  >
}

const portal = await sharedPortal()
const reply = await portal.http.inject('/api/v1/openapi.json')
const document = reply.json()
const paths = document.paths as Record<string, Record<string, Operation>>
const operationOf = ({ path, method }: { path: string; method: string }) =>
  paths[`/api/v1/domain/{domain}${path.replace(/:(\w+)/g, '{$1}')}`]?.[
    method.toLowerCase()
  ] as Operation

test('the document names its OpenAPI version and the product', () => {
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(document.openapi).toBe('3.1.0')
  expect(document.info).toMatchObject({
    title: 'Tezgah',
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
  })
  expect(Object.keys(document).sort()).toEqual([
    'components',
    'info',
    'openapi',
    'paths',
    'servers',
  ])
})

test('the document contains every call and no other', () => {
  const operations = Object.values(paths).flatMap(methods =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(operations.sort()).toEqual(everyRoute.map(({ name }) => name).sort())
})

test('no two paths differ only in the names of their ids', () => {
  const templates = Object.keys(paths).map(path => path.replace(/\{\w+\}/g, '{}'))
  expect(new Set(templates).size).toBe(templates.length)
})

describe.each(everyRoute)('$name', ({ route }) => {
  const operation = operationOf(route)

  test('declares the ids of its path, each once and required', () => {
    const declared = operation.parameters.filter(parameter => parameter.in === 'path')
    expect(declared.map(({ name }) => name)).toEqual([
      'domain',
      ...[...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name),
    ])
    expect(declared.every(({ required }) => required)).toBe(true)
    const named = operation.parameters.map(parameter => `${parameter.in} ${parameter.name}`)
    expect(new Set(named).size).toBe(named.length)
  })

  test('describes its authentication, input and responses', () => {
    expect(operation.security).toEqual(route.allow === anyone ? [] : [{ bearer: [] }])
    expect(operation.summary).not.toBe('')
    expect(operation.requestBody === undefined).toBe(!route.body && !route.upload)
    expect(operation.parameters.some(({ name }) => name === 'Idempotency-Key')).toBe(
      route.creates === true,
    )
    for (const { description } of Object.values(operation.responses))
      expect(description).not.toBe('')
    for (const status of ['429', '503'])
      expect(operation.responses[status]?.headers).toHaveProperty('Retry-After')
    const statuses = Object.keys(operation.responses)
    expect(statuses).toEqual(
      expect.arrayContaining(['200', '404', ...(route.allow === anyone ? [] : ['401', '403'])]),
    )
  })

  test('has complete schemas and valid references', () => {
    const schemas = [
      ...operation.parameters.map(({ schema }) => schema),
      ...Object.values(operation.requestBody?.content ?? {}).map(({ schema }) => schema),
      ...Object.values(operation.responses).flatMap(({ content = {} }) =>
        Object.values(content).map(({ schema }) => schema),
      ),
    ]
    for (const schema of schemas.flatMap(everySchema)) {
      if (typeof schema.$ref === 'string') expect(at(schema.$ref)).toBeDefined()
      else expect(jsonTypes).toEqual(expect.arrayContaining([schema.type ?? []].flat()))
      expect(schema.type ?? schema.$ref ?? schema.anyOf ?? schema.const).toBeDefined()
      if (schema.type === 'array') expect(schema.items).toBeDefined()
      for (const name of (schema.required as string[] | undefined) ?? [])
        expect(Object.keys(schema.properties as Json)).toContain(name)
    }
  })
})

test('misspelt names of the specification are kept', () => {
  expect(
    JSON.stringify(operationOf({ path: '/staff/company/:company/machine', method: 'GET' })),
  ).toContain('"machinesDoccument"')
  expect(JSON.stringify(operationOf({ path: '/file/:file', method: 'POST' }))).toContain(
    '"uploadComplate"',
  )
})

test('the response to a wrong password is described, although the sign-in needs no token', () => {
  expect(operationOf({ path: '/user/login', method: 'POST' }).responses).toHaveProperty('401')
})

test('a download is described whole and in part, with all its content types', () => {
  const { responses } = operationOf({ path: '/file/{file}/content', method: 'GET' })
  const types = [
    'application/octet-stream',
    'image/png',
    'image/jpeg',
    'image/webp',
    'application/pdf',
    'video/mp4',
    'video/quicktime',
    'video/webm',
  ]
  expect(
    [responses[200], responses[206]].map(answer => Object.keys(answer?.content ?? {})),
  ).toEqual([types, types])
})

test('too large headers are described with an error that has no request id', async () => {
  const { required } = document.components.schemas.Error
  expect(required).toEqual(['name', 'message'])
  for (const { route } of everyRoute) expect(operationOf(route).responses).toHaveProperty('431')
})

test('the document is available as a page without scripts', async () => {
  const { statusCode, headers, body } = await portal.http.inject('/api/docs')
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  for (const path of Object.keys(paths)) expect(body).toContain(path.split('{domain}')[1])
  expect(body).not.toMatch(/<script/i)
  expect(headers['content-security-policy']).not.toContain('script-src')
})

const jsonTypes = ['string', 'integer', 'number', 'boolean', 'array', 'object', 'null']

/** A schema with all nested ones. */
function everySchema(schema: Json): Json[] {
  const inner = [
    ...Object.values((schema.properties as Json | undefined) ?? {}),
    ...((schema.anyOf as Json[] | undefined) ?? []),
    ...(schema.items ? [schema.items] : []),
  ] as Json[]
  return [schema, ...inner.flatMap(everySchema)]
}

const at = (pointer: string) =>
  pointer
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Json | undefined)?.[key], document)
