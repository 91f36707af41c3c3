import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { waitFor } from '#testing/wait-for.ts'
import { openMailBuffer } from './mail-buffer.ts'
import { openSmtpReceiver } from './smtp-receiver.ts'

test('one network has ten connections, and another network still gets one', async () => {
  const { open } = await openReceiver()
  const clients = await Promise.all(Array.from({ length: 10 }, () => open()))
  expect(clients.map(({ answer }) => answer.slice(0, 3))).toEqual(Array(10).fill('220'))
  expect((await open()).answer).toMatch(/^421 .*too many connections from your network/)
  expect((await open('127.0.0.2')).answer).toMatch(/^220/)
  clients[0]?.socket.destroy()
  await waitFor(async () => expect((await open()).answer).toMatch(/^220/))
})

test('a mail server of the operator may open more', async () => {
  const { open } = await openReceiver({ isBehindRelay: true })
  const clients = await Promise.all(Array.from({ length: 20 }, () => open()))
  expect(clients.map(({ answer }) => answer.slice(0, 3))).toEqual(Array(20).fill('220'))
})

test('a client that does not end its mail is disconnected, its bytes are free again, and the next mail is taken', async () => {
  const { open, received, buffer } = await openReceiver({ data: 300 })
  const slow = await open()
  await sendLines(slow.socket, 'HELO a.test', 'MAIL FROM:<a@a.test>', 'RCPT TO:<b@b.test>', 'DATA')
  slow.socket.write('Subject: yarım\r\n\r\nmer')
  await once(slow.socket, 'close')
  await waitFor(() => expect(buffer.take(200 * 1024 ** 2)).toBe(true))
  buffer.release(200 * 1024 ** 2)
  const { socket } = await open()
  await sendLines(socket, 'HELO a.test', 'MAIL FROM:<a@a.test>', 'RCPT TO:<b@b.test>', 'DATA')
  expect(await sendLines(socket, 'Subject: bütün\r\n\r\nmerhaba\r\n.')).toMatch(/^250/)
  expect(received).toEqual([expect.stringContaining('bütün')])
})

test('unfinished mails of one network take at most 50 MB, and another network still delivers one', async () => {
  const { open } = await openReceiver()
  for (let i = 0; i < 2; i++) {
    const { socket } = await open()
    await sendLines(socket, 'HELO a.test', 'MAIL FROM:<a@a.test>', 'RCPT TO:<b@b.test>', 'DATA')
    socket.write(`${'x'.repeat(998)}\r\n`.repeat(24_500))
  }
  const deliver = async (localAddress: string) => {
    const { socket } = await open(localAddress)
    await sendLines(socket, 'HELO a.test', 'MAIL FROM:<a@a.test>', 'RCPT TO:<b@b.test>', 'DATA')
    return sendLines(socket, `${`${'x'.repeat(998)}\r\n`.repeat(4_000)}.`)
  }
  await waitFor(async () =>
    expect(await deliver('127.0.0.1')).toMatch(/^452 .*too many mails at once/),
  )
  expect(await deliver('127.0.0.2')).toMatch(/^250/)
})

async function openReceiver({ isBehindRelay = false, data = 60_000 } = {}) {
  const received: string[] = []
  const buffer = openMailBuffer()
  const handlers = {
    connect: async () => {},
    hasRecipient: async () => true,
    receive: async ({ raw }: { raw: Buffer }) => received.push(String(raw)),
    log: () => {},
    counts: { refused: 0 },
    buffer,
    networksOf: isBehindRelay ? () => [] : (network: string) => [{ network, factor: 1 }],
  }
  const url = { protocol: 'smtp' as const, host: '127.0.0.1', port: 0, domain: 'gelen.test' }
  const receiver = await openSmtpReceiver(url, handlers, { connection: 60_000, data })
  onTestFinished(receiver.close)
  async function open(localAddress = '127.0.0.1') {
    const socket = connect({ port: receiver.port, host: '127.0.0.1', localAddress })
    socket.on('error', () => {})
    onTestFinished(() => void socket.destroy())
    return { socket, answer: String((await once(socket, 'data'))[0]) }
  }
  return { open, received, buffer }
}

/** Sends each line once the one before it is answered; resolves to the last answer. */
async function sendLines(socket: Socket, ...lines: string[]): Promise<string> {
  let answer = ''
  for (const line of lines) {
    socket.write(`${line}\r\n`)
    answer = String((await once(socket, 'data'))[0])
  }
  return answer
}
