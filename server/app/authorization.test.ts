import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { anyone } from '#contract/actor.ts'
import { errorNames } from '#contract/errors.ts'
import { pathOf, type Request, type Route } from '#contract/route.ts'
import { everyRoute } from '#contract/routes.ts'
import { type CompanyFixture, companyFixturesIn } from '#testing/calls/company-fixtures.ts'
import { type Kind, kinds, type Permission, permissions } from '#testing/calls/permissions.ts'
import { findStepsWithoutVendor, recordStatements } from '#testing/database/plan-steps.ts'
import { hashTables } from '#testing/database/rows.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { sweep } from './sweep.ts'

// Holds for every route; one without a permission does not compile. The examples
// are about one company. Another company of the same vendor (`neighbour`) and
// one of another vendor (`foreign`) must never be visible or changed.

const texts = recordStatements()
const portal = await openPortal()
const { fixtures, createFixture } = companyFixturesIn(portal)
const seller = await fixtures.vendor()
const neighbour = await createFixture(seller)
const foreign = await createFixture()
let fixture = await createFixture(seller)
const calls = everyRoute.map(({ name, route }) => ({
  name,
  route,
  permission: permissions[name] as Permission,
}))

describe.each(calls)('$name', ({ route, permission }) => {
  // Security: 8.2.1, 8.3.1
  test('answers each kind of person as the table of permissions says', async () => {
    const people = await createPeople()
    const refused = kinds.filter(kind => permission.answers[kind] >= 400)
    const requests = new Map(
      await Promise.all(
        refused.map(async kind => [kind, await permission.example(fixture, people[kind])] as const),
      ),
    )
    const before = await hashTables(portal.owner)
    for (const [kind, request] of requests) {
      const answer = await send(people[kind], route, request, permission.bytes)
      expect([kind, answer.status, answer.error]).toEqual([
        kind,
        permission.answers[kind],
        errorNames[permission.answers[kind] as 404],
      ])
      expect(answer.marksOf(foreign, neighbour, fixture)).toEqual([])
    }
    expect(await hashTables(portal.owner)).toEqual(before)

    for (const kind of kinds.filter(kind => permission.answers[kind] < 400)) {
      const request = await permission.example(fixture, people[kind])
      const unfiltered =
        route.method === 'GET' && !route.download && isQueryOptional(route)
          ? [{ ...request, query: undefined }]
          : []
      for (const each of [request, ...unfiltered]) {
        const answer = await send(people[kind], route, each, permission.bytes)
        expect([kind, answer.status]).toEqual([kind, permission.answers[kind]])
        expect(answer.marksOf(...hiddenFrom(kind, fixture))).toEqual([])
      }
      if (!permission.once) continue
      fixture = await createFixture(seller)
      people.member = fixture.member
    }
  })

  // Security: 8.2.2
  test("knows nothing of an id that is not the caller's", async () => {
    const callers = { admin: seller.admin, member: fixture.member }
    const others = {
      neighbour: await permission.example(neighbour, neighbour.member),
      foreign: await permission.example(foreign, foreign.member),
    }
    for (const [kind, caller] of Object.entries(callers).filter(
      ([kind]) => ![401, 403, 404].includes(permission.answers[kind as Kind]),
    )) {
      const isTeam = kind === 'admin'
      const request = await permission.example(fixture, caller)
      const before = await hashTables(portal.owner)
      for (const id of idsIn(request)) {
        const strangers = [
          id.of(others.foreign),
          randomUUID(),
          ...(isTeam && permission.ofAnyCompany?.includes(id.name)
            ? []
            : [id.of(others.neighbour)]),
        ]
        expect(strangers).not.toContain(undefined)
        for (const stranger of strangers) {
          const answer = await send(caller, route, id.replacedBy(stranger), permission.bytes)
          const expected = id.part === 'query' ? [200, []] : [404, undefined]
          expect([kind, id.name, answer.status, answer.rows]).toEqual([kind, id.name, ...expected])
          expect(answer.marksOf(foreign, ...(isTeam ? [] : [neighbour]))).toEqual([])
        }
        const malformed = await send(caller, route, id.replacedBy('istanbul'), permission.bytes)
        expect([kind, id.name, malformed.status]).toEqual([
          kind,
          id.name,
          id.part === 'params' ? 404 : 400,
        ])
      }
      expect(await hashTables(portal.owner)).toEqual(before)
    }
  })

  // Security: 8.4.1
  test('accepts no token of another vendor, and does not exist at an unknown domain', async () => {
    const { admin } = seller
    const request = await permission.example(foreign, foreign.member)
    if (route.allow !== anyone) {
      const elsewhere = await send(
        { ...admin, domain: foreign.domain },
        route,
        request,
        permission.bytes,
      )
      expect([elsewhere.status, elsewhere.error]).toEqual([401, 'UnauthorizedError'])
    }
    const nowhere = await send(
      { ...admin, domain: 'unknown.tezgah.test' },
      route,
      request,
      permission.bytes,
    )
    expect([nowhere.status, nowhere.error]).toEqual([404, 'NotFoundError'])
  })
})

test('every statement of every call reads the rows of its vendor, and says so in each step of its plan', async () => {
  await sweep(portal.platform.database, portal.platform.config)
  const { found, steps } = await findStepsWithoutVendor(portal, texts)
  expect(found).toEqual([])
  expect(steps).toBeGreaterThan(200)
})

