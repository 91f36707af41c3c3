import { uuidv7 } from 'uuidv7'
import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'
import { messageIdOf } from '../../mail/message-ids.ts'

// Mails of the portal that come back to it, as by a forwarding
// that keeps their Message-ID and loses their other headers.

const portal = await openPortal({ ...mailInSettings, MAIL_FROM: 'destek@gonderen.test' })
const fixtures = fixturesIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)
const { as, platform } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const ownId = ({ vendorId, ticketId }: At, mail = uuidv7()) =>
  messageIdOf(platform.signing, vendorId, ticketId, mail)

test.each<[string, (at: At) => object]>([
  ['about a ticket', at => ({ messageId: `<${ownId(at)}@gonderen.test>` })],
  ['of another kind', () => ({ messageId: `<${uuidv7()}@gonderen.test>` })],
])(
  'a mail of the portal %s that comes back is automatic: no message, no ticket and no answer',
  async (_, optionsOf) => {
    const at = await fixtures.ticket()
    const options = optionsOf(at)
    await send(at.member, await replyAddress(at, at.member), options)
    await settled(at, 1)
    await send(at.member, `${at.domain}@${mailInDomain}`, options)
    expect((await settled(at, 2)).map(({ state }) => state)).toEqual(['automatic', 'automatic'])
    expect(await messagesOf(at)).toEqual([])
    expect(
      (await mailsIn(portal).all()).filter(
        ({ to: [first] = [] }) => first?.address === at.member.email,
      ),
    ).toEqual([])
  },
)

test.each<[string, (at: At) => object]>([
  [
    'refers to a mail of the portal',
    at => ({
      references: `<${ownId(at)}@gonderen.test>`,
      inReplyTo: `<${ownId(at)}@gonderen.test>`,
    }),
  ],
  [
    'has a Message-ID with a forged hash',
    at => ({ messageId: `<${ownId(at).slice(0, -16)}${'0'.repeat(16)}@gonderen.test>` }),
  ],
  [
    "has a Message-ID like the portal's at another host",
    () => ({ messageId: `<${uuidv7()}@musteri.test>` }),
  ],
  [
    'has a Message-ID of Apple Mail',
    () => ({ messageId: '<6F9619FF-8B86-4011-B42D-00C04FC964FF@gonderen.test>' }),
  ],
])('a mail that %s is a message', async (_, optionsOf) => {
  const at = await fixtures.ticket()
  await send(at.member, await replyAddress(at, at.member), { ...optionsOf(at), text: 'Tamam.' })
  expect(await settled(at, 1)).toMatchObject([{ state: 'filed' }])
  expect(await messagesOf(at)).toEqual(['Tamam.'])
})

async function messagesOf(at: At) {
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: at.ticketId } })
  return body.conversation.slice(1).map(({ message }) => message)
}
