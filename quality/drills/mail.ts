import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { routes } from '#contract/routes.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import { copyOf, openPortal, temporaryFolder } from './portal.ts'

/** A mail that could not be sent is tried again 5 to 10 s after, and then 10 to 20 s. */
const longest = 45_000

/** The mail server goes away, comes back, and breaks off when it has a mail and has not said so. */
export const mail: Drill = async ({ short, first, toStop }) => {
  const each = short ? 5 : 50
  /** How often each address's mail was acknowledged, and how often it was taken without a word. */
  const accepted = new Map<string, number>()
  const cutOff = new Map<string, number>()
  let toCut = 0
  /** Whose mail the server has, and says nothing of. */
  const unanswered = new Set<string>()
  let silent = false
  const one = (counts: Map<string, number>, address: string) => counts.set(address, (counts.get(address) ?? 0) + 1)

  async function mailServer(port: number) {
    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      closeTimeout: 1,
      onData: (stream, { id, envelope }, done) => {
        const address = envelope.rcptTo[0]?.address ?? ''
        stream.resume().on('end', () => {
          if (silent) return void unanswered.add(address)
          if (toCut-- > 0) {
            one(cutOff, address)
            for (const connection of server.connections) if (connection.session.id === id) connection._socket.destroy()
            return
          }
          one(accepted, address)
          done()
        })
      },
    })
    server.on('error', () => {}) // lines that we cut ourselves
    const listening = server.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    return { port: (listening.address() as AddressInfo).port, stop: () => new Promise<void>(resolve => server.close(resolve)) }
  }

  let server = await mailServer(0)
  toStop.defer(() => server.stop())
  const portal = openPortal(toStop, { SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` }, copyOf(first, temporaryFolder(toStop)))
  await portal.start()
  const invited: string[] = []
  let slowest = 0
  async function invite(people = each) {
    for (let n = 0; n < people; n++) {
      const email = `kisi-${invited.length}@musteri.test`
      const body = { email, name: 'Işıl', surname: 'Öztürk' }
      const since = performance.now()
      await portal.call(first.people.admin, routes.users.invite, { params: { company: first.people.company }, body })
      slowest = Math.max(slowest, performance.now() - since)
      invited.push(email)
    }
  }
  await invite()
  await server.stop()
  await invite()
  await pause(1_500)
  server = await mailServer(server.port)
  toCut = 3
  await invite()
  const since = performance.now()
  while (invited.some(email => !accepted.has(email)) && performance.now() - since < longest) await pause(50)
  await pause(2_000) // whatever comes once more would come by now
  const secondsUntilAllWereSent = (performance.now() - since) / 1000 - 2

  /** The portal is killed over a mail, and starts again. The longest part of it is that nothing happens for half a minute. */
  async function killedOver() {
    silent = true
    await invite(1)
    while (unanswered.size === 0) await pause(20)
    await portal.kill()
    silent = false
    await portal.start()
    const since = performance.now()
    while (!accepted.has(invited.at(-1) ?? '') && performance.now() - since < 2 * longest) await pause(50)
    return (performance.now() - since) / 1000
  }
  const sentAfterKill = short ? [] : [await killedOver()]
  const twice = [...accepted.values()].filter(times => times > 1)
  return {
    promised: [
      atLeast(3 * each, 'people invited, a third of them while the mail server was away', invited.length),
      ...sentAfterKill.map(seconds => atMost(60, 'seconds until a mail is sent over which the portal was killed', seconds)),
      atMost(2, 'seconds that an invitation took, at most', slowest / 1000),
      atMost(0, 'mails that were lost', invited.filter(email => !accepted.has(email)).length),
      atMost(0, 'mails that were sent again though the server had said that it has them', twice.length),
      atLeast(3, 'mails that the server took without saying so, and that had to be sent again', cutOff.size),
    ],
    figures: { invited: invited.length, cutOff: cutOff.size, secondsUntilAllWereSent },
  }
}
