import { expect, onTestFinished, test } from 'vitest'
import { startImapServer } from '#testing/servers/imap-server.ts'
import { waitFor } from '#testing/wait-for.ts'
import { type MailboxState, openImapReader } from './imap-reader.ts'
import { MailRejected } from './incoming-mail.ts'

const account = { user: 'destek', password: 'gizli-parola' }

test('waiting mails are read in order and marked as seen, and new ones as they arrive', async () => {
  const { server, received } = await openReader()
  for (let i = 1; i <= 120; i++) server.deliver(`Subject: ${i}\r\n\r\nmerhaba`)
  await waitFor(() => expect(received).toHaveLength(120))
  server.deliver('Subject: sonra\r\n\r\nmerhaba')
  await waitFor(() => expect(received.at(-1)).toContain('sonra'))
  await waitFor(() => expect(server.mails.every(({ seen }) => seen)).toBe(true))
  expect(received.slice(0, 3).map(raw => /Subject: (\d+)/.exec(raw)?.[1])).toEqual(['1', '2', '3'])
})

test('a mail that could not be stored stays unseen, and is read again after the connection is restored', async () => {
  let failures = 1
  const { server, received, errors } = await openReader(() => {
    if (failures-- > 0) throw new Error('the database is away')
  })
  server.deliver('Subject: bir\r\n\r\nmerhaba')
  await waitFor(() =>
    expect(errors.map(({ message }) => message)).toContain('IMAP: the database is away'),
  )
  await waitFor(() => expect(received).toHaveLength(1))
})

test('a mail above a limit of its sender is left, and those of others are read', async () => {
  const { server, received } = await openReader(raw => {
    if (raw.includes('fazla')) throw new MailRejected(452, 'later', { sender: 'ayse@x.test' })
  })
  server.deliver('From: ayse@x.test\r\nSubject: fazla\r\n\r\nmerhaba')
  server.deliver('From: Mehmet <mehmet@x.test>\r\nSubject: iki\r\n\r\nmerhaba')
  await waitFor(() => expect(received).toHaveLength(1))
  await waitFor(() => expect(server.mails.map(({ seen }) => seen)).toEqual([false, true]))
})

test('of 10,000 waiting mails those above a limit are downloaded once', async () => {
  const accepted = new Map<string, number>()
  const { server, received } = await openReader(
    raw => {
      const sender = /<(.*)>/.exec(raw)?.[1] ?? ''
      const count = accepted.get(sender) ?? 0
      if (count >= 120) throw new MailRejected(452, 'later', { sender })
      accepted.set(sender, count + 1)
    },
    {
      mails: Array.from(
        { length: 10_000 },
        (_, i) => `Return-Path: <${i % 20}@x.test>\r\n\r\n${i}`,
      ),
    },
  )
  await waitFor(() => expect(received).toHaveLength(2_400), { timeout: 60_000 })
  server.deliver('Return-Path: <yeni@x.test>\r\n\r\nsonra') // read in a further round
  await waitFor(() => expect(received.at(-1)).toContain('sonra'), { timeout: 60_000 })
  expect(server.downloads).toHaveLength(2_400 + 20 + 1)
  await waitFor(() => expect(server.mails.filter(({ seen }) => seen)).toHaveLength(2_401))
})

test('above a limit of all senders no further mail is downloaded', async () => {
  let left = 2
  const { server, received } = await openReader(() => {
    if (left-- <= 0) throw new MailRejected(452, 'later')
  })
  for (let i = 0; i < 5; i++) server.deliver(`From: ${i}@x.test\r\n\r\nmerhaba`)
  await waitFor(() => expect(server.downloads).toHaveLength(3))
  server.deliver('From: yeni@x.test\r\n\r\nmerhaba')
  server.disconnect()
  await waitFor(() => expect(server.logins).toBe(2))
  expect([received.length, server.downloads.length]).toEqual([2, 3])
})

