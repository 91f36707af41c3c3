import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn, password } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { queueBehind, waitForReactions } from '#testing/queue.ts'

// Links created during a concurrent activation or removal: no invitation
// may remain for an active user, and no link for a removed one.

const portal = await openPortal({ LIMIT_FACTOR: '100' })
const { as, owner } = portal
const { visitor, admin, operator: colleague, companyId } = await fixturesIn(portal).company()

type Invited = { userId: string; email: string; token: string }
const names = { name: 'İnci', surname: 'Şahin' }
const targets = {
  team: {
    invite: (email: string) =>
      as(admin).call(routes.team.invite, { body: { email, ...names, role: 'staff' } }),
    remind: ({ userId }: Invited) =>
      as(admin).call(routes.team.remind, { params: { user: userId } }),
    remove: ({ userId, email }: Invited) =>
      as(colleague).call(routes.team.remove, { params: { user: userId }, body: { email } }),
  },
  company: {
    invite: (email: string) =>
      as(admin).call(routes.users.invite, {
        params: { company: companyId },
        body: { email, ...names },
      }),
    remind: ({ userId }: Invited) =>
      as(admin).call(routes.users.remind, { params: { company: companyId, user: userId } }),
    remove: ({ userId, email }: Invited) =>
      as(colleague).call(routes.users.remove, {
        params: { company: companyId, user: userId },
        body: { email },
      }),
  },
}
const activate = ({ email, token }: Invited) =>
  as(visitor).call(routes.sessions.activate, { body: { token, email, password } })
const forgot = ({ email }: Invited) => as(visitor).call(routes.sessions.forgot, { body: { email } })

let count = 0
async function invite(target: keyof typeof targets): Promise<Invited> {
  const { body } = await targets[target].invite(`yarisan-${++count}@tezgah.test`)
  return {
    userId: body._id,
    email: body.email,
    token: new URL(body.activationLink ?? '').searchParams.get('token') ?? '',
  }
}

/** Links of these users that must not exist. */
async function findStrayLinks(users: Invited[]) {
  const { rows } = await owner.query(
    `select purpose, role, password_hash is not null as active from users join activations on activations.vendor_id = users.vendor_id and user_id = users.id
      where users.id = any($1) and (password_hash is not null and purpose = 'invitation'
        or role = 'customer' and not exists (select from memberships where memberships.user_id = users.id))`,
    [users.map(({ userId }) => userId)],
  )
  return rows
}
/** Makes these calls wait for the user's links in this order. */
const queueAtLinks = (user: Invited, calls: (() => Promise<{ status: number }>)[]) =>
  queueBehind(portal, 'select from activations where user_id = $1 for update', [user.userId], calls)

describe.each(['team', 'company'] as const)('an invitation to a %s that is sent again', target => {
  const { remind, remove } = targets[target]

  test('while it is being accepted leaves no link to an active user', async () => {
    const user = await invite(target)
    const [accepted, again] = await queueAtLinks(user, [() => activate(user), () => remind(user)])
    expect([accepted?.status, again?.status]).toEqual([200, 409])
    expect(await findStrayLinks([user])).toEqual([])
  })

  test('while it is being revoked leaves no link to a removed user', async () => {
    const user = await invite(target)
    const [revoked, again] = await queueAtLinks(user, [() => remove(user), () => remind(user)])
    expect([revoked?.status, again?.status]).toEqual([200, 404])
    expect(await findStrayLinks([user])).toEqual([])
  })

  test('before, during and after either leaves none, however often', async () => {
    // Few at a time: a request that waits two seconds for a connection is answered 503.
    for (let round = 0; round < 4; round++) {
      const users = await Promise.all([...Array(6)].map(() => invite(target)))
      const answers = users.map((user, i): Promise<{ status: number }>[] => {
        const remindLater = async (n: number) => {
          await pause(n * (10 + 6 * round + i))
          return remind(user)
        }
        return [(i % 2 === 0 ? activate : remove)(user), ...[0, 1, 2, 3].map(remindLater)]
      })
      const statuses = (await Promise.all(answers.flat())).map(({ status }) => status)
      expect(statuses.filter(status => ![200, 400, 404, 409].includes(status))).toEqual([])
      expect(await findStrayLinks(users)).toEqual([])
    }
  })
})

describe('a password reset that is requested', () => {
  test.each(['team', 'company'] as const)(
    'while the user is removed from a %s leaves no link',
    async target => {
      const user = await invite(target)
      await activate(user)
      await forgot(user)
      await waitForReactions(owner)
      const [removed, requested] = await queueAtLinks(user, [
        () => targets[target].remove(user),
        () => forgot(user),
      ])
      expect([removed?.status, requested?.status]).toEqual([200, 200])
      await waitForReactions(owner)
      expect(await findStrayLinks([user])).toEqual([])
    },
  )
})
