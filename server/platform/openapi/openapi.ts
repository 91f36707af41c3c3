import type * as z from 'zod/mini'
import { anyone } from '#contract/actor.ts'
import { errorNames } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import type { Route } from '#contract/route.ts'
import { apiBase } from '#platform/http/http.ts'
import { type JsonSchema, schemaOf } from '#platform/http/json-schema.ts'

export type Operation = ReturnType<typeof operation>
type Parameter = {
  name: string
  in: string
  required: boolean
  schema: JsonSchema
  description?: string
}
type Content = Record<string, { schema: JsonSchema }>

/** The OpenAPI 3.1 document of the routes, from the schemas that validate them. */
export function openApi(routes: { name: string; route: Route }[], version: string) {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const { name, route } of routes) {
    const path = (apiBase + route.path).replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(name, route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tezgah',
      version,
      description:
        'Support portal of machine vendors. Texts follow Accept-Language: tr (default) or en.',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: {
        Error: {
          type: 'object',
          required: ['name', 'message'],
          properties: {
            name: {
              type: 'string',
              enum: [
                ...Object.values(errorNames),
                'TokenExpiredError',
                'InvalidCredentialsError',
                'ReauthenticationRequiredError',
                'QuotaExceededError',
                'MessagesSinceError',
                'FileNotCheckedError',
                'FileInfectedError',
              ],
            },
            message: { type: 'string', description: "In the caller's language" },
            errors: {
              type: 'array',
              description: 'With status 400: what is wrong with which field',
              items: {
                type: 'object',
                required: ['msg', 'path'],
                properties: { msg: { type: 'string' }, path: { type: 'string' } },
              },
            },
            details: {
              type: 'object',
              description:
                'With MessagesSinceError: `messages`, those of others since the last one that was seen',
            },
            requestId: {
              type: 'string',
              description:
                'To quote when asking for help; missing where the request could not be read',
            },
          },
        },
      },
    },
  }
}

function operation(name: string, route: Route) {
  const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, id]) => id as string)
  const refusals = [
    '400',
    ...(route.allow === anyone ? (route.signsIn ? ['401'] : []) : ['401', '403']),
    '404',
    '409',
    '413',
    ...(route.creates ? ['422'] : []),
    '429',
    '500',
    '503',
  ]
  const answer: Content = route.download
    ? Object.fromEntries(route.download.map(type => [type, { schema: binary }]))
    : { 'application/json': { schema: schemaOf(route.returns, 'output') } }
  const body: Content | undefined = route.upload
    ? { 'application/octet-stream': { schema: binary } }
    : route.body && { 'application/json': { schema: schemaOf(route.body, 'input') } }
  return {
    operationId: name,
    tags: name.split('.').slice(0, 1),
    summary: route.about,
    security: route.allow === anyone ? [] : [{ bearer: [] }],
    parameters: [
      {
        name: 'domain',
        in: 'path',
        required: true,
        schema: { type: 'string' },
        description: "The vendor's domain",
      },
      ...ids.map(
        (id): Parameter => ({
          name: id,
          in: 'path',
          required: true,
          schema: { type: 'string', format: 'uuid' },
        }),
      ),
      ...queryParameters(route.query),
      ...(route.creates ? [idempotencyKey] : []),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      200: { description: 'Done', content: answer },
      ...(route.download?.includes('application/octet-stream') && {
        206: { description: 'The asked range of the bytes', content: answer },
        304: { description: 'The client has these bytes: If-None-Match has their ETag' },
        416: { description: 'The asked range begins behind the last byte' },
      }),
      ...Object.fromEntries(
        refusals.map(status => [
          status,
          {
            description: errorNames[Number(status) as 400],
            ...(['429', '503'].includes(status) && {
              headers: {
                'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
              },
            }),
            content: refusal,
          },
        ]),
      ),
      431: { description: 'The headers are too many to be read', content: refusal },
    },
  }
}

const binary: JsonSchema = { type: 'string', format: 'binary' }
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', maxLength: limits.idempotencyKey },
  description:
    'The same request with the same key within 24 h gets the first answer, and makes nothing new; another request with it is refused with 422',
}
const refusal: Content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

function queryParameters(schema: z.ZodMiniType | undefined): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}
