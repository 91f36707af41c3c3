import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import {
  incomingMailsIn,
  mailInDomain,
  mailInSettings,
  trustedHost,
} from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { messageIdOf } from '../../mail/message-ids.ts'

// Replies to the vendor's own address: the mails that they
// refer to name the ticket, and nothing else does.

const portal = await openPortal(mailInSettings)
const fixtures = fixturesIn(portal)
const { send, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal

test.each(['member', 'staff', 'admin'] as const)(
  'a reply of the %s to a mail about a ticket is a message in it',
  async who => {
    const at = await fixtures.ticket()
    await send(at[who], addressOf(at), {
      text: 'Tamam.',
      references: ['<baska@musteri.test>', referenceOf(at)],
    })
    expect(await settled(at, 1)).toMatchObject([
      { state: 'filed', userId: at[who].userId, ticketId: at.ticketId },
    ])
    expect((await conversation(at)).at(-1)).toMatchObject({
      message: 'Tamam.',
      user: at[who].userId,
      isStaff: who !== 'member',
    })
  },
)

test.each(['member', 'staff'] as const)(
  'a reply of the %s that is not authentic is held',
  async who => {
    const at = await fixtures.ticket()
    const headers = { 'Authentication-Results': `${trustedHost}; dmarc=fail` }
    await send(at[who], addressOf(at), { inReplyTo: referenceOf(at), headers })
    expect(await settled(at, 1)).toMatchObject([
      { state: 'held', reason: 'notAuthentic', userId: at[who].userId },
    ])
  },
)

test.each([
  [
    'a forged hash',
    (at: At) => ({ inReplyTo: referenceOf(at).replace(/\.[0-9a-f]{16}@/, `.${'0'.repeat(16)}@`) }),
  ],
  [
    "another vendor's reference to it",
    (at: At) => ({ inReplyTo: referenceOf({ ...at, vendorId: uuidv7() }) }),
  ],
  ['its id in the subject', (at: At) => ({ subject: `Re: ${at.ticketId}` })],
  ['its reference in the subject', (at: At) => ({ subject: referenceOf(at) })],
  ['its title in the subject', () => ({ subject: 'Re: [Satıcı] Mil ısınıyor' })],
])(
  '%s puts no mail into a ticket: a member opens a new one, and the team is held',
  async (_, options) => {
    const at = await fixtures.ticket()
    await send(at.member, addressOf(at), options(at))
    const [mail] = await settled(at, 1)
    expect(mail).toMatchObject({ state: 'filed', userId: at.member.userId })
    expect(mail?.ticketId).not.toBe(at.ticketId)
    await send(at.staff, addressOf(at), options(at))
    expect((await settled(at, 2))[1]).toMatchObject({ state: 'held', reason: 'ofTeam' })
    expect(await conversation(at)).toHaveLength(1)
  },
)

test("a reference to another vendor's ticket puts no mail into it", async () => {
  const [at, other] = [await fixtures.ticket(), await fixtures.ticket()]
  await send(at.member, addressOf(at), { inReplyTo: referenceOf(other) })
  expect((await settled(at, 1))[0]?.ticketId).not.toBe(other.ticketId)
  await settled(other, 0)
  expect(await conversation(other)).toHaveLength(1)
})

test("a member's reference to a ticket of another company puts no mail into it", async () => {
  const at = await fixtures.ticket()
  const { member: neighbour } = await fixtures.company(at)
  await send(neighbour, addressOf(at), { inReplyTo: referenceOf(at) })
  const [mail] = await settled(at, 1)
  expect(mail).toMatchObject({ state: 'filed', userId: neighbour.userId })
  expect(await conversation(at)).toHaveLength(1)
})

test('a held reply of the team is accepted as theirs', async () => {
  const at = await fixtures.ticket()
  const headers = { 'Authentication-Results': `${trustedHost}; dmarc=fail` }
  await send(at.staff, addressOf(at), { inReplyTo: referenceOf(at), text: 'Geliyoruz.', headers })
  const [mail] = await settled(at, 1)
  await as(at.admin).call(routes.mailIn.accept, {
    params: { received: mail?.id ?? '' },
    body: { as: 'user' },
  })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed', ticketId: at.ticketId }])
  expect((await conversation(at)).at(-1)).toMatchObject({ message: 'Geliyoruz.', isStaff: true })
})

test("a reply address of another vendor's ticket files a mail there, and only as its user's", async () => {
  const [mine, other] = [await fixtures.ticket(), await fixtures.ticket()]
  const { replyAddress } = incomingMailsIn(portal)
  const to = await replyAddress(other, other.member)
  await send(mine.member, to, { text: 'Ben başka satıcının müşterisiyim.' })
  expect(await settled(other, 1)).toMatchObject([
    { state: 'held', reason: 'otherSender', userId: other.member.userId },
  ])
  await owner.query('update users set email = $1 where id = $2', [
    mine.member.email,
    other.member.userId,
  ])
  await send(mine.member, to, {
    text: 'İki satıcının da müşterisiyim.',
    inReplyTo: referenceOf(mine),
  })
  expect((await settled(other, 2))[1]).toMatchObject({
    state: 'filed',
    userId: other.member.userId,
    ticketId: other.ticketId,
  })
  expect((await conversation(other)).at(-1)).toMatchObject({
    message: 'İki satıcının da müşterisiyim.',
    user: other.member.userId,
  })
  await settled(mine, 0)
  expect(await conversation(mine)).toHaveLength(1)
})

type At = Awaited<ReturnType<typeof fixtures.ticket>>

const addressOf = ({ domain }: { domain: string }) => `${domain}@${mailInDomain}`
/** The Message-ID of a mail about the ticket. */
const referenceOf = ({ vendorId, ticketId }: { vendorId: string; ticketId: string }) =>
  `<${messageIdOf(platform.signing, vendorId, ticketId, uuidv7())}@tezgah.test>`

async function conversation(at: At) {
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  return body.conversation
}
