import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

// Reads the OpenAPI document: the operations, and the documented responses of each.

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
}
type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Schema
}
type Content = Record<string, { schema: Schema }>
type Documented = {
  operationId: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { headers?: object; content?: Content }>
}
export type OpenApi = {
  paths: Record<string, Record<string, Documented>>
  components: { schemas: Record<string, Schema> }
}

export type ExpectedResponse = {
  types: Map<string, (body: Buffer) => string | undefined>
  headers: string[]
}
export type Operation = {
  name: string
  method: string
  path: string
  isOpen: boolean
  query: Parameter[]
  headers: Parameter[]
  body: { type: string; schema: Schema } | undefined
  responses: Map<number, ExpectedResponse>
  matches: RegExp
}

/** The operations, sorted so that reads with few ids come
 * first: later requests use the ids of their responses. */
export function readDocument({ paths, components }: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: { schemas: closeObjects(components.schemas) } })
  const compiled = new Map<string, ValidateFunction>()
  function checkOf(schema: Schema) {
    const text = JSON.stringify(closeObjects(schema)).replaceAll('"#/', '"document#/')
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, check)
    return check
  }
  const refusal = checkOf({ $ref: '#/components/schemas/Error' } as Schema)

  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, documented]): Operation => {
      const [type, content] = Object.entries(documented.requestBody?.content ?? {})[0] ?? []
      return {
        name: documented.operationId,
        method: method.toUpperCase(),
        path,
        isOpen: documented.security.length === 0,
        query: documented.parameters.filter(parameter => parameter.in === 'query'),
        headers: documented.parameters.filter(parameter => parameter.in === 'header'),
        body: type && content ? { type, schema: content.schema } : undefined,
        responses: new Map(
          Object.entries(documented.responses).map(([status, answer]) => [
            Number(status),
            expectedResponse(answer, checkOf),
          ]),
        ),
        matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`),
      }
    }),
  )
  const order = ({ method, path }: Operation) =>
    path.split('{').length * 10 + ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)
  return { operations: operations.sort((a, b) => order(a) - order(b)), refusal: jsonCheck(refusal) }
}
export type Document = ReturnType<typeof readDocument>

function expectedResponse(
  { headers = {}, content = {} }: Documented['responses'][string],
  checkOf: (schema: Schema) => ValidateFunction,
): ExpectedResponse {
  const check = (type: string, schema: Schema) =>
    type === 'application/json' ? jsonCheck(checkOf(schema)) : () => undefined
  return {
    types: new Map(
      Object.entries(content).map(([type, { schema }]) => [type, check(type, schema)]),
    ),
    headers: Object.keys(headers).map(name => name.toLowerCase()),
  }
}

const jsonCheck = (validate: ValidateFunction) => (body: Buffer) => {
  try {
    if (validate(JSON.parse(body.toString()))) return undefined
  } catch {
    return 'not JSON'
  }
  const [error] = validate.errors ?? []
  return `${error?.instancePath || 'the body'} ${error?.message} ${JSON.stringify(error?.params)}`
}

/** Forbids undocumented properties, so that a leaked field is a violation. */
function closeObjects<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closeObjects) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeObjects(value)]),
  )
  return (
    'properties' in inner && 'type' in inner && !('additionalProperties' in inner)
      ? { ...inner, additionalProperties: false }
      : inner
  ) as T
}
