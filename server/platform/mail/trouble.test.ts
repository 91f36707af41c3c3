import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  failureOf,
  openMailServer,
  reply,
  sampleMail,
  startMailServer,
  startRawServer,
} from '#testing/servers/mail-server.ts'
import { freePort } from '#testing/servers/ports.ts'
import { MailRefused, MailUnavailable, openMailer } from './mailer.ts'

const shortTimeouts = { connect: 2_000, greeting: 2_000, transfer: 3_000, response: 3_000 }

function mailerTo(smtpUrl: string, timeouts = shortTimeouts) {
  const mailer = openMailer(
    { smtpUrl, mailFrom: 'no-reply@tezgah.test', dataDir: '/nonexistent' },
    timeouts,
  )
  onTestFinished(mailer.close)
  return mailer
}

describe('an unavailable mail server loses no mail', () => {
  test('no server listens: the failure is temporary', async () => {
    const stopped = await startMailServer()
    await stopped.stop()
    expect(await failureOf(mailerTo(stopped.url).send(sampleMail('1')))).toBeInstanceOf(
      MailUnavailable,
    )
  })

  test('its host name is unknown: the failure is temporary', async () => {
    expect(
      await failureOf(mailerTo('smtp://mail.nowhere.invalid').send(sampleMail('1'))),
    ).toBeInstanceOf(MailUnavailable)
  })

  test('when it is available again, the same mailer delivers the mail once', async () => {
    const before = await startMailServer({}, {}, await freePort())
    await before.stop()
    const mailer = mailerTo(before.url)
    await failureOf(mailer.send(sampleMail('1')))
    const back = await openMailServer({}, {}, before.port)
    await mailer.send(sampleMail('1'))
    expect(back.received.map(({ email }) => email.messageId)).toEqual(['<1@tezgah.test>'])
  })

  test('it restarts between two mails: the second one uses a new connection', async () => {
    const before = await startMailServer({}, {}, await freePort())
    const mailer = mailerTo(before.url)
    await mailer.send(sampleMail('1'))
    await before.stop()
    const after = await openMailServer({}, {}, before.port)
    await mailer.send(sampleMail('2'))
    expect(after.received.map(({ email }) => email.messageId)).toEqual(['<2@tezgah.test>'])
  })
})

describe('a mail server that does not respond is a temporary failure after the timeouts', () => {
  const silences: [string, (socket: Socket) => void][] = [
    ['after the connection', () => {}],
    ['after its greeting', socket => socket.write('220 odd\r\n')],
    ['in the middle of a line', socket => socket.write('220 od')],
    [
      'while it trickles',
      socket => void setInterval(() => socket.writable && socket.write('220-wait\r\n'), 50).unref(),
    ],
  ]
  test.each(silences)(
    '%s',
    async (_, talk) => {
      expect(
        await failureOf(mailerTo(await startRawServer(talk)).send(sampleMail('1'))),
      ).toBeInstanceOf(MailUnavailable)
    },
    25_000, // below nodemailer's own timeout of 30 s
  )

  test('after it has received the whole mail, the longer response timeout applies', async () => {
    const server = await openMailServer({ text: () => pause(4_000) })
    const mailer = mailerTo(server.url, { ...shortTimeouts, transfer: 2_000, response: 60_000 })
    await mailer.send(sampleMail('1'))
    expect(server.attempts).toHaveLength(1)
  })

  test('after it has received the whole mail, within the response timeout', async () => {
    const server = await openMailServer({ text: () => pause(6_000) })
    expect(await failureOf(mailerTo(server.url).send(sampleMail('1')))).toBeInstanceOf(
      MailUnavailable,
    )
  })

  test('after it has closed the connection', async () => {
    expect(
      await failureOf(
        mailerTo(await startRawServer(socket => socket.end('220 odd\r\n'))).send(sampleMail('1')),
      ),
    ).toBeInstanceOf(MailUnavailable)
  })
})

