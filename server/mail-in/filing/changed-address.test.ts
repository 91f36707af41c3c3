import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInDomain, mailInSettings } from '#testing/incoming-mails.ts'
import { mailsIn } from '#testing/mails.ts'
import { openPortal } from '#testing/portal.ts'

const portal = await openPortal(mailInSettings)
const { send, settled, replyAddress } = incomingMailsIn(portal)
const mails = mailsIn(portal)
const { as } = portal

test('mails of a new address are those of the user once it is confirmed, and those of the former one no longer', async () => {
  const at = await fixturesIn(portal).ticket()
  const { member, visitor, vendorId, ticketId } = at
  const address = await replyAddress(at, member)
  const email = `yeni-${member.email}`
  await as(member).call(routes.profile.requestEmail, { body: { email } })
  await send({ email }, address, { text: 'Henüz onaylamadım.' })
  await settled({ vendorId }, 1)
  const { searchParams } = await mails.linkTo(email)
  await as(visitor).call(routes.profile.confirmEmail, {
    body: { token: searchParams.get('token') ?? '', email },
  })
  await send({ email }, address, { text: 'Yeni adresimden yazıyorum.' })
  await settled({ vendorId }, 2)
  await send(member, address, { text: 'Eski adresimden yazıyorum.' })
  const received = await settled({ vendorId }, 3)
  expect(received.map(({ state, reason }) => [state, reason])).toEqual([
    ['held', 'otherSender'],
    ['filed', null],
    ['held', 'otherSender'],
  ])
  const { body } = await as(at.staff).call(routes.tickets.get, { params: { ticket: ticketId } })
  expect(body.conversation.at(-1)).toMatchObject({ message: 'Yeni adresimden yazıyorum.' })
  const opened = { subject: 'Yağ kaçağı', text: 'Yağ kaçırıyor.' }
  await send({ email }, `${at.domain}@${mailInDomain}`, opened)
  const last = (await settled({ vendorId }, 4)).at(-1)
  expect(last?.userId).toBe(member.userId)
})
