import pg from 'pg'
import { afterAll } from 'vitest'
import { RoundTrip } from '#platform/database/round-trip.ts'
import { prepareConnectionTarget } from '#platform/database/server-role.ts'
import type { TestPortal } from '#testing/portal.ts'
import { onEveryQuery } from './statements.ts'

/** The statements of all requests and jobs, until the tests of the file end. */
export function recordStatements(): Set<string> {
  const texts = new Set<string>()
  const stop = onEveryQuery(query => {
    if (query instanceof RoundTrip) for (const { text } of query.statements) texts.add(text)
  })
  afterAll(stop)
  return texts
}

const conditions = ['Index Cond', 'Recheck Cond', 'Filter']
type Node = {
  'Node Type': string
  'Relation Name'?: string
  Schema?: string
  Plans?: Node[]
  [more: string]: unknown
}

/** `found`: scans in the plans of these statements that do not
 * compare `vendor_id`. `steps`: the number of all scans. */
export async function findStepsWithoutVendor(
  { connection }: Pick<TestPortal, 'connection'>,
  texts: Iterable<string>,
) {
  const client = new pg.Client((await prepareConnectionTarget(connection)).connection)
  await client.connect()
  const found: string[] = []
  let steps = 0
  function visit(node: Node, text: string) {
    const table = node['Relation Name']
    const isScan = table && node.Schema === 'public' && node['Node Type'].endsWith('Scan')
    if (isScan) {
      steps++
      const condition = conditions
        .flatMap(name => [node, ...(node.Plans ?? [])].map(each => String(each[name] ?? '')))
        .join(' ')
      if (!/vendor_id = /.test(condition)) found.push(`${node['Node Type']} of ${table}: ${text}`)
    }
    for (const child of node.Plans ?? []) visit(child, text)
  }
  try {
    for (const text of texts) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue
      const { rows } = await client.query(`explain (generic_plan, verbose, format json) ${text}`)
      visit(rows[0]['QUERY PLAN'][0].Plan, text)
    }
  } finally {
    await client.end()
  }
  return { found, steps }
}
