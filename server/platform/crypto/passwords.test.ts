import { argon2Sync } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { routes } from '#contract/routes.ts'
import { semaphore } from '#platform/concurrency/semaphore.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { whileHashQueueFull } from '#testing/sign-in/hash-queue.ts'
import { hashPassword, isPassword } from './passwords.ts'

const portal = await openPortal()
const fixtures = fixturesIn(portal)

test('forty sign-ins at once hash two passwords at a time, and other calls are answered meanwhile', async () => {
  const { visitor, admin } = await fixtures.vendor()
  const before = process.memoryUsage().rss
  let maxGrowth = 0
  let ended = false
  const signIns = [...Array(40)].map((_, i) =>
    portal.as(visitor).call(routes.sessions.login, {
      body: { email: `kimse-${i}@tezgah.test`, password: 'Yanlis1453' },
    }),
  )
  const all = Promise.all(signIns).finally(() => {
    ended = true
  })
  let served = 0
  while (!ended) {
    expect((await portal.as(admin).call(routes.sessions.me)).status).toBe(200)
    served++
    maxGrowth = Math.max(maxGrowth, process.memoryUsage().rss - before)
    await pause(2)
  }
  expect(new Set((await all).map(({ status }) => status))).toEqual(new Set([401]))
  expect(maxGrowth / 2 ** 20).toBeLessThan(400) // forty at once would take 760
  expect(served).toBeGreaterThan(10)
})

test('a sign-in that finds the queue full is answered 503 with Retry-After and counts as no attempt', async () => {
  const { visitor, member } = await fixtures.company()
  const counted = async () =>
    (await portal.owner.query('select max(date_ends) as ends from attempts')).rows
  const signIn = () =>
    portal
      .as(visitor)
      .call(routes.sessions.login, { body: { email: member.email, password: 'Yanlis1453' } })
  expect((await signIn()).status).toBe(401)
  const before = await counted()
  const { outcome, refused } = await whileHashQueueFull(signIn)
  expect([outcome.status, outcome.body.name, outcome.headers['retry-after']]).toEqual([
    503,
    'UnavailableError',
    '2',
  ])
  expect(refused).toBe(8) // of sixty: two run and fifty wait
  expect(await counted()).toEqual(before)
})

test('tasks of high priority start first, and each priority has its own limit of waiting tasks', async () => {
  const limited = semaphore(1, 2)
  const done: string[] = []
  const task = (name: string) => async () => void done.push(name)
  const tasks = [limited(() => pause(5)), limited(task('a stranger')), limited(task('another'))]
  await expect(limited(task('a third'))).rejects.toMatchObject({ status: 503 })
  tasks.push(limited(task('a user'), 'high'), limited(task('a second user'), 'high'))
  await expect(limited(task('a third user'), 'high')).rejects.toMatchObject({ status: 503 })
  await Promise.all(tasks)
  expect(done).toEqual(['a user', 'a second user', 'a stranger', 'another'])
})

// Security: P2
test('many passwords for one account do not delay those for other accounts', async () => {
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

test('tasks start in the order in which they arrive, and a failed task frees its slot', async () => {
  const limited = semaphore(1, 3)
  const done: number[] = []
  const tasks = [0, 1, 2, 3].map(i =>
    limited(async () => {
      done.push(i)
      await pause(1)
      if (i === 1) throw new Error('this one fails')
    }),
  )
  await expect(limited(async () => {})).rejects.toMatchObject({ status: 503 })
  await Promise.allSettled(tasks)
  expect(done).toEqual([0, 1, 2, 3])
  await expect(limited(async () => 'free again')).resolves.toBe('free again')
})

// Security: 11.2.2
test('a password that was hashed with other cost parameters is still accepted', async () => {
  const weaker = '$argon2id$v=19$m=64,t=3,p=1$'
  const nonce = Buffer.from('0123456789abcdef')
  const tag = argon2Sync('argon2id', {
    message: 'Torna1453',
    nonce,
    tagLength: 24,
    memory: 64,
    passes: 3,
    parallelism: 1,
  })
  const hash = `${weaker}${nonce.toString('base64').replaceAll('=', '')}$${tag.toString('base64')}`
  expect([await isPassword('Torna1453', hash), await isPassword('Torna1454', hash)]).toEqual([
    true,
    false,
  ])
})

// Security: 11.4.2
test('a hash is a PHC string of argon2id with 19 MiB, two passes and a random salt', async () => {
  const hashes = await Promise.all([hashPassword('Torna1453'), hashPassword('Torna1453')])
  for (const hash of hashes)
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(hashes[0]).not.toBe(hashes[1])
})

// Security: 6.2.8, 6.2.9
test('a password is compared character by character, up to the maximum length', async () => {
  const longest = 'Ağ1 '.repeat(50)
  const hash = await hashPassword(longest)
  expect(longest).toHaveLength(limits.password.max)
  expect(await isPassword(longest, hash)).toBe(true)
  for (const other of [
    longest.slice(0, -1),
    longest.trimEnd(),
    longest.toLowerCase(),
    `${longest} `,
  ])
    expect(await isPassword(other, hash)).toBe(false)
})
