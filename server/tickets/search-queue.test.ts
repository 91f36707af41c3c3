import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { queueSearch } from '#platform/limits/search-queue.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal, type Person } from '#testing/portal.ts'

vi.mock('#platform/limits/search-queue.ts', async load => {
  const original = await load<typeof import('#platform/limits/search-queue.ts')>()
  return { queueSearch: vi.fn(original.queueSearch) }
})

// One customer searches twelve times at once for two letters. The searches are held, not slow.

const portal = await openPortal()
const fixtures = fixturesIn(portal)
const [fixture, neighbour] = [await fixtures.ticket(), await fixtures.ticket()]

/** Blocks running searches until `release`; `begun` has their users in order. `queued` waits until so many searches run or wait. */
function holdSearches() {
  const { database } = portal.platform
  const inRequest = database.inRequest.bind(database)
  const released = Promise.withResolvers<void>()
  const begun: string[] = []
  vi.mocked(queueSearch).mockClear()
  const spy = vi.spyOn(database, 'inRequest').mockImplementation((context, work) =>
    inRequest(context, async (db, session) => {
      begun.push(String(session.userId))
      await released.promise
      return work(db, session)
    }),
  )
  onTestFinished(() => {
    released.resolve()
    spy.mockRestore()
  })
  const queued = (count: number) => expect.poll(() => vi.mocked(queueSearch).mock.calls.length).toBe(count)
  return { begun, queued, release: released.resolve }
}

const request = (person: Person, language = 'tr') => ({
  url: `/api/v1/domain/${person.domain}/account/${person === neighbour.member ? neighbour.companyId : fixture.companyId}/ticket?search=qx`,
  headers: { authorization: `Bearer ${person.token}`, 'accept-language': language },
})
const search = (person: Person) => portal.raw.inject({ method: 'GET', ...request(person) }).then(({ statusCode }) => statusCode)
const searches = (person: Person, count: number) => Array.from({ length: count }, () => search(person))

describe('a customer who searches twelve times at once', () => {
  test('has one of these searches run at a time, and gets all the answers', async () => {
    const { begun, queued, release } = holdSearches()
    const requests = searches(fixture.member, 12)
    await queued(12)
    await expect.poll(() => begun).toEqual([fixture.member.userId])
    release()
    expect(await Promise.all(requests)).toEqual(Array(12).fill(200))
  })

  test('keeps no other vendor’s search waiting, and no list without a search', async () => {
    const { begun, release } = holdSearches()
    const requests = [...searches(fixture.member, 12), search(neighbour.member)]
    await expect.poll(() => begun.toSorted()).toEqual([fixture.member.userId, neighbour.member.userId].toSorted())
    const list = portal.as(fixture.staff).call(routes.tickets.list)
    await expect.poll(() => begun).toContain(fixture.staff.userId)
    release()
    expect((await list).status).toBe(200)
    await Promise.all(requests)
  })

  test('keeps a colleague waiting for one of them, not for all', async () => {
    const { begun, queued, release } = holdSearches()
    const requests = searches(fixture.member, 12)
    await queued(12)
    const colleague = portal.as(fixture.staff).call(routes.tickets.list, { query: { search: 'qx' } })
    await queued(13)
    release()
    expect((await colleague).status).toBe(200)
    await Promise.all(requests)
    expect(begun.slice(0, 3)).toContain(fixture.staff.userId)
  })

  test('and has sixteen waiting gets 429 for another one, in their language', async () => {
    const { queued, release } = holdSearches()
    const requests = searches(fixture.member, 17)
    await queued(17)
    for (const [language, message] of [
      ['tr', 'Aynı anda çok fazla arama yapıyorsunuz. Öncekilerin sonuçları gelince yeniden deneyin.'],
      ['en', 'You are running too many searches at once. Try again when the others have come back.'],
    ] as const) {
      const refused = await portal.raw.inject({ method: 'GET', ...request(fixture.member, language) })
      expect([refused.statusCode, refused.json().message, refused.headers['retry-after']]).toEqual([429, message, '2'])
    }
    release()
    expect(await Promise.all(requests)).toEqual(Array(17).fill(200))
  })
})

test('a waiting search is not run after its client has disconnected', async () => {
  const { begun, queued, release } = holdSearches()
  const first = search(fixture.member)
  await queued(1)
  const client = new AbortController()
  const { url, headers } = request(fixture.member)
  const aborted = fetch(`http://127.0.0.1:${portal.port}${url}`, { headers, signal: client.signal }).catch(String)
  await queued(2)
  client.abort()
  expect(await aborted).toContain('AbortError')
  await expect.poll(() => vi.mocked(queueSearch).mock.calls[1]?.[1].disconnected.aborted).toBe(true)
  release()
  expect(await first).toBe(200)
  expect(await search(fixture.member)).toBe(200)
  expect(begun).toHaveLength(2)
})
