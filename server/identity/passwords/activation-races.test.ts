import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { givenIn, password } from '#testing/given.ts'
import { openPortal } from '#testing/portal.ts'
import { queueBehind, resetsDone } from '#testing/queue.ts'

// Links that are made while somebody comes or goes: none may live on for who is active, or is nobody's user any more.

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const { as, owner } = portal
const { visitor, admin, companyId } = await givenIn(portal).company()

type Invited = { userId: string; email: string; token: string }
const names = { name: 'İnci', surname: 'Şahin' }
const places = {
  team: {
    invite: (email: string) => as(admin).call(routes.team.invite, { body: { email, ...names, role: 'staff' } }),
    remind: ({ userId }: Invited) => as(admin).call(routes.team.remind, { params: { user: userId } }),
    remove: ({ userId, email }: Invited) => as(admin).call(routes.team.remove, { params: { user: userId }, body: { email } }),
  },
  company: {
    invite: (email: string) => as(admin).call(routes.users.invite, { params: { company: companyId }, body: { email, ...names } }),
    remind: ({ userId }: Invited) => as(admin).call(routes.users.remind, { params: { company: companyId, user: userId } }),
    remove: ({ userId, email }: Invited) =>
      as(admin).call(routes.users.remove, { params: { company: companyId, user: userId }, body: { email } }),
  },
}
const activate = ({ email, token }: Invited) => as(visitor).call(routes.sessions.activate, { body: { token, email, password } })
const forgot = ({ email }: Invited) => as(visitor).call(routes.sessions.forgot, { body: { email } })

let count = 0
async function invited(where: keyof typeof places): Promise<Invited> {
  const { body } = await places[where].invite(`yarisan-${++count}@tezgah.test`)
  return { userId: body._id, email: body.email, token: new URL(body.activationLink ?? '').searchParams.get('token') ?? '' }
}

/** The links of these people that should not be: each with what its user is. */
async function strayLinks(people: Invited[]) {
  const { rows } = await owner.query(
    `select purpose, role, password_hash is not null as active from users join activations on activations.vendor_id = users.vendor_id and user_id = users.id
      where users.id = any($1) and (password_hash is not null and purpose = 'invitation'
        or role = 'customer' and not exists (select from memberships where memberships.user_id = users.id))`,
    [people.map(({ userId }) => userId)],
  )
  return rows
}
/** Two calls that meet at a person's links, in this order. */
const meet = (person: Invited, calls: (() => Promise<{ status: number }>)[]) =>
  queueBehind(portal, 'select from activations where user_id = $1 for update', [person.userId], calls)

describe.each(['team', 'company'] as const)('an invitation to a %s that is sent again', where => {
  const { remind, remove } = places[where]

  test('while it is being accepted leaves no link to who is active', async () => {
    const person = await invited(where)
    const [accepted, again] = await meet(person, [() => activate(person), () => remind(person)])
    expect([accepted?.status, again?.status]).toEqual([200, 409])
    expect(await strayLinks([person])).toEqual([])
  })

  test('while it is being revoked leaves no link to who is nobody’s user', async () => {
    const person = await invited(where)
    const [revoked, again] = await meet(person, [() => remove(person), () => remind(person)])
    expect([revoked?.status, again?.status]).toEqual([200, 404])
    expect(await strayLinks([person])).toEqual([])
  })

  test('before, during and after either leaves none, however often', async () => {
    // A few at a time: who waits two seconds for a connection is told to come again, which is no race.
    for (let round = 0; round < 4; round++) {
      const people = await Promise.all([...Array(6)].map(() => invited(where)))
      const answers = people.map((person, i): Promise<{ status: number }>[] => {
        const remindLater = async (turn: number) => {
          await pause(turn * (10 + 6 * round + i))
          return remind(person)
        }
        return [(i % 2 === 0 ? activate : remove)(person), ...[0, 1, 2, 3].map(remindLater)]
      })
      const statuses = (await Promise.all(answers.flat())).map(({ status }) => status)
      expect(statuses.filter(status => ![200, 400, 404, 409].includes(status))).toEqual([])
      expect(await strayLinks(people)).toEqual([])
    }
  })
})

describe('a new password that is asked for', () => {
  test.each(['team', 'company'] as const)('while one is removed from a %s leads nowhere', async where => {
    const person = await invited(where)
    await activate(person)
    await forgot(person)
    await resetsDone(owner)
    const [removed, asked] = await meet(person, [() => places[where].remove(person), () => forgot(person)])
    expect([removed?.status, asked?.status]).toEqual([200, 200])
    await resetsDone(owner)
    expect(await strayLinks([person])).toEqual([])
  })
})
