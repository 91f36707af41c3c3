import fc from 'fast-check'
import type { Operation } from './document.ts'
import { fraction, type KnownValue, known } from './known-value.ts'
import { anything, broken, oddTexts, valid } from './values.ts'

/** A request without resolved ids and links: those are chosen
 * when it is sent, so that a seed generates the same plans. */
export type Plan = {
  ids: KnownValue[]
  link: number
  query: Record<string, unknown>
  headers: Record<string, unknown>
  body: unknown
  /** a plan without mutations is valid */
  mutations: Mutation[]
}
export type Mutation =
  | { kind: 'id'; which: number; text: string; raw: boolean }
  | { kind: 'foreign'; which: number; at: number; owner: 'vendor' | 'company' }
  | { kind: 'parameter'; name: string; value: unknown }
  | { kind: 'query'; text: string }
  | { kind: 'body'; value: unknown }
  | { kind: 'bytes'; text: string; type: string | undefined }
  | { kind: 'header'; name: string; value: string }
  | { kind: 'token'; token: string }
  | { kind: 'domain'; domain: string }
  | { kind: 'method'; method: string }

export function planOf(operation: Operation, how: 'valid' | 'broken'): fc.Arbitrary<Plan> {
  const ids = [...operation.path.matchAll(/\{(\w+)\}/g)]
    .map(([, name = '']) => name)
    .filter(name => name !== 'domain')
  const parameters = (of: Operation['query']) =>
    fc.record(Object.fromEntries(of.map(({ name, schema }) => [name, valid(schema, name)])), {
      requiredKeys: of.filter(({ required }) => required).map(({ name }) => name),
    }) as fc.Arbitrary<Record<string, unknown>>
  const plan = fc.record({
    ids: fc.tuple(...ids.map(name => known(name))),
    link: fraction,
    query: fc.oneof(
      { weight: 2, arbitrary: parameters(operation.query) },
      { weight: 1, arbitrary: fc.constant({}) },
    ),
    headers: parameters(operation.headers),
    body:
      operation.body?.type === 'application/json'
        ? valid(operation.body.schema, '')
        : fc.constant(undefined),
    mutations:
      how === 'valid'
        ? fc.constant<Mutation[]>([])
        : fc.array(mutation(operation, ids.length), { minLength: 1, maxLength: 3 }),
  })
  // small samples: without noBias all would be the edge cases that fast-check generates first
  return fc.oneof(plan, fc.noBias(plan))
}

const mutation = (operation: Operation, ids: number): fc.Arbitrary<Mutation> => {
  const which = fc.nat({ max: Math.max(0, ids) })
  const body = operation.body?.schema ?? { type: 'object' }
  const parameter = fc.constantFrom(
    ...operation.query.map(({ name }) => name),
    'page',
    'search',
    'vendor_id',
    '__proto__',
    'a[]',
    'sort[a]',
  )
  const owner = fc.constantFrom('vendor' as const, 'company' as const)
  return fc.oneof(
    ...(ids > 0
      ? [fc.record({ kind: fc.constant('id' as const), which, text: oddId, raw: fc.boolean() })]
      : []),
    fc.record({ kind: fc.constant('foreign' as const), which, at: fraction, owner }),
    fc.record({ kind: fc.constant('parameter' as const), name: parameter, value: anything }),
    fc.record({ kind: fc.constant('query' as const), text: oddQuery }),
    ...[1, 2, 3].map(() =>
      fc.record({ kind: fc.constant('body' as const), value: broken(body, '') }),
    ),
    fc.record({ kind: fc.constant('bytes' as const), text: oddBody, type: oddType }),
    fc.record({ kind: fc.constant('header' as const), name: oddHeader, value: oddHeaderValue }),
    fc.record({ kind: fc.constant('token' as const), token: oddToken }),
    fc.record({ kind: fc.constant('domain' as const), domain: oddDomain }),
    fc.record({
      kind: fc.constant('method' as const),
      method: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'),
    }),
  )
}

