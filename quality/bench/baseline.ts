import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import type { ConnectionParameters } from '#platform/postgres/postgres.ts'
import type { CallName } from './calls.ts'
import { serveParent } from './processes.ts'
import type { Statement } from './recording.ts'
import { type CallParameters, type ListTotal, type Row, responseBodies } from './response-bodies.ts'

/** A baseline server with the same SQL and responses, on bare `node:http` and `pg`,
 * prepared and pipelined as in the product. Without sign-in, validation and row-level
 * security: it reads views of one vendor's rows, as the tables' owner (record 0003). */
export type ToBaseline = {
  connection: ConnectionParameters
  vendorId: string
  people: Record<string, Caller>
  calls: Record<CallName, Recording>
  /** Totals of the lists by path: the product caches larger totals for some seconds. */
  totals: Record<string, ListTotal>
}
export type FromBaseline = { port: number }
export type Caller = { userId: string; sessionId: string; name: string; draftKey: string }
/** The statements of a call, and the headers of the product's response. */
export type Recording = { statements: Statement[]; headers: string[] }

/** Views that precede the tables in the baseline's search path. */
export const baselineSchema = (vendorId: string, tables: string[]) =>
  `create schema baseline; ${tables.map(table => `create view baseline.${table} as select * from public.${table} where vendor_id = '${vendorId}';`).join('\n')}`

async function openFloor({ connection, vendorId, people, calls, totals }: ToBaseline) {
  const options = `-c search_path=baseline,public -c app.vendor=${vendorId} -c timezone=UTC -c datestyle=ISO -c plan_cache_mode=force_generic_plan`
  const pool = new pg.Pool({ ...connection, max: 16, pipeline: true, options } as pg.PoolConfig)
  const server = createServer(async (request, response) => {
    const body = request.method === 'POST' ? JSON.parse(await readBody(request)) : undefined
    const caller = people[(request.headers.authorization as string).slice(7)] as Caller
    const [call, parameters] = parseRequest(
      request.method as string,
      request.url as string,
      caller,
      body,
    )
    const { statements, headers } = calls[call]
    const results =
      request.method === 'POST'
        ? await runChange(statements, parameters)
        : await runReads(statements, parameters)
    const bytes = Buffer.from(
      JSON.stringify(responseBodies[call](results, parameters, totals[request.url as string])),
    )
    response.writeHead(200, [...headers, 'content-length', String(bytes.length)]).end(bytes)
  })

  /** Reads are independent: pipelined. */
  async function runReads(statements: Statement[], parameters: CallParameters): Promise<Row[][]> {
    const client = await pool.connect()
    try {
      return await Promise.all(statements.map(statement => run(client, statement, parameters, [])))
    } finally {
      client.release()
    }
  }

  /** A change is one transaction; only the reads after its last write are pipelined. */
  async function runChange(statements: Statement[], parameters: CallParameters): Promise<Row[][]> {
    const client = await pool.connect()
    try {
      const ids: string[] = []
      const last = statements.findLastIndex(({ text }) => !text.startsWith('select'))
      const begin = client.query('begin')
      const results: Row[][] = []
      for (const statement of statements.slice(0, last + 1))
        results.push(await run(client, statement, parameters, ids))
      results.push(
        ...(await Promise.all(
          statements.slice(last + 1).map(statement => run(client, statement, parameters, ids)),
        )),
      )
      await Promise.all([begin, client.query('commit')])
      return results
    } finally {
      client.release()
    }
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port }
}

async function run(
  client: pg.PoolClient,
  { name, text, values }: Statement,
  parameters: CallParameters,
  ids: string[],
): Promise<Row[]> {
  const bound = values.map(value => {
    if ('fixed' in value) return value.fixed
    if ('parameter' in value) return parameters[value.parameter]
    ids[value.fresh] ??= randomUUID()
    return ids[value.fresh]
  })
  return (await client.query({ name, text, values: bound, types })).rows
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function parseRequest(
  method: string,
  url: string,
  caller: Caller,
  body: CallParameters | undefined,
): [CallName, CallParameters] {
  const [path = '', query = ''] = url.split('?')
  const [, , , , , audience, company, , ticket] = path.split('/')
  if (audience === 'user') return ['user/me', { ...caller }]
  if (audience === 'staff') {
    if (method === 'POST')
      return ['reply', { ...caller, ticket: path.split('/')[7], message: body?.contents }]
    return ['list, team', { ...caller, ...pageOf(query) }]
  }
  if (method === 'POST') return ['create', { ...caller, company, ...body }]
  if (ticket) return ['ticket', { ...caller, company, ticket }]
  return ['list, account', { ...caller, company, ...pageOf(query) }]
}

function pageOf(query: string) {
  const params = new URLSearchParams(query)
  const limit = Number(params.get('size'))
  return { limit, offset: Number(params.get('page')) * limit }
}

const { INT8, DATE, TIMESTAMPTZ } = pg.types.builtins
const instant = (text: string) =>
  `${text.slice(0, 10)}T${text.slice(11, 19)}.${text[19] === '.' ? text.slice(20, -3).slice(0, 3).padEnd(3, '0') : '000'}Z`
const asText = (text: string) => text
const types = {
  getTypeParser: (oid: number) =>
    oid === TIMESTAMPTZ
      ? instant
      : oid === DATE
        ? asText
        : oid === INT8
          ? Number
          : pg.types.getTypeParser(oid),
} as pg.CustomTypesConfig

serveParent<ToBaseline, FromBaseline>(openFloor)
