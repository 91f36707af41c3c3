import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { mailsIn } from '#testing/mails.ts'
import { sharedPortal } from '#testing/portal.ts'
import { sendMailsTo, waitForReactions } from '#testing/queue.ts'

// A colleague takes back a closing before a mail tells of it.

const portal = await sharedPortal()
const fixtures = fixturesIn(portal)
const mails = mailsIn(portal)
const { as, owner } = portal

type At = Awaited<ReturnType<typeof fixtures.ticket>>
const change = (at: At, status: 'open' | 'closed', by = at.staff) =>
  as(by).call(routes.tickets.change, { params: { ticket: at.ticketId }, body: { status } })
const answerAndClose = (at: At) =>
  as(at.staff).call(routes.tickets.reply, {
    params: { ticket: at.ticketId },
    body: { contents: 'Filtre değişti, sorun giderildi.', close: true },
  })
const mailOf = async (at: At) => {
  await waitForReactions(owner)
  await sendMailsTo(owner, at.member.email)
  return (await mails.to(at.member.email, 0)).map(({ text }) => text ?? '')
}

test('of a closing that its colleague takes back in time no mail tells', async () => {
  const at = await fixtures.ticket()
  await change(at, 'closed')
  await waitForReactions(owner)
  await change(at, 'open')
  expect(await mailOf(at)).toEqual([])
})

test('of an answer whose closing was taken back in time a mail tells, and not of the closing', async () => {
  const at = await fixtures.ticket()
  await answerAndClose(at)
  await change(at, 'open')
  const [text, ...others] = await mailOf(at)
  expect(text).toContain('Filtre değişti, sorun giderildi.')
  expect(text).not.toMatch(/kapattı|yeniden açtı/)
  expect(others).toEqual([])
})

test('a mail tells of a ticket that was closed again, and of one that a colleague or a customer reopened', async () => {
  const again = await fixtures.ticket()
  for (const status of ['closed', 'open', 'closed'] as const) await change(again, status)
  const [text] = await mailOf(again)
  expect(text?.match(/bu talebi kapattı/g)).toHaveLength(1)
  expect(text).not.toContain('yeniden açtı')
  const byOther = await fixtures.ticket()
  await change(byOther, 'closed')
  await change(byOther, 'open', byOther.admin)
  expect((await mailOf(byOther))[0]).toMatch(/bu talebi kapattı.+bu talebi yeniden açtı/s)
})

test('a digest tells of no undone closing, and is not sent where it has nothing else', async () => {
  const at = await fixtures.ticket()
  const burst = async (write: (ticket: At) => Promise<unknown>) => {
    for (let i = 0; i < 11; i++) await write(await fixtures.ticket(at))
  }
  await burst(async each => {
    await change(each, 'closed')
    await change(each, 'open')
  })
  expect(await mailOf(at)).toEqual([])
  await burst(async each => {
    await answerAndClose(each)
    await change(each, 'open')
  })
  const text = (await mailOf(at)).join('\n')
  expect(text).toContain('Filtre değişti')
  expect(text).not.toMatch(/kapattı|yeniden açtı/)
})
