import * as z from 'zod/mini'

export type JsonSchema = {
  $ref?: string
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
}

/** JSON Schema (draft 2020-12) of what a client sends (`input`)
 * or receives (`output`); `{}` where it has no equivalent. */
export function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output') {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return json as JsonSchema
}
