import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { routes } from '#contract/routes.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import { copyInstallation, createPortalProcess, temporaryFolder } from './portal-process.ts'

/** ms; a failed mail is retried after 5 to 10 s, then after 10 to 20 s. */
const timeout = 45_000

/** The mail server stops, starts again, and disconnects
 * after receiving mails without acknowledging them. */
export const mail: Drill = async ({ short, installation, toStop }) => {
  const each = short ? 5 : 50
  const accepted = new Map<string, number>()
  const cutOff = new Map<string, number>()
  let toCut = 0
  /** Addresses of mails that the silent server neither acknowledges nor refuses. */
  const unanswered = new Set<string>()
  let isSilent = false
  const increment = (counts: Map<string, number>, address: string) =>
    counts.set(address, (counts.get(address) ?? 0) + 1)

  async function mailServer(port: number) {
    const server = new SMTPServer({
      logger: false,
      authOptional: true,
      closeTimeout: 1,
      onData: (stream, { id, envelope }, done) => {
        const address = envelope.rcptTo[0]?.address ?? ''
        stream.resume().on('end', () => {
          if (isSilent) return void unanswered.add(address)
          if (toCut-- > 0) {
            increment(cutOff, address)
            for (const connection of server.connections)
              if (connection.session.id === id) connection._socket.destroy()
            return
          }
          increment(accepted, address)
          done()
        })
      },
    })
    server.on('error', () => {}) // connections that the drill destroys
    const listening = server.listen(port, '127.0.0.1')
    await once(listening, 'listening')
    return {
      port: (listening.address() as AddressInfo).port,
      stop: () => new Promise<void>(resolve => server.close(resolve)),
    }
  }

  let server = await mailServer(0)
  toStop.defer(() => server.stop())
  const portal = createPortalProcess(
    toStop,
    { SMTP_URL: `smtp://127.0.0.1:${server.port}?ignoreTLS=true` },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const invited: string[] = []
  let slowest = 0
  async function invite(people = each) {
    for (let n = 0; n < people; n++) {
      const email = `kisi-${invited.length}@musteri.test`
      const body = { email, name: 'Işıl', surname: 'Öztürk' }
      const since = performance.now()
      await portal.call(installation.people.admin, routes.users.invite, {
        params: { company: installation.people.company },
        body,
      })
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
  while (invited.some(email => !accepted.has(email)) && performance.now() - since < timeout)
    await pause(50)
  await pause(2_000) // a duplicate would have arrived by then
  const secondsUntilAllWereSent = (performance.now() - since) / 1000 - 2

  /** Kills the portal during a delivery. The queue takes
   * half a minute to notice the lost worker. */
  async function killDuringDelivery() {
    isSilent = true
    await invite(1)
    while (unanswered.size === 0) await pause(20)
    await portal.kill()
    isSilent = false
    await portal.start()
    const since = performance.now()
    while (!accepted.has(invited.at(-1) ?? '') && performance.now() - since < 2 * timeout)
      await pause(50)
    return (performance.now() - since) / 1000
  }
  const sentAfterKill = short ? [] : [await killDuringDelivery()]
  const duplicates = [...accepted.values()].filter(times => times > 1)
  return {
    thresholds: [
      atLeast(
        3 * each,
        'users invited, a third of them while the mail server was down',
        invited.length,
      ),
      ...sentAfterKill.map(seconds =>
        atMost(
          60,
          'time until a mail is sent after the portal was killed during its delivery, s',
          seconds,
        ),
      ),
      atMost(2, 'slowest invitation, s', slowest / 1000),
      atMost(0, 'mails that were lost', invited.filter(email => !accepted.has(email)).length),
      atMost(0, 'mails sent again after the mail server had acknowledged them', duplicates.length),
      atLeast(
        3,
        'mails that the mail server received without acknowledging them, and that were sent again',
        cutOff.size,
      ),
    ],
    figures: { invited: invited.length, cutOff: cutOff.size, secondsUntilAllWereSent },
  }
}
