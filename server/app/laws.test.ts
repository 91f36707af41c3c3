import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { anyone } from '#contract/actor.ts'
import { errorNames } from '#contract/errors.ts'
import { pathOf, type Request, type Route } from '#contract/route.ts'
import { everyRoute } from '#contract/routes.ts'
import { type Kind, kinds, type Line, permissions } from '#testing/permissions.ts'
import { type Place, placesIn } from '#testing/places.ts'
import { recordStatements, stepsWithoutVendor } from '#testing/plan-steps.ts'
import { openPortal, type Person } from '#testing/portal.ts'
import { everyRow } from '#testing/rows.ts'
import { sweep } from './sweep.ts'

// What holds for every call. A call without its line in the table of permissions does not compile.
// Everything happens at one vendor. Next to the place that the examples are about there is another company of the same vendor,
// and a company of another vendor: none of their rows may ever be seen or touched.

const texts = recordStatements()
const portal = await openPortal()
const { given, place } = placesIn(portal)
const seller = await given.vendor()
const neighbour = await place(seller)
const foreign = await place()
let at = await place(seller)
const lines = everyRoute.map(({ name, route }) => ({ name, route, line: permissions[name] as Line }))

describe.each(lines)('$name', ({ route, line }) => {
  test('answers each kind of person as the table of permissions says', async () => {
    const people = await peopleAt()
    const refused = kinds.filter(kind => line.answers[kind] >= 400)
    const requests = new Map(await Promise.all(refused.map(async kind => [kind, await line.example(at, people[kind])] as const)))
    const before = await everyRow(portal.owner)
    for (const [kind, request] of requests) {
      const answer = await send(people[kind], route, request, line.bytes)
      expect([kind, answer.status, answer.error]).toEqual([kind, line.answers[kind], errorNames[line.answers[kind] as 404]])
      expect(answer.marksOf(foreign, neighbour, at)).toEqual([])
    }
    expect(await everyRow(portal.owner)).toEqual(before)

    for (const kind of kinds.filter(kind => line.answers[kind] < 400)) {
      const request = await line.example(at, people[kind])
      const unfiltered = route.method === 'GET' && !route.download ? [{ ...request, query: undefined }] : []
      for (const each of [request, ...unfiltered]) {
        const answer = await send(people[kind], route, each, line.bytes)
        expect([kind, answer.status]).toEqual([kind, line.answers[kind]])
        expect(answer.marksOf(...hiddenFrom(kind, at))).toEqual([])
      }
      if (!line.once) continue
      at = await place(seller)
      people.member = at.member
    }
  })

  test("knows nothing of an id that is not the caller's", async () => {
    const callers = { admin: seller.admin, member: at.member }
    const theirs = { neighbour: await line.example(neighbour, neighbour.member), foreign: await line.example(foreign, foreign.member) }
    for (const [kind, caller] of Object.entries(callers).filter(([kind]) => ![401, 403, 404].includes(line.answers[kind as Kind]))) {
      const team = kind === 'admin'
      const request = await line.example(at, caller)
      const before = await everyRow(portal.owner)
      for (const id of idsIn(request)) {
        const strangers = [
          id.of(theirs.foreign),
          randomUUID(),
          ...(team && line.ofAnyCompany?.includes(id.name) ? [] : [id.of(theirs.neighbour)]),
        ]
        expect(strangers).not.toContain(undefined)
        for (const stranger of strangers) {
          const answer = await send(caller, route, id.replacedBy(stranger), line.bytes)
          const expected = id.part === 'query' ? [200, []] : [404, undefined]
          expect([kind, id.name, answer.status, answer.rows]).toEqual([kind, id.name, ...expected])
          expect(answer.marksOf(foreign, ...(team ? [] : [neighbour]))).toEqual([])
        }
        const malformed = await send(caller, route, id.replacedBy('istanbul'), line.bytes)
        expect([kind, id.name, malformed.status]).toEqual([kind, id.name, id.part === 'params' ? 404 : 400])
      }
      expect(await everyRow(portal.owner)).toEqual(before)
    }
  })

  test("takes nobody's token to another vendor, and is not there at a domain that is nobody's", async () => {
    const { admin } = seller
    const request = await line.example(foreign, foreign.member)
    if (route.allow !== anyone) {
      const elsewhere = await send({ ...admin, domain: foreign.domain }, route, request, line.bytes)
      expect([elsewhere.status, elsewhere.error]).toEqual([401, 'UnauthorizedError'])
    }
    const nowhere = await send({ ...admin, domain: 'nobody.tezgah.test' }, route, request, line.bytes)
    expect([nowhere.status, nowhere.error]).toEqual([404, 'NotFoundError'])
  })
})

test('every statement of every call reads the rows of its vendor, and says so in each step of its plan', async () => {
  await sweep(portal.platform.database, portal.platform.config)
  const { found, steps } = await stepsWithoutVendor(portal, texts)
  expect(found).toEqual([])
  expect(steps).toBeGreaterThan(200)
})

