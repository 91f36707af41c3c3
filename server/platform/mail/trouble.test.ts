import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { failureOf, mailServer, oddServer, reply, sampleMail, startMailServer } from '#testing/mail-server.ts'
import { MailRefused, MailUnavailable, openMailer } from './mailer.ts'

const shortPatience = { reach: 300, greet: 300, take: 900, answer: 900 }

function mailerTo(smtpUrl: string, patience = shortPatience) {
  const mailer = openMailer({ smtpUrl, mailFrom: 'no-reply@tezgah.test', dataDir: '/nonexistent' }, patience)
  onTestFinished(mailer.close)
  return mailer
}

describe('a mail server that is away loses nothing', () => {
  test('nobody listens: the mail is to be tried again', async () => {
    const gone = await startMailServer()
    await gone.stop()
    expect(await failureOf(mailerTo(gone.url).send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
  })

  test('its name is unknown: the mail is to be tried again', async () => {
    expect(await failureOf(mailerTo('smtp://mail.nowhere.invalid').send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
  })

  test('when it is back, the same mailer delivers, once', async () => {
    const before = await startMailServer()
    await before.stop()
    const mailer = mailerTo(before.url)
    await failureOf(mailer.send(sampleMail('1')))
    const back = await mailServer({}, {}, before.port)
    await mailer.send(sampleMail('1'))
    expect(back.received.map(({ email }) => email.messageId)).toEqual(['<1@tezgah.test>'])
  })

  test('it restarts between two mails: the second goes out over a new connection', async () => {
    const before = await startMailServer()
    const mailer = mailerTo(before.url)
    await mailer.send(sampleMail('1'))
    await before.stop()
    const after = await mailServer({}, {}, before.port)
    await mailer.send(sampleMail('2'))
    expect(after.received.map(({ email }) => email.messageId)).toEqual(['<2@tezgah.test>'])
  })
})

describe('a mail server that does not answer is given up in bounded time', () => {
  const silences: [string, (socket: Socket) => void][] = [
    ['after the connection', () => {}],
    ['after its greeting', socket => socket.write('220 odd\r\n')],
    ['in the middle of a line', socket => socket.write('220 od')],
    ['while it trickles', socket => void setInterval(() => socket.writable && socket.write('220-wait\r\n'), 50).unref()],
  ]
  test.each(silences)('%s', async (_, talk) => {
    const started = Date.now()
    expect(await failureOf(mailerTo(await oddServer(talk)).send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
    expect(Date.now() - started).toBeLessThan(2_500)
  })

  test('once it has the whole mail, it is waited for longer, so that it is not given the same mail twice', async () => {
    const server = await mailServer({ text: () => pause(1_500) })
    const mailer = mailerTo(server.url, { ...shortPatience, take: 500, answer: 5_000 })
    await mailer.send(sampleMail('1'))
    expect(server.attempts).toHaveLength(1)
  })

  test('and even that has an end', async () => {
    const server = await mailServer({ text: () => pause(3_000) })
    expect(await failureOf(mailerTo(server.url).send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
  })

  test('a connection that hangs up half way is given up', async () => {
    expect(await failureOf(mailerTo(await oddServer(socket => socket.end('220 odd\r\n'))).send(sampleMail('1')))).toBeInstanceOf(
      MailUnavailable,
    )
  })
})

describe('what a mail server says of one mail', () => {
  const answers: [string, Parameters<typeof startMailServer>[0], typeof MailRefused | typeof MailUnavailable][] = [
    ['the person is unknown, 550', { recipient: refuse(550) }, MailRefused],
    ['the mailbox is full for good, 552', { recipient: refuse(552) }, MailRefused],
    ['come back later, 450', { recipient: refuse(450) }, MailUnavailable],
    ['too busy, 451 after the text', { text: refuse(451) }, MailUnavailable],
    ['the text is refused, 554', { text: refuse(554) }, MailRefused],
    ['sign in first, 530', { recipient: refuse(530) }, MailUnavailable],
    ['closing down, 421', { recipient: refuse(421) }, MailUnavailable],
  ]
  test.each(answers)('%s', async (_, behaviour, kind) => {
    const server = await mailServer(behaviour)
    const failure = await failureOf(mailerTo(server.url).send(sampleMail('1')))
    expect(failure).toBeInstanceOf(kind)
    expect(server.received).toEqual([])
  })

  test('its own words are kept for whoever looks into it', async () => {
    const server = await mailServer({ recipient: refuse(550) })
    expect(await failureOf(mailerTo(server.url).send(sampleMail('1')))).toMatchObject({
      message: expect.stringMatching(/^550 .*this is the reason$/),
    })
  })

  test('a refusal of one person does not stop the mail to the next', async () => {
    const server = await mailServer({ recipient: address => (address.startsWith('gone') ? refuse(550)() : undefined) })
    const mailer = mailerTo(server.url)
    const to = (address: string) => ({ to: { name: 'Ayşe', address } })
    await Promise.allSettled([
      mailer.send(sampleMail('1', to('gone@musteri.test'))),
      mailer.send(sampleMail('2')),
      mailer.send(sampleMail('3', to('gone@b.test'))),
      mailer.send(sampleMail('4')),
    ])
    expect(server.received.map(({ email }) => email.messageId).sort()).toEqual(['<2@tezgah.test>', '<4@tezgah.test>'])
  })

  test('a sender it refuses is a fault of the settings: the mail waits', async () => {
    const server = await mailServer({}, { onMailFrom: (_address, _session, done) => done(reply(550, 'not yours')) })
    expect(await failureOf(mailerTo(server.url).send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
  })

  function refuse(code: number) {
    return () => {
      throw reply(code, 'this is the reason')
    }
  }
})

describe('nothing is sent twice', () => {
  test('a mail that is asked for again while it is under way', async () => {
    const server = await mailServer({ text: () => pause(100) })
    const mailer = mailerTo(server.url)
    await Promise.all([mailer.send(sampleMail('1')), mailer.send(sampleMail('1'))])
    expect(server.received).toHaveLength(1)
  })

  test('a mail that is asked for again after it was delivered', async () => {
    const server = await mailServer()
    const mailer = mailerTo(server.url)
    await mailer.send(sampleMail('1'))
    await mailer.send(sampleMail('1'))
    expect(server.received).toHaveLength(1)
  })

  test.each(['first', 'second'])(
    'the %s mail over a connection, when the server hangs up with it in its hands, is left to the queue',
    async which => {
      const server = await mailServer({
        text: () => (server.attempts.length === (which === 'first' ? 1 : 2) ? server.hangUp() : undefined),
      })
      const mailer = mailerTo(server.url)
      if (which === 'second') await mailer.send(sampleMail('1'))
      expect(await failureOf(mailer.send(sampleMail('2')))).toBeInstanceOf(MailUnavailable)
      await pause(500)
      expect(server.attempts).toHaveLength(which === 'first' ? 1 : 2)
    },
  )

  test('a hundred mails at once are a hundred mails, over ten connections at the most', async () => {
    const open: number[] = []
    const server = await mailServer({ text: () => void open.push(server.connections()) })
    const mailer = mailerTo(server.url, { ...shortPatience, take: 20_000 })
    await Promise.all(Array.from({ length: 100 }, (_, at) => mailer.send(sampleMail(`mail-${at}`))))
    expect(new Set(server.received.map(({ email }) => email.messageId)).size).toBe(100)
    expect(server.received).toHaveLength(100)
    expect(Math.max(...open)).toBeLessThanOrEqual(10)
  })

  test('a mail under way when the mailer closes arrives', async () => {
    const server = await mailServer({ text: () => pause(200) })
    const mailer = mailerTo(server.url)
    const sending = mailer.send(sampleMail('1'))
    await expect.poll(() => server.attempts).toHaveLength(1)
    mailer.close()
    await sending
    expect(server.received).toHaveLength(1)
  })

  test('a mail that comes after the mailer closed is told so', async () => {
    const server = await mailServer()
    const mailer = mailerTo(server.url)
    mailer.close()
    expect(await failureOf(mailer.send(sampleMail('1')))).toBeInstanceOf(MailUnavailable)
  })
})
