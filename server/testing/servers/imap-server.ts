import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** `size` is what the server says instead of the true one. */
type StoredMail = { uid: number; raw: Buffer; seen: boolean; size?: number | undefined }

/** A loopback IMAP server with one mailbox and user until the test
 * ends or `cleanUp`; of RFC 3501 and 2177 what the reader needs. */
export async function startImapServer(
  { user, password }: { user: string; password: string },
  cleanUp: (stop: () => void) => void = onTestFinished,
) {
  const mails: StoredMail[] = []
  const sockets = new Set<Socket>()
  const idle = new Set<Socket>()
  /** Of each connection, the count of mails that its client knows of. */
  const announced = new WeakMap<Socket, number>()
  const downloads: number[] = []
  const faults = { refuseFlags: false, cutDownloads: 0 }
  let logins = 0

  /** The mails of a set such as `1,3`, as UIDs count from 1. */
  const mailsOf = (command: string) =>
    (command.split(' ')[0] ?? '').split(',').flatMap(uid => mails[Number(uid) - 1] ?? [])
  const headerOf = (raw: Buffer) =>
    Buffer.from(`${raw.toString('latin1').split('\r\n\r\n')[0]}\r\n\r\n`, 'latin1')

  function announce(socket: Socket) {
    if (announced.get(socket) !== mails.length) socket.write(`* ${mails.length} EXISTS\r\n`)
    announced.set(socket, mails.length)
  }

  function answer(socket: Socket, line: string) {
    const [, tag = '', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? []
    const ok = (text = 'done') => {
      if (announced.has(socket)) announce(socket)
      socket.write(`${tag} OK ${text}\r\n`)
    }
    switch (command.toUpperCase()) {
      case 'CAPABILITY':
        socket.write('* CAPABILITY IMAP4rev1 IDLE\r\n')
        return ok()
      case 'LOGIN':
        logins++
        return rest.replaceAll('"', '') === `${user} ${password}`
          ? ok()
          : socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`)
      case 'LIST':
      case 'LSUB':
        socket.write(`* ${command.toUpperCase()} () "/" "INBOX"\r\n`)
        return ok()
      case 'SELECT':
        announce(socket)
        socket.write(
          `* FLAGS (\\Seen)\r\n* OK [PERMANENTFLAGS (\\Seen)] ok\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT ${mails.length + 1}] ok\r\n`,
        )
        return ok('[READ-WRITE] done')
      case 'UID SEARCH':
        socket.write(
          `* SEARCH${mails
            .filter(({ seen }) => !seen)
            .map(({ uid }) => ` ${uid}`)
            .join('')}\r\n`,
        )
        return ok()
      case 'UID FETCH': {
        for (const mail of mailsOf(rest)) {
          const fields = /BODY\.PEEK(\[HEADER\.FIELDS \([^)]*\)\])/i.exec(rest)?.[1]
          const isWhole = /BODY(\.PEEK)?\[\]/i.test(rest)
          if (isWhole) downloads.push(mail.uid)
          const bytes = fields ? headerOf(mail.raw) : isWhole ? mail.raw : undefined
          const literal = bytes ? ` BODY${fields ?? '[]'} {${bytes.length}}\r\n` : ''
          const start = Buffer.from(
            `* ${mail.uid} FETCH (UID ${mail.uid} RFC822.SIZE ${mail.size ?? mail.raw.length}${literal}`,
          )
          if (isWhole && faults.cutDownloads-- > 0) {
            socket.write(Buffer.concat([start, mail.raw.subarray(0, mail.raw.length / 2)]), () =>
              socket.destroy(),
            )
            return
          }
          socket.write(Buffer.concat([start, bytes ?? Buffer.alloc(0), Buffer.from(')\r\n')]))
        }
        return ok()
      }
      case 'UID STORE':
        if (faults.refuseFlags) return socket.write(`${tag} NO read-only\r\n`)
        for (const mail of mailsOf(rest)) mail.seen = true
        return ok()
      case 'IDLE':
        idle.add(socket)
        idleTags.set(socket, tag)
        socket.write('+ idling\r\n')
        return announce(socket)
      case 'LOGOUT':
        socket.write('* BYE\r\n')
        ok()
        return socket.end()
      default:
        return ok()
    }
  }
  const idleTags = new WeakMap<Socket, string>()

  const server = createServer(socket => {
    socket.setNoDelay(true)
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n')
    let text = ''
    socket.setEncoding('latin1').on('data', data => {
      text += data
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (line.toUpperCase() === 'DONE') {
          idle.delete(socket)
          socket.write(`${idleTags.get(socket)} OK done\r\n`)
        } else answer(socket, line)
      }
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const disconnect = () => {
    for (const socket of sockets) socket.destroy()
  }
  cleanUp(() => {
    disconnect()
    server.close()
  })
  return {
    port: (server.address() as AddressInfo).port,
    mails,
    disconnect,
    /** The UIDs of the mails that were fetched as a whole. */
    downloads,
    get logins() {
      return logins
    },
    /** Answers NO to a flag. */
    set refuseFlags(refuses: boolean) {
      faults.refuseFlags = refuses
    },
    /** Of so many next downloads half is sent, and the connection cut. */
    set cutDownloads(count: number) {
      faults.cutDownloads = count
    },
    deliver(raw: string, size?: number) {
      mails.push({ uid: mails.length + 1, raw: Buffer.from(raw), seen: false, size })
      for (const socket of idle) announce(socket)
    },
  }
}
