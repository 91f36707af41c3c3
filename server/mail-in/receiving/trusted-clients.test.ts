import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { fixturesIn } from '#testing/fixtures.ts'
import { incomingMailsIn, mailInSettings, trustedHost } from '#testing/incoming-mails.ts'
import { openPortal } from '#testing/portal.ts'

// Whose `Authentication-Results` count: those that MAIL_IN_TRUST
// writes, and not those of any client that reaches the port.

const portal = await openPortal({ ...mailInSettings, MAIL_IN_CLIENTS: '192.0.2.0/24, 127.0.0.2' })
const fixtures = fixturesIn(portal)
const { replyAddress, settled } = incomingMailsIn(portal)

test.each([
  ['a client in MAIL_IN_CLIENTS', '127.0.0.2', { state: 'filed', reason: null }],
  ['any other client', '127.0.0.1', { state: 'held', reason: 'notAuthentic' }],
])(
  'a mail that calls itself authentic is checked all the same unless it is from a listed client: %s',
  async (_, localAddress, outcome) => {
    const at = await fixtures.ticket()
    const options = {
      host: '127.0.0.1',
      port: portal.mailInPort as number,
      ignoreTLS: true,
      localAddress,
    }
    await createTransport(options).sendMail({
      from: at.member.email,
      to: await replyAddress(at, at.member),
      subject: 'Re: Mil ısınıyor',
      text: 'Tamam',
      headers: {
        'Authentication-Results': `${trustedHost}; dmarc=pass header.from=${at.member.email.split('@')[1]}`,
      },
    })
    expect(await settled(at, 1)).toMatchObject([outcome])
  },
)