test('a refused mail is marked as seen, counted and logged with the reason; one above 25 MB is not even downloaded', async () => {
  const { server, errors, counts } = await openReader(() => {}, {
    refuse: raw => (raw.includes('kimse') ? 'no recipient is known' : null),
  })
  server.deliver('To: kimse@x.test\r\n\r\nmerhaba')
  server.deliver('Subject: dev\r\n\r\nmerhaba', 30_000_000)
  await waitFor(() => expect(server.mails.every(({ seen }) => seen)).toBe(true))
  expect(server.downloads).toEqual([1])
  expect(counts.refused).toBe(2)
  expect(errors.map(({ message }) => message)).toEqual([
    'The mail with UID 1 in the mailbox is refused: no recipient is known',
    'The mail with UID 2 in the mailbox is refused: it has 30000000 bytes',
  ])
})

test('a mail that cannot be stored, however often it is tried, does not stop the next one', async () => {
  const { server, received } = await openReader(raw => {
    if (raw.includes('bozuk')) throw new Error('cannot be stored')
  })
  server.deliver('Subject: bozuk\r\n\r\nmerhaba')
  server.deliver('Subject: iki\r\n\r\nmerhaba')
  await waitFor(() => expect(server.mails.map(({ seen }) => seen)).toEqual([false, true]))
  expect(received).toHaveLength(1)
})

test('a cut connection is opened again', async () => {
  const { server, received } = await openReader()
  server.deliver('Subject: bir\r\n\r\nmerhaba')
  await waitFor(() => expect(server.mails[0]?.seen).toBe(true))
  server.disconnect()
  server.deliver('Subject: iki\r\n\r\nmerhaba')
  await waitFor(() => expect(received).toHaveLength(2))
})

test('a wrong password is reported without it', async () => {
  const { errors, mailbox } = await openReader(() => {}, { password: 'yanlis-parola' })
  await waitFor(() => expect(errors[0]?.message).toBe('the IMAP server refuses user and password'))
  expect(mailbox.state).toBe('password')
})

test('a mail that cannot be marked as seen is downloaded once, and marked once that is permitted', async () => {
  const { server, received, errors } = await openReader()
  server.refuseFlags = true
  server.deliver('Subject: bir\r\n\r\nmerhaba')
  await waitFor(() =>
    expect(errors.map(({ message }) => message)).toEqual([
      'The mail with UID 1 in the mailbox cannot be marked as seen',
    ]),
  )
  server.deliver('Subject: iki\r\n\r\nmerhaba') // read in a further round
  await waitFor(() => expect(received).toHaveLength(2))
  expect(server.downloads).toEqual([1, 2])
  server.refuseFlags = false
  server.disconnect()
  await waitFor(() => expect(server.mails.map(({ seen }) => seen)).toEqual([true, true]))
  expect(server.downloads).toEqual([1, 2])
})

test('a mail whose download is cut is read again as a whole', async () => {
  const { server, received } = await openReader()
  server.cutDownloads = 1
  server.deliver(`Subject: uzun\r\n\r\n${'merhaba '.repeat(10_000)}son`)
  await waitFor(() => expect(received).toEqual([expect.stringMatching(/son$/)]))
  await waitFor(() => expect(server.mails[0]?.seen).toBe(true))
  expect(server.downloads).toEqual([1, 1])
})

type Options = { password?: string; mails?: string[]; refuse?: (raw: string) => string | null }

async function openReader(
  onMail: (raw: string) => void = () => {},
  { password, mails = [], refuse = () => null }: Options = {},
) {
  const server = await startImapServer(account)
  for (const raw of mails) server.deliver(raw)
  const received: string[] = []
  const errors: Error[] = []
  const counts = { refused: 0 }
  const mailbox: MailboxState = { state: 'standby' }
  const reader = openImapReader(
    {
      host: '127.0.0.1',
      port: server.port,
      secure: false,
      user: account.user,
      password: password ?? account.password,
      mailbox: 'INBOX',
    },
    {
      receive: async bytes => {
        const raw = bytes.toString()
        onMail(raw)
        received.push(raw)
        return refuse(raw)
      },
      log: error => void errors.push(error),
      counts,
      mailbox,
      exclusive: (signal, work) => work(signal),
    },
  )
  onTestFinished(() => reader.close())
  return { server, received, errors, counts, mailbox }
}
