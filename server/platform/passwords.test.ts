import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { hashPassword } from './passwords.ts'
import { openTurns } from './turns.ts'

const portal = await openPortal()
const given = givenIn(portal)

test('as many people as sign in at once, their passwords take the memory of two and leave the rest of the portal its time', async () => {
  const { visitor, admin } = await given.vendor()
  const before = process.memoryUsage().rss
  let most = 0
  let ended = false
  const signIns = [...Array(40)].map((_, i) =>
    portal.as(visitor).call(routes.sessions.login, { body: { email: `kimse-${i}@tezgah.test`, password: 'Yanlis1453' } }),
  )
  const all = Promise.all(signIns).finally(() => {
    ended = true
  })
  let served = 0
  while (!ended) {
    expect((await portal.as(admin).call(routes.sessions.me)).status).toBe(200)
    served++
    most = Math.max(most, process.memoryUsage().rss - before)
    await pause(2)
  }
  expect(new Set((await all).map(({ status }) => status))).toEqual(new Set([401]))
  expect(most / 2 ** 20).toBeLessThan(200) // forty at once would take 760
  expect(served).toBeGreaterThan(10)
})

test('who comes when too many wait is told to come again in a moment, and that is no guess', async () => {
  const { visitor, member } = await given.company()
  const counted = async () => (await portal.owner.query('select max(date_ends) as ends from attempts')).rows
  const signIn = () => portal.as(visitor).call(routes.sessions.login, { body: { email: member.email, password: 'Yanlis1453' } })
  expect((await signIn()).status).toBe(401)
  const before = await counted()
  const waiting = Promise.allSettled([...Array(60)].map(() => hashPassword('Torna1453')))
  const { status, body, headers } = await signIn()
  expect([status, body.name, headers['retry-after']]).toEqual([503, 'UnavailableError', '2'])
  expect((await waiting).filter(outcome => outcome.status === 'rejected')).toHaveLength(8)
  expect(await counted()).toEqual(before)
})

test('turns go by who came first, and a work that fails gives its place on', async () => {
  const inTurn = openTurns(1, 3)
  const done: number[] = []
  const works = [0, 1, 2, 3].map(i =>
    inTurn(async () => {
      done.push(i)
      await pause(1)
      if (i === 1) throw new Error('this one fails')
    }),
  )
  await expect(inTurn(async () => {})).rejects.toMatchObject({ status: 503 })
  await Promise.allSettled(works)
  expect(done).toEqual([0, 1, 2, 3])
  await expect(inTurn(async () => 'free again')).resolves.toBe('free again')
})
