import * as z from 'zod/mini'
import { anyone } from '#contract/actor.ts'
import { errorNames } from '#contract/errors.ts'
import { limits } from '#contract/fields.ts'
import type { Route } from '#contract/route.ts'
import { apiBase } from './http.ts'

const pathTemplate = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const schemaOf = (schema: z.ZodMiniType, io: 'input' | 'output') => {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return json
}

/** The OpenAPI 3.1 document of the routes, from the schemas that validate them. */
export function openApi(routes: { name: string; route: Route }[], version: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name, route } of routes) {
    const path = pathTemplate(apiBase + route.path)
    paths[path] ??= {}
    paths[path][route.method.toLowerCase()] = operation(name, route)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tezgah',
      version,
      description: 'Support portal of machine vendors. Texts follow Accept-Language: tr (default) or en.',
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
                'FileNotCheckedError',
                'FileInfectedError',
              ],
            },
            message: { type: 'string', description: "In the caller's language" },
            errors: {
              type: 'array',
              description: 'With status 400: what is wrong with which field',
              items: { type: 'object', required: ['msg', 'path'], properties: { msg: { type: 'string' }, path: { type: 'string' } } },
            },
            requestId: { type: 'string', description: 'To quote when asking for help; missing where the request could not be read' },
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
  const bytes = route.download && Object.fromEntries(route.download.map(type => [type, { schema: { type: 'string', format: 'binary' } }]))
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    summary: route.about,
    security: route.allow === anyone ? [] : [{ bearer: [] }],
    parameters: [
      { name: 'domain', in: 'path', required: true, schema: { type: 'string' }, description: "The vendor's domain" },
      ...ids.map(id => ({ name: id, in: 'path', required: true, schema: { type: 'string', format: 'uuid' } })),
      ...queryParameters(route.query),
      ...(route.creates
        ? [
            {
              name: 'Idempotency-Key',
              in: 'header',
              required: false,
              schema: { type: 'string', maxLength: limits.idempotencyKey },
              description:
                'The same request with the same key within 24 h gets the first answer, and makes nothing new; another request with it is refused with 422',
            },
          ]
        : []),
    ],
    ...(route.body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(route.body, 'input') } } } }),
    ...(route.upload && {
      requestBody: { required: true, content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } } },
    }),
    responses: {
      200: {
        description: 'Done',
        content: bytes ?? { 'application/json': { schema: schemaOf(route.returns, 'output') } },
      },
      ...(route.download?.includes('application/octet-stream') && { 206: { description: 'The asked range of the bytes', content: bytes } }),
      ...Object.fromEntries(
        refusals.map(status => [
          status,
          {
            description: errorNames[Number(status) as 400],
            ...(['429', '503'].includes(status) && {
              headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
            }),
            content: refusal,
          },
        ]),
      ),
      431: { description: 'The headers are too many to be read', content: refusal },
    },
  }
}

const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

function queryParameters(schema: z.ZodMiniType | undefined) {
  if (!schema) return []
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as { properties?: Record<string, unknown>; required?: string[] }
  return Object.entries(properties).map(([name, property]) => ({ name, in: 'query', required: required.includes(name), schema: property }))
}
