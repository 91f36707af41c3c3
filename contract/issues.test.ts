import { expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { issueMessages } from './issues.ts'
import { everyRoute } from './routes.ts'

/** The names of errors that a schema's checks give, also those of its fields. */
function errorsOf(schema: unknown, seen = new Set<unknown>()): string[] {
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return []
  seen.add(schema)
  const def = (schema as Partial<z.ZodMiniType>)._zod?.def as Record<string, unknown> | undefined
  if (!def) return Object.values(schema).flatMap(each => errorsOf(each, seen))
  const { error, ...parts } = def
  const name = typeof error === 'function' ? error({ input: '' }) : undefined
  return [
    ...(typeof name === 'string' ? [name] : []),
    ...Object.values(parts).flatMap(part => errorsOf(part, seen)),
  ]
}

test('every error of a field has a text', () => {
  const errors = everyRoute.flatMap(({ route: { query, body } }) => errorsOf([query, body]))
  expect(errors).toContain('colorTooLight')
  const texts = Object.keys(issueMessages('tr'))
  expect([...new Set(errors)].filter(error => !texts.includes(error))).toEqual([])
})
