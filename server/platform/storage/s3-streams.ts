import { finished, Readable } from 'node:stream'
import { ignoreErrors, StorageUnavailable } from './rules.ts'

type Probe = { after: number; isAlive: () => Promise<boolean> }

/** A timer for the bucket only: a socket timeout would also count
 * the time of a slow client. Expires early when the probe fails. */
export function idleTimer(milliseconds: number, onExpire: (reason: Error) => void, probe?: Probe) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const expire = () => onExpire(new Error(`no progress for ${milliseconds / 1000} s`))
  async function runProbe({ after, isAlive }: Probe) {
    const probedTimer = timer
    const alive = await isAlive()
    if (timer !== probedTimer) return
    if (alive) timer = setTimeout(expire, milliseconds - after)
    else onExpire(new Error('the bucket does not respond'))
  }
  return {
    stop,
    start() {
      stop()
      timer =
        probe && probe.after < milliseconds
          ? setTimeout(() => runProbe(probe), probe.after)
          : setTimeout(expire, milliseconds)
    },
  }
}

const pieceBytes = 65_536

/** Passes chunks on in pieces; the timer runs while the bucket
 * takes one, and after the last one until its response. */
export async function* withIdleTimer(
  chunks: AsyncIterable<Buffer>,
  timer: ReturnType<typeof idleTimer>,
) {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      timer.start()
      yield chunk.subarray(start, start + pieceBytes)
      timer.stop()
    }
  }
  timer.start()
}

/** The bytes of `body`; fails with StorageUnavailable when
 * none arrive for so long while the reader waits. */
export function readWithIdleTimeout(body: Readable, milliseconds: number): Readable {
  const timer = idleTimer(milliseconds, reason => body.destroy(reason))
  const bytes = new Readable({
    read() {
      timer.start()
      body.resume()
    },
    destroy(error, done) {
      timer.stop()
      body.destroy()
      done(error)
    },
  })
  body.on('data', (chunk: Buffer) => {
    timer.start()
    if (bytes.push(chunk)) return
    timer.stop()
    body.pause()
  })
  finished(body, { writable: false }, cause => {
    timer.stop()
    if (cause)
      bytes.destroy(
        new StorageUnavailable(`the bucket aborted a download: ${cause.message}`, { cause }),
      )
    else bytes.push(null)
  })
  return ignoreErrors(bytes)
}
