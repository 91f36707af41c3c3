import * as core from 'zod/v4/core'
import type { Route } from '#contract/route.ts'

/** Serialises a route's results to JSON, without fields that are not in its contract. @throws when a result violates the contract */
export function responseSerializer(route: Route): (result: unknown) => string {
  const schema = compileSchema(route.returns)
  return value => {
    const result = core.safeParse(schema, value)
    if (!result.success)
      throw new Error(`${route.method} ${route.path} returns a result that violates its contract: ${core.prettifyError(result.error)}`)
    return JSON.stringify(result.data)
  }
}

/** Zod compiles the objects, which validates a page of rows in a third of the time (record 0003). */
function compileSchema(schema: core.$ZodType): core.$ZodType {
  if (schema instanceof core.$ZodArray) return new core.$ZodArray({ ...schema._zod.def, element: compileSchema(schema._zod.def.element) })
  if (!(schema instanceof core.$ZodObject)) return schema
  const shape = Object.fromEntries(Object.entries(schema._zod.def.shape).map(([name, field]) => [name, compileSchema(field)]))
  return new core.$ZodObjectJIT({ ...schema._zod.def, shape })
}
