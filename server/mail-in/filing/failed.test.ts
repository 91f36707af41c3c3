import { expect, test } from 'vitest'
import { routes } from '#contract/routes.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings, passHeader } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'
import { fileMail } from './file-mail.ts'

// Mails that could not be filed for an hour.

const portal = await openPortal({ ...mailInSettings, MAIL_IN_CLIENTS: 'loopback, 192.0.2.1' })
const fixtures = fixturesIn(portal)
const { replyAddress, settled } = incomingMailsIn(portal)
const { as, owner, platform } = portal
const untrusted = { ...platform.config, mailInTrust: undefined }

const away = async () => {
  throw Object.assign(new Error('queryTxt ETIMEOUT'), { code: 'ETIMEOUT' })
}
const full = async () => {
  throw new StorageUnavailable(
    "the disk refuses: ENOSPC: no space left on device, write '/var/lib/tezgah/files/x'",
  )
}

test.each([
  ['while the disk is full', 'storageUnavailable', { storage: { ...platform.storage, put: full } }],
  [
    'for another reason',
    'error',
    {
      storage: {
        ...platform.storage,
        put: () => Promise.reject(new Error('null is not an object')),
      },
    },
  ],
])(
  'a mail that could not be filed %s has failed with what an administrator can do, and is filed again',
  async (_, reason, changes) => {
    const at = await fixtures.ticket()
    const id = await waitingMail(at, 2)
    await expect(
      fileMail({ ...platform, ...changes } as never, { vendor: at.vendorId, mail: id }),
    ).rejects.toThrow()
    const [mail] = (await as(at.admin).call(routes.mailIn.list)).body.received
    expect(mail).toMatchObject({ _id: id, state: 'failed', reason })
    await as(at.admin).call(routes.mailIn.retry, { params: { received: id } })
    expect(await settled(at, 1)).toMatchObject([{ state: 'filed', reason: null }])
  },
)

test('a mail is held after three attempts at which the DNS of its sender does not answer, and is accepted or filed again', async () => {
  const [accepted, again] = await Promise.all([fixtures.ticket(), fixtures.ticket()])
  const context = { ...platform, config: untrusted, resolver: away } as never
  const heldMail = async (at: typeof again) => {
    const id = await waitingMail(at, 2)
    const states: string[] = []
    for (let attempt = 0; attempt < 3; attempt++) {
      await fileMail(context, { vendor: at.vendorId, mail: id })
      const [mail] = (await as(at.admin).call(routes.mailIn.list)).body.received
      states.push(`${mail?.state} ${mail?.reason}`)
    }
    expect(states).toEqual(['waiting null', 'waiting null', 'held dnsUnavailable'])
    const { rows } = await owner.query(
      "select round(extract(epoch from start_after - created_on))::int as seconds from pgboss.job where name = 'mail.received' and data->>'mail' = $1 order by 1",
      [id],
    )
    expect(rows).toEqual([{ seconds: 30 }, { seconds: 120 }])
    return { received: id }
  }
  await as(accepted.admin).call(routes.mailIn.accept, {
    params: await heldMail(accepted),
    body: { as: 'user' },
  })
  await as(again.admin).call(routes.mailIn.retry, { params: await heldMail(again) })
  for (const at of [accepted, again])
    expect(await settled(at, 1)).toMatchObject([
      { state: 'filed', reason: null, userId: at.member.userId, ticketId: at.ticketId },
    ])
})

test('a mail that could not be filed within the hour still waits', async () => {
  const at = await fixtures.ticket()
  const id = await waitingMail(at, 0)
  const context = { ...platform, storage: { ...platform.storage, put: full } }
  await expect(fileMail(context as never, { vendor: at.vendorId, mail: id })).rejects.toThrow(
    StorageUnavailable,
  )
  expect((await as(at.admin).call(routes.mailIn.list)).body.received).toMatchObject([
    { _id: id, state: 'waiting', reason: null },
  ])
})

/** An authentic mail with a file that has waited for some hours. */
async function waitingMail(at: Awaited<ReturnType<typeof fixtures.ticket>>, hours: number) {
  const recipient = await replyAddress(at, at.member)
  const raw = [
    `From: ${at.member.email}`,
    `To: ${recipient}`,
    passHeader(at.member.email),
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    '',
    'Ekte.',
    '--b',
    'Content-Type: text/plain',
    'Content-Disposition: attachment; filename=olcum.txt',
    '',
    '81 C',
    '--b--',
    '',
  ].join('\r\n')
  return fixtures.heldMail(at, {
    recipient,
    raw: `\\x${Buffer.from(raw).toString('hex')}`,
    state: 'waiting',
    reason: null,
    client_address: '192.0.2.1',
    envelope_from: at.member.email,
    date_changed: new Date(Date.now() - hours * 3_600_000),
  })
}
