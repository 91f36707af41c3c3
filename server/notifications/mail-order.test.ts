import { expect, onTestFinished, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { startMailServer } from '#testing/servers/mail-server.ts'

// A retry would come after the end of the test.
const retries = { retryLimit: 5, retryDelay: 300, retryDelayMax: 300 }

test('what happens while a mail about a ticket is being sent follows at once, in one mail', async () => {
  const release = Promise.withResolvers<void>()
  const server = await startMailServer({ text: () => release.promise })
  onTestFinished(server.stop)
  onTestFinished(() => release.resolve())
  const { as, owner, ...portal } = await openPortal(
    { NOTIFY_DELAY: '0s', SMTP_URL: server.url },
    { retries },
  )
  const { staff, member, ticketId } = await fixturesIn({ as, owner, ...portal }).ticket()
  const answer = async (contents: string) => {
    await as(staff).call(routes.tickets.reply, { params: { ticket: ticketId }, body: { contents } })
    await waitForReactions(owner)
  }
  const mails = async () =>
    (
      await owner.query('select state, attempts from mails where user_id = $1 order by id', [
        member.userId,
      ])
    ).rows.map(({ state, attempts }) => `${state} ${attempts}`)

  await answer('Önce makineyi durdurun')
  await expect.poll(mails).toEqual(['sending 1'])
  await answer('Sonra yağı boşaltın')
  await expect
    .poll(
      async () =>
        (
          await owner.query(
            "select from pgboss.job where name = 'ticket.news' and state = 'created'",
          )
        ).rowCount,
    )
    .toBe(0)
  await answer('En son filtreyi değiştirin')
  expect(await mails()).toEqual(['sending 1', 'waiting 0'])

  release.resolve()
  await expect.poll(mails).toEqual([])
  const texts = server.received
    .filter(({ to }) => to.includes(member.email))
    .map(({ email }) => email.text ?? '')
  expect(texts).toHaveLength(2)
  expect(texts[0]).toContain('Önce makineyi durdurun')
  expect(texts[1]).toMatch(/Sonra yağı boşaltın.*En son filtreyi değiştirin/s)
})