describe('the response of a mail server to one mail', () => {
  const answers: [
    string,
    Parameters<typeof startMailServer>[0],
    typeof MailRefused | typeof MailUnavailable,
  ][] = [
    ['an unknown recipient, 550', { recipient: refuse(550) }, MailRefused],
    ['a permanently full mailbox, 552', { recipient: refuse(552) }, MailRefused],
    ['a request to retry later, 450', { recipient: refuse(450) }, MailUnavailable],
    ['too busy after the content, 451', { text: refuse(451) }, MailUnavailable],
    ['refused content, 554', { text: refuse(554) }, MailRefused],
    ['a missing sign-in, 530', { recipient: refuse(530) }, MailUnavailable],
    ['shutting down, 421', { recipient: refuse(421) }, MailUnavailable],
  ]
  test.each(answers)('%s', async (_, behaviour, kind) => {
    const server = await openMailServer(behaviour)
    const failure = await failureOf(mailerTo(server.url).send(sampleMail('1')))
    expect(failure).toBeInstanceOf(kind)
    expect(server.received).toEqual([])
  })

  test('is the message of the error', async () => {
    const server = await openMailServer({ recipient: refuse(550) })
    expect(await failureOf(mailerTo(server.url).send(sampleMail('1')))).toMatchObject({
      message: expect.stringMatching(/^550 .*this is the reason$/),
    })
  })

  test('that refuses one recipient does not affect mails to others', async () => {
    const server = await openMailServer({
      recipient: address => (address.startsWith('gone') ? refuse(550)() : undefined),
    })
    const mailer = mailerTo(server.url)
    const to = (address: string) => ({ to: { name: 'Ayşe', address } })
    await Promise.allSettled([
      mailer.send(sampleMail('1', to('gone@musteri.test'))),
      mailer.send(sampleMail('2')),
      mailer.send(sampleMail('3', to('gone@b.test'))),
      mailer.send(sampleMail('4')),
    ])
    expect(server.received.map(({ email }) => email.messageId).sort()).toEqual([
      '<2@tezgah.test>',
      '<4@tezgah.test>',
    ])
  })

  test('that refuses the sender is a temporary failure, as the settings are wrong', async () => {
    const server = await openMailServer(
      {},
      { onMailFrom: (_address, _session, done) => done(reply(550, 'not yours')) },
    )
    expect(await failureOf(mailerTo(server.url).send(sampleMail('1')))).toBeInstanceOf(
      MailUnavailable,
    )
  })

  function refuse(code: number) {
    return () => {
      throw reply(code, 'this is the reason')
    }
  }
})

describe('no mail is sent twice', () => {
  test('a mail that is sent again while it is in progress', async () => {
    const server = await openMailServer({ text: () => pause(100) })
    const mailer = mailerTo(server.url)
    await Promise.all([mailer.send(sampleMail('1')), mailer.send(sampleMail('1'))])
    expect(server.received).toHaveLength(1)
  })

  test('a mail that is sent again after its delivery', async () => {
    const server = await openMailServer()
    const mailer = mailerTo(server.url)
    await mailer.send(sampleMail('1'))
    await mailer.send(sampleMail('1'))
    expect(server.received).toHaveLength(1)
  })

  test.each(['first', 'second'])(
    'the %s mail over a connection is left to the queue when the server disconnects before its response',
    async which => {
      const server = await openMailServer({
        text: () =>
          server.attempts.length === (which === 'first' ? 1 : 2)
            ? server.disconnectClients()
            : undefined,
      })
      const mailer = mailerTo(server.url)
      if (which === 'second') await mailer.send(sampleMail('1'))
      expect(await failureOf(mailer.send(sampleMail('2')))).toBeInstanceOf(MailUnavailable)
      await pause(500)
      expect(server.attempts).toHaveLength(which === 'first' ? 1 : 2)
    },
  )

  test('a hundred concurrent mails are delivered once each, over at most ten connections', async () => {
    const open: number[] = []
    const server = await openMailServer({ text: () => void open.push(server.connections()) })
    const mailer = mailerTo(server.url, { ...shortTimeouts, transfer: 20_000 })
    await Promise.all(Array.from({ length: 100 }, (_, at) => mailer.send(sampleMail(`mail-${at}`))))
    expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(100)
    expect(server.received).toHaveLength(100)
    expect(Math.max(...open)).toBeLessThanOrEqual(10)
  })

  test('a mail in progress while the mailer closes is delivered', async () => {
    const server = await openMailServer({ text: () => pause(200) })
    const mailer = mailerTo(server.url)
    const sending = mailer.send(sampleMail('1'))
    await expect.poll(() => server.attempts).toHaveLength(1)
    mailer.close()
    await sending
    expect(server.received).toHaveLength(1)
  })

  test('a mail after the mailer has closed is a temporary failure', async () => {
    const server = await openMailServer()
    const mailer = mailerTo(server.url)
    mailer.close()
    expect(await failureOf(mailer.send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
  })
})
