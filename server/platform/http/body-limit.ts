import type { Route } from '#contract/route.ts'
import { type JsonSchema, schemaOf } from './json-schema.ts'

const minBytes = 4 * 1024 // for fields that a call ignores

const maxDepth = 16 // valid bodies have two levels; ignored fields may have more

/** The maximum size of a JSON body in bytes: twice the
 * largest valid one. @throws for a schema without bounds */
export function bodyLimitOf({ body }: Pick<Route, 'body'>): number {
  if (!body) return minBytes
  return Math.max(minBytes, 2 * maxBytesOf(schemaOf(body, 'input')))
}

/** Bytes of the longest JSON text that a schema allows, with each character escaped as `\uXXXX`. */
function maxBytesOf(schema: JsonSchema): number {
  const {
    type,
    properties = {},
    items,
    maxItems,
    maxLength,
    format,
    enum: choices = [schema.const],
    anyOf,
  } = schema
  if (anyOf) return Math.max(...anyOf.map(maxBytesOf))
  if (choices[0] !== undefined)
    return Math.max(...choices.map(choice => JSON.stringify(choice).length))
  switch (type) {
    case 'object':
      return Object.entries(properties).reduce(
        (sum, [name, property]) => sum + name.length + 4 + maxBytesOf(property),
        2,
      )
    case 'array':
      if (items && maxItems !== undefined) return 2 + maxItems * (1 + maxBytesOf(items))
      break
    case 'string':
      if (format === 'uuid') return 38
      if (maxLength !== undefined) return 2 + 6 * maxLength
      break
    case 'integer':
    case 'number':
      return 24
    case 'boolean':
    case 'null':
      return 5
  }
  throw new Error(`A body's field has no bound: ${JSON.stringify(schema)}`)
}

/** Whether arrays and objects of a JSON text nest deeper
 * than `maxDepth`, found without parsing it. */
export function isTooDeep(json: string): boolean {
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const character = json[i]
    if (character === '"') inString = !inString
    else if (inString) i += character === '\\' ? 1 : 0
    else if (character === '[' || character === '{') depth++
    else if (character === ']' || character === '}') depth--
    if (depth > maxDepth) return true
  }
  return false
}
