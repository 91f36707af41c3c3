import { finished, Readable } from 'node:stream'
import { ignoreErrors, StorageUnavailable } from './rules.ts'

/** A sign of life that is asked for after so many milliseconds. */
export type Probe = { after: number; seen: () => Promise<boolean> }

/**
 * Measures only the time that the bucket takes. A socket's own timeout would also blame it for the other side: a phone on a slow line.
 * Without a sign of life it rings early: what is slow is waited for, what is dead is not.
 */
export function idleTimer(milliseconds: number, ring: (reason: Error) => void, sign?: Probe) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => {
    clearTimeout(timer)
    timer = undefined
  }
  const late = () => ring(new Error(`nothing moved for ${milliseconds / 1000} s`))
  async function look({ after, seen }: Probe) {
    const since = timer
    const isAlive = await seen()
    if (timer !== since) return
    if (isAlive) timer = setTimeout(late, milliseconds - after)
    else ring(new Error('it says nothing'))
  }
  return {
    stop,
    start() {
      stop()
      timer = sign && sign.after < milliseconds ? setTimeout(() => look(sign), sign.after) : setTimeout(late, milliseconds)
    },
  }
}

const pieceBytes = 65_536

/** Chunks on their way to the bucket, large ones in pieces: the watch runs while it takes one, and from the last one until its answer. */
export async function* withIdleTimer(chunks: AsyncIterable<Buffer>, watch: ReturnType<typeof idleTimer>) {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += pieceBytes) {
      watch.start()
      yield chunk.subarray(start, start + pieceBytes)
      watch.stop()
    }
  }
  watch.start()
}

/** Bytes from the bucket; fails with StorageUnavailable when they stop coming while the reader waits for them. */
export function readWithIdleTimeout(body: Readable, milliseconds: number): Readable {
  const watch = idleTimer(milliseconds, reason => body.destroy(reason))
  const bytes = new Readable({
    read() {
      watch.start()
      body.resume()
    },
    destroy(error, done) {
      watch.stop()
      body.destroy()
      done(error)
    },
  })
  body.on('data', (chunk: Buffer) => {
    watch.start()
    if (bytes.push(chunk)) return
    watch.stop()
    body.pause()
  })
  finished(body, { writable: false }, cause => {
    watch.stop()
    if (cause) bytes.destroy(new StorageUnavailable(`the bucket stopped in the middle of a file: ${cause.message}`, { cause }))
    else bytes.push(null)
  })
  return ignoreErrors(bytes)
}