const oddId = fc.oneof(
  fc.constantFrom(
    '.',
    '..',
    '%',
    '%zz',
    '%00',
    '%2e%2e%2f',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
    ';a=b',
    '*',
    'list',
    '1',
    'x'.repeat(299),
    'x'.repeat(5_000),
  ),
  fc.constantFrom(...oddTexts),
  fc.uuid({ version: 7 }),
  fc.uuid().map(id => id.toUpperCase()),
  fc.uuid().map(id => id.replaceAll('-', '')),
  fc.uuid().map(id => `{${id}}`),
)
const oddQuery = fc.oneof(
  fc.constantFrom(
    '?',
    '%',
    '%zz=%zz',
    '&&&=',
    'page',
    'page=',
    'page=1&page=2',
    'search=%ff',
    'search=%00',
    'search[]=a&search[]=b',
    '=a',
    '#',
  ),
  fc.constant(Array.from({ length: 500 }, (_, i) => `k${i}=v`).join('&')),
  fc.constant(`search=${'a'.repeat(8_000)}`),
  fc.string({ maxLength: 60 }),
)
const oddBody = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '}',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    '[',
    'null',
    '"text"',
    '1',
    '1e999',
    '-',
    'NaN',
    '\ufeff{}',
    '{}{}',
    '{"a":1}//',
  ),
  fc.constantFrom(
    '{"email":"\\ud800"}',
    '{"name":"\\u0000"}',
    '{"__proto__":{"role":"admin"}}',
    '{"a":1,"a":2}',
    'a=b&c=d',
    '<a>1</a>',
    '--x\r\n\r\n--x--',
  ),
  fc.constantFrom(
    '['.repeat(50_000),
    `{"a":${'9'.repeat(50_000)}}`,
    `"${'x'.repeat(1_048_576)}"`,
    `{"contents":"${'x'.repeat(1_048_400)}"}`,
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
const oddType = fc.constantFrom(
  ...[
    'application/json',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'text/plain',
    'text/json',
    'application/xml',
    '',
    ';',
    'a/b/c',
  ],
  ...[
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    'application/octet-stream',
    undefined,
  ],
)
const oddHeader = fc.constantFrom(
  ...[
    'accept',
    'accept-language',
    'accept-encoding',
    'range',
    'if-none-match',
    'if-modified-since',
    'if-match',
    'if-range',
    'idempotency-key',
  ],
  ...[
    'content-encoding',
    'content-type',
    'cookie',
    'origin',
    'referer',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
  ],
  ...[
    'x-http-method-override',
    'x-request-id',
    'traceparent',
    'forwarded',
    'te',
    'upgrade-insecure-requests',
    'host',
    'prefer',
  ],
)
const oddHeaderValue = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    'gzip',
    'identity;q=0',
    'en',
    'tr;q=9',
    'xx-'.repeat(500),
    'bytes=0-0',
    'bytes=5-1',
    'bytes=-1',
    'bytes=0-1,3-4',
    'bytes=a-b',
  ),
  fc.constantFrom(
    'W/"a"',
    '"',
    'DELETE',
    'https',
    '127.0.0.1',
    '::1, 10.0.0.1',
    'x'.repeat(4_000),
    'k'.repeat(200),
    'k'.repeat(201),
    '\u00ff\u00fe',
    'same key',
  ),
  fc.string({ maxLength: 40 }),
)
const oddToken = fc.oneof(
  fc.constantFrom(
    '',
    'Bearer',
    'Bearer ',
    'Bearer a.b.c',
    'Basic YTpi',
    'bearer null',
    'Bearer ..',
    `Bearer ${'a'.repeat(6_000)}.b.c`,
    'other vendor',
    'unsigned',
  ),
  fc.base64String({ minLength: 4, maxLength: 80 }).map(text => `Bearer ${text}`),
)
const oddDomain = fc.constantFrom(
  'other vendor',
  'unknown.test',
  'EV.LOCALHOST',
  'ev.localhost.',
  '%00',
  '..',
  "'",
  'x'.repeat(260),
  '%ff',
  '[::1]',
)
