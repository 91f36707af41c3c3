import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal, type Person } from '#testing/portal.ts'

// One customer searches twelve times at once for two letters, each of which reads all of a vendor's tickets.

const portal = await openPortal()
const given = givenIn(portal)
const [place, neighbour] = [await given.ticket(), await given.ticket()]

/** Searches that have begun wait for `goOn`; `begun` are their users, in their order. */
function holdSearches() {
  const { database } = portal.platform
  const inRequest = database.inRequest.bind(database)
  const held = Promise.withResolvers<void>()
  const begun: string[] = []
  const spy = vi.spyOn(database, 'inRequest').mockImplementation((asked, work) =>
    inRequest(asked, async (db, opened) => {
      begun.push(String(opened.userId))
      await held.promise
      return work(db, opened)
    }),
  )
  onTestFinished(() => {
    held.resolve()
    spy.mockRestore()
  })
  return { begun, goOn: held.resolve }
}

const request = (person: Person, language = 'tr') => ({
  url: `/api/v1/domain/${person.domain}/account/${person === neighbour.member ? neighbour.companyId : place.companyId}/ticket?search=qx`,
  headers: { authorization: `Bearer ${person.token}`, 'accept-language': language },
})
const search = (person: Person) => portal.raw.inject({ method: 'GET', ...request(person) }).then(({ statusCode }) => statusCode)
const searches = (person: Person, count: number) => Array.from({ length: count }, () => search(person))

describe('a customer who searches twelve times at once', () => {
  test('has one of these searches run at a time, and gets all the answers', async () => {
    const { begun, goOn } = holdSearches()
    const asked = searches(place.member, 12)
    await expect.poll(() => begun).toEqual([place.member.userId])
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(begun).toHaveLength(1)
    goOn()
    expect(await Promise.all(asked)).toEqual(Array(12).fill(200))
  })

  test('keeps no other vendor’s search waiting, and no list without a search', async () => {
    const { begun, goOn } = holdSearches()
    const asked = [...searches(place.member, 12), search(neighbour.member)]
    await expect.poll(() => begun.toSorted()).toEqual([place.member.userId, neighbour.member.userId].toSorted())
    const list = portal.as(place.staff).call(routes.tickets.list)
    await expect.poll(() => begun).toContain(place.staff.userId)
    goOn()
    expect((await list).status).toBe(200)
    await Promise.all(asked)
  })

  test('keeps a colleague waiting for one of them, not for all', async () => {
    const { begun, goOn } = holdSearches()
    const asked = searches(place.member, 12)
    await expect.poll(() => begun.length).toBe(1)
    const colleague = portal.as(place.staff).call(routes.tickets.list, { query: { search: 'qx' } })
    await new Promise(resolve => setTimeout(resolve, 200))
    goOn()
    expect((await colleague).status).toBe(200)
    await Promise.all(asked)
    expect(begun.slice(0, 3)).toContain(place.staff.userId)
  })

  test('and goes on until sixteen wait is told to wait for these, in their language', async () => {
    const { begun, goOn } = holdSearches()
    const asked = searches(place.member, 17)
    await expect.poll(() => begun.length).toBe(1)
    await new Promise(resolve => setTimeout(resolve, 300))
    for (const [language, message] of [
      ['tr', 'Aynı anda çok fazla arama yapıyorsunuz. Öncekilerin sonuçları gelince yeniden deneyin.'],
      ['en', 'You are running too many searches at once. Try again when the others have come back.'],
    ] as const) {
      const refused = await portal.raw.inject({ method: 'GET', ...request(place.member, language) })
      expect([refused.statusCode, refused.json().message, refused.headers['retry-after']]).toEqual([429, message, '2'])
    }
    goOn()
    expect(await Promise.all(asked)).toEqual(Array(17).fill(200))
  })
})

test('a search whose browser has hung up while it waited is not run', async () => {
  const { begun, goOn } = holdSearches()
  const first = search(place.member)
  await expect.poll(() => begun.length).toBe(1)
  const hangUp = new AbortController()
  const { url, headers } = request(place.member)
  const left = fetch(`http://127.0.0.1:${portal.port}${url}`, { headers, signal: hangUp.signal }).catch(String)
  await new Promise(resolve => setTimeout(resolve, 300))
  hangUp.abort()
  expect(await left).toContain('AbortError')
  await new Promise(resolve => setTimeout(resolve, 200))
  goOn()
  expect(await first).toBe(200)
  expect(await search(place.member)).toBe(200)
  expect(begun).toHaveLength(2)
})
