import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

// The OpenAPI document as a fuzzer reads it: what can be asked, and what has been promised of every answer.

/** The part of JSON Schema that the document is written in. */
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
type Parameter = { name: string; in: 'path' | 'query' | 'header'; required: boolean; schema: Schema }
type Content = Record<string, { schema: Schema }>
type Documented = {
  operationId: string
  security: object[]
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { headers?: object; content?: Content }>
}
export type OpenApi = { paths: Record<string, Record<string, Documented>>; components: { schemas: Record<string, Schema> } }

/** What an answer of one status holds: a check for each media type, and the headers that come with it. */
export type Promised = { types: Map<string, (body: Buffer) => string | undefined>; headers: string[] }
export type Operation = {
  name: string
  method: string
  /** as the document has it, with `{id}`s */
  path: string
  open: boolean
  query: Parameter[]
  headers: Parameter[]
  body: { type: string; schema: Schema } | undefined
  answers: Map<number, Promised>
  /** whether a request's path, without its query, is this one's */
  matches: RegExp
}

/** Every operation of a document, those that read and name the fewest ids first: what they answer is what the others ask about. */
export function readDocument({ paths, components }: OpenApi) {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'document', components: { schemas: closed(components.schemas) } })
  const compiled = new Map<string, ValidateFunction>()
  function checkOf(schema: Schema) {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"document#/')
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
        open: documented.security.length === 0,
        query: documented.parameters.filter(parameter => parameter.in === 'query'),
        headers: documented.parameters.filter(parameter => parameter.in === 'header'),
        body: type && content ? { type, schema: content.schema } : undefined,
        answers: new Map(Object.entries(documented.responses).map(([status, answer]) => [Number(status), promised(answer, checkOf)])),
        matches: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]*')}$`),
      }
    }),
  )
  const order = ({ method, path }: Operation) => path.split('{').length * 10 + ['GET', 'PUT', 'POST', 'DELETE'].indexOf(method)
  return { operations: operations.sort((a, b) => order(a) - order(b)), refusal: jsonCheck(refusal) }
}
export type Document = ReturnType<typeof readDocument>

function promised(
  { headers = {}, content = {} }: Documented['responses'][string],
  checkOf: (schema: Schema) => ValidateFunction,
): Promised {
  const check = (type: string, schema: Schema) => (type === 'application/json' ? jsonCheck(checkOf(schema)) : () => undefined)
  return {
    types: new Map(Object.entries(content).map(([type, { schema }]) => [type, check(type, schema)])),
    headers: Object.keys(headers).map(name => name.toLowerCase()),
  }
}

/** Says what is wrong with a body, if anything. */
const jsonCheck = (validate: ValidateFunction) => (body: Buffer) => {
  try {
    if (validate(JSON.parse(body.toString()))) return undefined
  } catch {
    return 'it is no JSON'
  }
  const [error] = validate.errors ?? []
  return `${error?.instancePath || 'it'} ${error?.message} ${JSON.stringify(error?.params)}`
}

/** The same, where an object holds what is named and nothing else: so a field that leaks is seen. */
function closed<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map(closed) as T
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]))
  return (
    'properties' in inner && 'type' in inner && !('additionalProperties' in inner) ? { ...inner, additionalProperties: false } : inner
  ) as T
}
