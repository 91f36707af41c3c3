import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { EventStream } from './event-stream.ts'

/** A stream with a client of its own, and what the client has received. */
async function openStream(prepare: (stream: EventStream) => void = () => {}) {
  const stream = new EventStream()
  const begun = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => {
    prepare(stream)
    stream.begin(response.writeHead(200, { 'content-type': 'text/event-stream' }))
    begun.resolve(response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    client.destroy()
    server.close()
  })
  const received = { text: '' }
  client.setEncoding('utf8').on('data', text => {
    received.text += text
  })
  client.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  return { stream, client, received, response: await begun.promise }
}

const event = { kind: 'ticket', ticket: 'x'.repeat(10_000) }

test('a client that reads receives each event, however many there are', async () => {
  const { stream, received, response } = await openStream()
  for (let i = 0; i < 500; i++) {
    stream.send({ ...event, i }, true)
    await new Promise(setImmediate)
  }
  await expect.poll(() => received.text.match(/"i":\d+\}/g)?.length).toBe(500)
  expect(response.destroyed).toBe(false)
})

test('a client that does not read is disconnected, and the server keeps no more than the limit for it', async () => {
  const { stream, client, response } = await openStream()
  client.pause()
  let most = 0
  for (let i = 0; i < 5_000 && !response.destroyed; i++) {
    stream.send(event, true)
    most = Math.max(most, response.writableLength)
    await new Promise(setImmediate)
  }
  expect(response.destroyed).toBe(true)
  expect(most).toBeLessThan(300_000)
})

test('events and heartbeats say how long after the beginning they were sent, unless the client lacks earlier ones', async () => {
  const { stream, received } = await openStream()
  stream.send({ kind: 'repeated' }, false)
  stream.beat(false)
  await pause(50)
  stream.send({ kind: 'new' }, true)
  stream.beat(true)
  await expect.poll(() => received.text).toMatch(/id: \d+\n\n/)
  const ids = /"repeated"}\n\n.*\n:\n\n.*\nid: (\d+)\ndata: {"kind":"new"}\n\n.*\nid: (\d+)\n\n/s
  const [, event, heartbeat] = ids.exec(received.text) ?? []
  expect(Number(event)).toBeGreaterThanOrEqual(49)
  expect(Number(heartbeat)).toBeGreaterThanOrEqual(Number(event))
})

test('a stream that was ended before its response began ends with it', async () => {
  const { received } = await openStream(stream => stream.end())
  await expect.poll(() => received.text).toMatch(/\r\n0\r\n\r\n$/)
})
