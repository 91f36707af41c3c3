import { expect, test, vi } from 'vitest'
import { routes } from '#contract/routes.ts'
import type { Mailer } from '#platform/mail/mailer.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { waitForReactions } from '#testing/queue.ts'
import { moveNotifications } from '../notifications/notify.ts'
import { mailWorker, prepareEach } from './mail-queue.ts'

const portal = await openPortal({ ...mailInSettings, NOTIFY_DELAY: '0s' })
const fixtures = fixturesIn(portal)
const { replyAddress, send, settled } = incomingMailsIn(portal)
const { as, owner } = portal

test("an administrator sees how many of their vendor's mails were sent, received and held, and /metrics has those of all", async () => {
  const at = await fixtures.ticket()
  const other = await fixtures.ticket()
  await send(at.member, await replyAddress(at, at.member))
  await send({ email: 'baskasi@tezgah.test' }, await replyAddress(at, at.member))
  await settled(at, 2)
  await waitForReactions(owner)
  await expect.poll(async () => (await owner.query('select from mails')).rowCount).toBe(0)
  const counts = async (admin: typeof at.admin) => (await as(admin).call(routes.mails.counts)).body
  expect(await counts(at.admin)).toMatchObject({ received: 2, held: 1, bounced: 0, failed: 0 })
  const [own, others] = [await counts(at.admin), await counts(other.admin)]
  expect(own.sent).toBeGreaterThan(0)
  expect(others.received).toBe(0)
  const metrics = (await portal.raw.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
  expect(metrics).toContain(`mails_30_days{outcome="sent"} ${own.sent + others.sent}`)
  expect(metrics).toMatch(/^received_mails_total\{outcome="accepted"\} 2$/m)
})

test('an administrator sees how many mails wait now, and that those which have failed do not', async () => {
  const at = await fixtures.company()
  const data = { company: at.companyId, domain: at.domain }
  const queue = () => fixtures.failedMail(at, at.member.userId, { kind: 'user.added', data })
  const [waiting] = [await queue(), await queue()]
  await owner.query(
    "update mails set state = 'waiting', date_next = now() + interval '1 hour' where id = $1",
    [waiting],
  )
  expect((await as(at.admin).call(routes.mails.counts)).body.waiting).toBe(1)
})

test('a mail that is not sent, as its reader knows its news already, is not counted as sent, and the log names it', async () => {
  const { companyId, vendorId, domain, member, admin } = await fixtures.company()
  const before = (await as(admin).call(routes.mails.counts)).body.sent
  const id = await fixtures.failedMail({ vendorId, domain }, member.userId, {
    kind: 'user.added',
    data: { company: companyId, domain },
    state: 'waiting',
    date_next: new Date(),
  })
  const { rows } = await owner.query('select job as id from mails where id = $1', [id])
  const context = { ...portal.platform, mailer: {} as Mailer } // it is not called
  const info = vi.spyOn(portal.platform.log, 'info')
  const send = mailWorker({ prepare: prepareEach(async () => {}), moveNotifications })
  await send(context, vendorId, { id: rows[0].id, retryDelay: null })
  expect((await owner.query('select from mails where id = $1', [id])).rowCount).toBe(0)
  expect((await as(admin).call(routes.mails.counts)).body.sent).toBe(before)
  expect(info).toHaveBeenCalledWith(
    { mail: id, user: member.userId, kind: 'user.added' },
    'mail not needed',
  )
})
