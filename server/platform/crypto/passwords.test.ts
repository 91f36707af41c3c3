import { argon2Sync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limits } from '#contract/fields.ts'
import { routes } from '#contract/routes.ts'
import { semaphore } from '#platform/semaphore.ts'
import { whileCrowded } from '#testing/crowd.ts'
import { givenIn } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { hashPassword, isPassword } from './passwords.ts'

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
  const { outcome, turnedAway } = await whileCrowded(signIn)
  expect([outcome.status, outcome.body.name, outcome.headers['retry-after']]).toEqual([503, 'UnavailableError', '2'])
  expect(turnedAway).toBe(8) // of sixty: two have their turn, and fifty wait for it
  expect(await counted()).toEqual(before)
})

test('works of high priority start before all others, which are refused alone where too many of them wait', async () => {
  const inTurn = semaphore(1, 2)
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)
  const works = [inTurn(() => pause(5)), inTurn(work('a stranger')), inTurn(work('another'))]
  await expect(inTurn(work('a third'))).rejects.toMatchObject({ status: 503 })
  works.push(inTurn(work('a user'), 'high'), inTurn(work('a second user'), 'high'))
  await expect(inTurn(work('a third user'), 'high')).rejects.toMatchObject({ status: 503 })
  await Promise.all(works)
  expect(done).toEqual(['a user', 'a second user', 'a stranger', 'another'])
})

test('the passwords of one account fill no queue for those of others, however many there are at once', async () => {
  const done: string[] = []
  const enter = async (account: string) => {
    await isPassword('Torna1453', null, account)
    done.push(account)
  }
  const crowd = [...Array(50)].map(() => enter('one'))
  await enter('another')
  expect(done.length).toBeLessThan(10)
  await Promise.all(crowd)
})

test('turns go by who came first, and a work that fails gives its place on', async () => {
  const inTurn = semaphore(1, 3)
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

test('a password that was hashed at another cost is still known, so that the cost can be raised', async () => {
  const weaker = '$argon2id$v=19$m=64,t=3,p=1$'
  const nonce = Buffer.from('0123456789abcdef')
  const tag = argon2Sync('argon2id', { message: 'Torna1453', nonce, tagLength: 24, memory: 64, passes: 3, parallelism: 1 })
  const hash = `${weaker}${nonce.toString('base64').replaceAll('=', '')}$${tag.toString('base64')}`
  expect([await isPassword('Torna1453', hash), await isPassword('Torna1454', hash)]).toEqual([true, false])
})

test('a hash says how it was made: argon2id with 19 MiB and two passes, under a salt of its own', async () => {
  const hashes = await Promise.all([hashPassword('Torna1453'), hashPassword('Torna1453')])
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(hashes[0]).not.toBe(hashes[1])
})

test('a password is what was typed, letter by letter, up to the longest that there may be', async () => {
  const longest = 'Ağ1 '.repeat(50)
  const hash = await hashPassword(longest)
  expect(longest).toHaveLength(limits.password.max)
  expect(await isPassword(longest, hash)).toBe(true)
  for (const other of [longest.slice(0, -1), longest.trimEnd(), longest.toLowerCase(), `${longest} `])
    expect(await isPassword(other, hash)).toBe(false)
})