// Security: 6.3.4, 6.4.2, 8.2.1
test('only the calls before signing in are open to anyone', () => {
  expect(calls.filter(({ route }) => route.allow === anyone).map(({ name }) => name)).toEqual([
    'sessions.portal',
    'sessions.login',
    'sessions.forgot',
    'sessions.checkLink',
    'sessions.activate',
    'secondFactor.enter',
    'secondFactor.beginAtSignIn',
    'secondFactor.confirmAtSignIn',
    'profile.checkEmail',
    'profile.confirmEmail',
    'files.upload',
    'files.download',
    'notifications.unsubscribe',
  ])
})

const recent = calls.filter(({ route }) => route.recentAuthentication)

// Security: P10
test('only these calls, and all of them, ask for the password or a code again after 15 minutes', () => {
  expect(recent.map(({ name }) => name)).toEqual([
    'secondFactor.require',
    'secondFactor.release',
    'secondFactor.reset',
    'profile.requestEmail',
    'users.update',
    'team.invite',
    'team.remind',
    'team.update',
    'team.remove',
    'audit.export',
  ])
})

describe.each(recent)('$name', ({ route, permission }) => {
  // Security: P10
  test('is refused to a session that showed the password or a code 15 minutes ago, and nothing is written', async () => {
    const people = await createPeople()
    const sessions = Object.values(people)
      .map(({ userId }) => userId)
      .filter(Boolean)
    for (const kind of kinds.filter(kind => permission.answers[kind] < 400)) {
      const { params, query, body } = (await permission.example(
        fixture,
        people[kind],
      )) as Request<Route>
      const asAdministrator =
        typeof route.recentAuthentication === 'function'
          ? { ...(body as object), role: 'admin' }
          : body
      await portal.owner.query(
        "update sessions set date_authenticated = now() - interval '15 minutes' where user_id = any($1)",
        [sessions],
      )
      const before = await hashTables(portal.owner)
      const answer = await send(people[kind], route, {
        params,
        query,
        body: asAdministrator,
      } as Request<Route>)
      expect([kind, answer.status, answer.error]).toEqual([
        kind,
        403,
        'ReauthenticationRequiredError',
      ])
      expect(await hashTables(portal.owner)).toEqual(before)
    }
  })
})

/** A new user of each kind, so that their changes affect no other test. */
async function createPeople(): Promise<Record<Kind, Person>> {
  const memberOf = async ({ companyId }: CompanyFixture): Promise<Person> => {
    const person = await fixtures.person(seller, 'customer')
    await fixtures.join(seller.vendorId, person.userId, companyId)
    return person
  }
  const removed = await fixtures.person(seller, 'customer')
  await portal.owner.query('delete from sessions where user_id = $1', [removed.userId])
  return {
    anonymous: seller.visitor,
    removed,
    stranger: { ...foreign.admin, domain: seller.domain },
    staff: await fixtures.person(seller, 'staff'),
    admin: await fixtures.person(seller, 'admin'),
    operator: await fixtures.person(seller, 'operator'),
    member: await memberOf(fixture),
    neighbour: await memberOf(neighbour),
  }
}

const isQueryOptional = ({ query }: Route) => !query || z.safeParse(query, {}).success

/** The fixtures whose rows a kind of user must not see. */
function hiddenFrom(kind: Kind, fixture: CompanyFixture): CompanyFixture[] {
  if (['staff', 'admin', 'operator'].includes(kind)) return [foreign]
  return kind === 'member'
    ? [foreign, neighbour]
    : kind === 'neighbour'
      ? [foreign, fixture]
      : [foreign, neighbour, fixture]
}

async function send(
  person: Person,
  route: Route,
  { params, query, body }: Request<Route>,
  bytes?: Buffer,
) {
  const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = bytes ? 'application/octet-stream' : 'application/json'
  const reply = await portal.http.inject({
    method: route.method,
    url: `/api/v1/domain/${person.domain}${pathOf(route, params)}`,
    query: query as Record<string, string>,
    headers: {
      ...(person.token && { authorization: `Bearer ${person.token}` }),
      ...(payload && { 'content-type': type }),
    },
    ...(payload && { payload }),
  })
  const answer = /json/.test(String(reply.headers['content-type'])) ? reply.json() : {}
  return {
    status: reply.statusCode,
    error: reply.statusCode >= 400 ? answer.name : undefined,
    rows:
      reply.statusCode < 400
        ? Object.values(answer).find(value => Array.isArray(value))
        : undefined,
    marksOf: (...fixtures: CompanyFixture[]) =>
      fixtures.flatMap(({ marks }) => marks).filter(mark => reply.body.includes(mark)),
  }
}

/** Every id in a request, and the same request with another id. */
function idsIn(request: object) {
  return leaves(request)
    .filter(
      ({ value }) =>
        typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value),
    )
    .map(({ path }) => ({
      part: path[0],
      name: path.filter(key => Number.isNaN(Number(key))).at(-1) as string,
      of: (other: object) =>
        leaves(other).find(leaf => leaf.path.join() === path.join())?.value as string,
      replacedBy(id: string) {
        const copy = structuredClone(request) as Record<string, unknown>
        const parent = path
          .slice(0, -1)
          .reduce((object, key) => object[key] as Record<string, unknown>, copy)
        parent[path.at(-1) as string] = id
        return copy as Request<Route>
      },
    }))
}

const leaves = (value: unknown, path: string[] = []): { path: string[]; value: unknown }[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [{ path, value }]
