import fc from 'fast-check'
import type { Schema } from './document.ts'
import { hints } from './hints.ts'
import { known } from './known-value.ts'

export function valid(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(each => valid(each, name)))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map(type => valid({ ...schema, type }, name)))
  switch (schema.type) {
    case 'string':
      return text(schema, name)
    case 'integer':
    case 'number':
      return hints.get(name) ?? number(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array':
      return fc.array(valid(schema.items ?? {}, name.replace(/s$/, '')), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? 3, 3)),
      })
    case 'object':
      return object(schema)
    default:
      return anything
  }
}

function text(
  { format, pattern, minLength = 0, maxLength = 10_000 }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  if (format === 'uuid') return known(name)
  const hint = hints.get(name)
  if (hint) return hint
  if (pattern && !pattern.includes('\\p')) return fc.stringMatching(new RegExp(pattern))
  const short = fc.string({
    unit: 'grapheme',
    minLength,
    maxLength: Math.max(minLength, Math.min(maxLength, 30)),
  })
  return fc.oneof(
    { weight: 6, arbitrary: short },
    { weight: 2, arbitrary: known(name, short) },
    { weight: 1, arbitrary: fc.constant('ş'.repeat(maxLength)) },
  )
}

const number = ({ minimum = -(2 ** 53), maximum = 2 ** 53 }: Schema) => {
  const [min, max] = [
    Math.max(minimum, Number.MIN_SAFE_INTEGER),
    Math.min(maximum, Number.MAX_SAFE_INTEGER),
  ]
  return fc.oneof(fc.integer({ min, max: Math.min(max, 2 ** 31) }), fc.constantFrom(min, max))
}

const object = ({ properties = {}, required = [] }: Schema) =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, valid(schema, name)]),
    ),
    {
      requiredKeys: required,
    },
  ) as fc.Arbitrary<unknown>

export const oddTexts = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00x',
    '\u202egnp.exe',
    '\u200f',
    '\ufeff',
    '\u2028',
    '\r\nSet-Cookie: a=b',
    '\u0301'.repeat(500),
  ],
  ...[
    "' or 1=1 --",
    '"; drop table users; --',
    '%',
    '_',
    '\\',
    '%00',
    '../../etc/passwd',
    '..\\',
    '{{7*7}}',
    '<script>alert(1)</script>',
  ],
  ...[
    'null',
    'true',
    '1e400',
    '-1',
    '0x10',
    'NaN',
    'İıŞşĞğ',
    '👩‍👩‍👧‍👦',
    'x'.repeat(300),
    'ş'.repeat(20_000),
    '9'.repeat(400),
    '[object Object]',
  ],
  ...[
    '2026-02-30',
    '0000-00-00',
    '99999-01-01',
    '2026-01-01T00:00:00Z',
    '-infinity',
    'a@b',
    'a@b.c',
    '00000000-0000-0000-0000-000000000000',
  ],
]
const odd = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: 'binary', maxLength: 40 }))

/** `[[[…]]]` and `{"a":{"a":…}}`. */
const nested = fc.tuple(fc.constantFrom(10, 100, 500), fc.boolean()).map(([depth, list]) => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = list ? [value] : { a: value }
  return value
})

export const anything: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    2 ** 53,
    2 ** 63,
    5e-324,
    [],
    {},
    [[]],
    ['a'],
    [null],
    { toString: 1 },
  ),
  odd,
  nested,
  fc.jsonValue({ maxDepth: 2 }),
)

/** Property names with a meaning to other programs. */
const unknownNames = fc.constantFrom(
  '__proto__',
  'constructor',
  'vendor_id',
  'vendorId',
  'role',
  'isAdmin',
  'id',
  '_id',
  'user',
  'status',
  '',
)

export function broken(schema: Schema, name: string): fc.Arbitrary<unknown> {
  if (schema.type !== 'object')
    return fc.oneof(anything, fc.array(valid(schema, name), { minLength: 1, maxLength: 120 }))
  const fields = Object.keys(schema.properties ?? {})
  const with_ =
    (change: (value: Record<string, unknown>) => [string, unknown][]) => (value: unknown) =>
      Object.fromEntries(change(value as Record<string, unknown>))
  const field = fc.constantFrom(...fields, 'none')
  return fc.oneof(
    { weight: 1, arbitrary: anything },
    // a missing property
    {
      weight: 3,
      arbitrary: fc
        .tuple(object(schema), field)
        .map(([value, left]) =>
          with_(whole => Object.entries(whole).filter(([key]) => key !== left))(value),
        ),
    },
    // a property of another type, or just outside its limits
    {
      weight: 6,
      arbitrary: field.chain(changed =>
        fc
          .tuple(
            object(schema),
            fc.oneof(anything, outside(schema.properties?.[changed] ?? {}, changed)),
          )
          .map(([value, wrong]) =>
            with_(whole => [...Object.entries(whole), [changed, wrong]])(value),
          ),
      ),
    },
    // an unknown property
    {
      weight: 2,
      arbitrary: fc
        .tuple(object(schema), unknownNames, anything)
        .map(([value, extra, what]) =>
          with_(whole => [...Object.entries(whole), [extra, what]])(value),
        ),
    },
  )
}

function outside(
  { minLength, maxLength, minimum, maximum, maxItems, items, enum: choices }: Schema,
  name: string,
): fc.Arbitrary<unknown> {
  const over: unknown[] = ['\t', null]
  if (minLength) over.push('ş'.repeat(minLength - 1))
  if (maxLength) over.push('ş'.repeat(maxLength + 1), '👍'.repeat(maxLength / 2 + 1))
  if (minimum !== undefined) over.push(minimum - 1, minimum - 0.5)
  if (maximum !== undefined) over.push(maximum + 1, maximum * 2)
  if (choices) over.push(`${choices[0]} `, String(choices[0]).toUpperCase())
  const many =
    maxItems !== undefined && items
      ? [
          fc.array(valid(items, name.replace(/s$/, '')), {
            minLength: maxItems + 1,
            maxLength: maxItems + 3,
          }),
        ]
      : []
  return fc.oneof(fc.constantFrom(...over), ...many)
}