test('only the calls before signing in are open to anyone', () => {
  expect(lines.filter(({ route }) => route.allow === anyone).map(({ name }) => name)).toEqual([
    'sessions.portal',
    'sessions.login',
    'sessions.forgot',
    'sessions.checkLink',
    'sessions.activate',
    'secondFactor.enter',
    'secondFactor.beginAtSignIn',
    'secondFactor.confirmAtSignIn',
    'files.upload',
    'files.download',
  ])
})

const recent = lines.filter(({ route }) => route.recentAuthentication)

test('only these calls, and all of them, ask for the password or a code again after 15 minutes', () => {
  expect(recent.map(({ name }) => name)).toEqual([
    'secondFactor.require',
    'secondFactor.release',
    'secondFactor.reset',
    'team.invite',
    'team.remind',
    'team.remove',
    'audit.export',
  ])
})

describe.each(recent)('$name', ({ route, line }) => {
  test('is refused to a session that showed the password or a code 15 minutes ago, and nothing is written', async () => {
    const people = await peopleAt()
    const sessions = Object.values(people)
      .map(({ userId }) => userId)
      .filter(Boolean)
    for (const kind of kinds.filter(kind => line.answers[kind] < 400)) {
      const { params, query, body } = (await line.example(at, people[kind])) as Request<Route>
      const asAdministrator = typeof route.recentAuthentication === 'function' ? { ...(body as object), role: 'admin' } : body
      await portal.owner.query("update sessions set date_authenticated = now() - interval '15 minutes' where user_id = any($1)", [sessions])
      const before = await everyRow(portal.owner)
      const answer = await send(people[kind], route, { params, query, body: asAdministrator } as Request<Route>)
      expect([kind, answer.status, answer.error]).toEqual([kind, 403, 'ReauthenticationRequiredError'])
      expect(await everyRow(portal.owner)).toEqual(before)
    }
  })
})

/** One of each kind, all of them new: what they do to themselves touches no other test. */
async function peopleAt(): Promise<Record<Kind, Person>> {
  const memberOf = async ({ companyId }: Place): Promise<Person> => {
    const person = await given.person(seller, 'customer')
    await given.join(seller.vendorId, person.userId, companyId)
    return person
  }
  const removed = await given.person(seller, 'customer')
  await portal.owner.query('delete from sessions where user_id = $1', [removed.userId])
  return {
    anonymous: seller.visitor,
    removed,
    stranger: { ...foreign.admin, domain: seller.domain },
    staff: await given.person(seller, 'staff'),
    admin: await given.person(seller, 'admin'),
    operator: await given.person(seller, 'operator'),
    member: await memberOf(at),
    neighbour: await memberOf(neighbour),
  }
}

/** The places whose rows somebody must not see. */
function hiddenFrom(kind: Kind, at: Place): Place[] {
  if (['staff', 'admin', 'operator'].includes(kind)) return [foreign]
  return kind === 'member' ? [foreign, neighbour] : kind === 'neighbour' ? [foreign, at] : [foreign, neighbour, at]
}

async function send(person: Person, route: Route, { params, query, body }: Request<Route>, bytes?: Buffer) {
  const payload = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = bytes ? 'application/octet-stream' : 'application/json'
  const reply = await portal.http.inject({
    method: route.method,
    url: `/api/v1/domain/${person.domain}${pathOf(route, params)}`,
    query: query as Record<string, string>,
    headers: { ...(person.token && { authorization: `Bearer ${person.token}` }), ...(payload && { 'content-type': type }) },
    ...(payload && { payload }),
  })
  const answer = /json/.test(String(reply.headers['content-type'])) ? reply.json() : {}
  return {
    status: reply.statusCode,
    error: reply.statusCode >= 400 ? answer.name : undefined,
    rows: reply.statusCode < 400 ? Object.values(answer).find(value => Array.isArray(value)) : undefined,
    marksOf: (...places: Place[]) => places.flatMap(at => at.marks).filter(mark => reply.body.includes(mark)),
  }
}

/** Every id in a request, and the same request with another in its place. */
function idsIn(request: object) {
  return leaves(request)
    .filter(({ value }) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value))
    .map(({ path }) => ({
      part: path[0],
      name: path.filter(key => Number.isNaN(Number(key))).at(-1) as string,
      of: (other: object) => leaves(other).find(leaf => leaf.path.join() === path.join())?.value as string,
      replacedBy(id: string) {
        const copy = structuredClone(request) as Record<string, unknown>
        const parent = path.slice(0, -1).reduce((object, key) => object[key] as Record<string, unknown>, copy)
        parent[path.at(-1) as string] = id
        return copy as Request<Route>
      },
    }))
}

const leaves = (value: unknown, path: string[] = []): { path: string[]; value: unknown }[] =>
  value !== null && typeof value === 'object'
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
    : [{ path, value }]
