import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings } from '#testing/incoming-mails.ts'
import { openPortal, type Person } from '#testing/portal.ts'

const portal = await openPortal(
  { ...mailInSettings, MAIL_IN_CLIENTS: '192.0.2.1' },
  {
    resolver: async (name, type) => {
      if (name.endsWith('sessiz.example')) await new Promise(() => {})
      if (type !== 'TXT' || name !== 'acik.example')
        throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
      return [['v=spf1 ip4:127.0.0.1 -all']]
    },
  },
)
const fixtures = fixturesIn(portal)
const { owner } = portal
const { replyAddress, settled } = incomingMailsIn(portal)

/** A mail of the address, from a client that is not trusted: the server checks its sender. */
async function sendAs(from: string, at: Awaited<ReturnType<typeof fixtures.ticket>>) {
  const { member }: { member: Person } = at
  await owner.query('update users set email = $2 where id = $1', [member.userId, from])
  await createTransport({
    host: '127.0.0.1',
    port: portal.mailInPort as number,
    ignoreTLS: true,
  }).sendMail({ from, to: await replyAddress(at, member), subject: 'Re', text: 'Tamam' })
}

// Security: T8
test('mails whose senders have a silent DNS do not delay a mail to another vendor, and are still there', async () => {
  const company = await fixtures.company()
  const other = await fixtures.ticket()
  for (let i = 0; i < 10; i++) await sendAs('kisi@sessiz.example', await fixtures.ticket(company))
  await sendAs('kisi@acik.example', other)
  expect(await settled(other, 1)).toMatchObject([{ state: 'filed' }])
  const { rows } = await owner.query(
    'select state, count(*)::int as mails from received_mails where vendor_id = $1 group by 1',
    [company.vendorId],
  )
  expect(rows).toEqual([{ state: 'waiting', mails: 10 }])
})
