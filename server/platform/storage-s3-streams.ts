import { finished, Readable } from 'node:stream'
import { forgiving, StorageUnavailable } from './storage-rules.ts'

/** Measures only the time that the bucket takes. A socket's own timeout would also blame it for the other side: a phone on a slow line. */
export function stopwatch(milliseconds: number, ring: (reason: Error) => void) {
  let timer: NodeJS.Timeout | undefined
  const stop = () => clearTimeout(timer)
  return {
    stop,
    start() {
      stop()
      timer = setTimeout(() => ring(new Error(`nothing moved for ${milliseconds / 1000} s`)), milliseconds)
    },
  }
}

const piece = 65_536

/** Chunks on their way to the bucket, large ones in pieces: the watch runs while it takes one, and from the last one until its answer. */
export async function* timed(chunks: AsyncIterable<Buffer>, watch: ReturnType<typeof stopwatch>) {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += piece) {
      watch.start()
      yield chunk.subarray(start, start + piece)
      watch.stop()
    }
  }
  watch.start()
}

/** Bytes from the bucket; fails with StorageUnavailable when they stop coming while the reader waits for them. */
export function watched(body: Readable, milliseconds: number): Readable {
  const watch = stopwatch(milliseconds, reason => body.destroy(reason))
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
  return forgiving(bytes)
}
