import pg from 'pg'
import * as z from 'zod/mini'
import type { Route } from '#contract/route.ts'
import { everyRoute, type RouteName } from '#contract/routes.ts'
import { readConfig } from '#platform/config/config.ts'
import { companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { type Example, examplesIn, toInjectOptions } from '#testing/calls/examples.ts'
import { type Permission, permissions } from '#testing/calls/permissions.ts'
import { caller, type TestPortal } from '#testing/portal.ts'
import { start } from '../../server/app/start.ts'
import type { CrowdRequest } from './crowd.ts'
import type { Product } from './product-and-baseline.ts'
import { domain } from './seed.ts'

/** A call, or a variant of a list. */
export type MeasuredCall = { name: string; prepare: () => Promise<CrowdRequest[]> }

const writes = 12
/** Two letters that hardly any ticket has together. */
const rareSearch = 'qx'

/** Every call of the contract by users of the product's vendor, half
 * of whose tickets are one company's and visible to one customer. */
export async function openEveryCall(
  product: Product,
  toStop: AsyncDisposableStack,
): Promise<MeasuredCall[]> {
  const { connection, vendorId, dataDir, secret } = product
  const environment = {
    DATA_DIR: dataDir,
    TOKEN_SECRET: secret,
    HOST: '127.0.0.1',
    PORT: '0',
    LIMIT_FACTOR: '1000',
  }
  // another instance, for what the examples write
  const running = await start(readConfig(environment), connection)
  toStop.defer(() => running.stop())
  const owner = new pg.Pool({ ...connection, max: 2 })
  toStop.defer(() => owner.end())
  const portal = {
    ...running,
    owner,
    as: caller(running.http),
    raw: running.http,
    dataDir,
    connection,
  } as TestPortal
  const { fixtures, createFixture } = companyFixturesIn(portal)
  const { example } = await examplesIn(portal)
  const at = { vendorId, domain }
  const people = {
    admin: await fixtures.person(at, 'admin'),
    staff: await fixtures.person(at, 'staff'),
    operator: await fixtures.person(at, 'operator'),
  }
  const seller = { ...at, ...people, visitor: { domain, token: null, userId: '', email: '' } }
  const fixture = await createFixture(seller)
  const { companyId, companyMachineId, member } = fixture
  await owner.query(
    `with moved as (
       update tickets set company_id = $2, company_machine_id = $3
        where vendor_id = $1 and id in (select id from tickets where vendor_id = $1 order by md5(id::text) limit $4) returning id)
     update ticket_states set company_id = $2 where vendor_id = $1 and ticket_id in (select id from moved)`,
    [vendorId, companyId, companyMachineId, product.tickets / 2],
  )
  await owner.query(
    'insert into memberships (vendor_id, user_id, company_id) select vendor_id, $2, id from companies where vendor_id = $1 on conflict do nothing',
    [vendorId, member.userId],
  )
  await owner.query(
    `insert into audit_entries (vendor_id, id, action, date_created, subject)
       select $1, uuidv7(), 'companies.create', now() - make_interval(mins => i), 'Firma ' || i from generate_series(1, $2) i`,
    [vendorId, product.tickets],
  )
  await owner.query('analyze')

  async function prepareCall(
    name: RouteName,
    route: Route,
    query: object | undefined,
  ): Promise<CrowdRequest[]> {
    const { once } = permissions[name] as Permission
    const examples: Example[] = []
    for (let i = 0; i < (route.method === 'GET' ? 1 : writes); i++)
      examples.push(await example(name, route, once ? await createFixture(seller) : fixture))
    const [first] = examples
    // Calls may have ended the sessions of the user.
    const token = first?.caller.token && (await fixtures.session(at, first.caller.userId)).token
    return examples.map(each => {
      const { bytes, request } = each
      const body = bytes ?? (request.body === undefined ? undefined : JSON.stringify(request.body))
      const sent = {
        ...each,
        caller: { ...each.caller, token: token ?? null },
        request: { ...request, ...(query && { query }) },
      }
      return {
        ...(toInjectOptions(sent as Example) as CrowdRequest),
        ...(body !== undefined && { body }),
      }
    })
  }

  return everyRoute.flatMap(({ name, route }) =>
    variantsOf(name, route).map(({ variant, query }) => ({
      name: variant ? `${name}, ${variant}` : name,
      prepare: () => prepareCall(name, route, query),
    })),
  )
}

/** Of a list: a late page in each order for tickets, in one
 * order for others; a search; and the whole list. */
function variantsOf(name: RouteName, route: Route): { variant?: string; query?: object }[] {
  const sorts = sortsOf(route).filter(sort => !sort.startsWith('-'))
  if (sorts.length === 0) return [{}]
  return [
    ...(name.startsWith('tickets.') ? sorts : sorts.slice(0, 1)).map(sort => ({
      variant: `by ${sort}`,
      query: { page: '89', size: '100', sort },
    })),
    { variant: 'search', query: { page: '0', size: '20', search: rareSearch } },
    { variant: 'whole', query: {} },
  ]
}

function sortsOf({ query }: Route): string[] {
  if (!query) return []
  const { properties } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: { sort?: { enum: string[] } }
  }
  return properties?.sort?.enum ?? []
}
