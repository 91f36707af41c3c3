import { type ForkOptions, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A child process with one pending request at a time. */
export type Process<A, R> = { pid: number; request(message: A): Promise<R>; stop(): Promise<void> }

/** Starts a file of this folder; the process ends with its parent. */
export function startProcess<A, R>(file: string, options: ForkOptions = {}): Process<A, R> {
  const path = join(import.meta.dirname, file)
  // Without the flags of `npm run`: its watchdog lets a process end that waits for messages only.
  const child = fork(path, {
    execArgv: [],
    ...options,
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return {
    pid: child.pid as number,
    async request(message) {
      child.send(message as object)
      const ended = new AbortController()
      const { signal } = ended
      try {
        const [response] = await Promise.race([
          once(child, 'message', { signal }),
          once(child, 'exit', { signal }).then(throwEnded),
        ])
        return response as R
      } finally {
        ended.abort()
      }
      function throwEnded(): never {
        throw new Error(`bench/${file} has ended`)
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

/** Runs in the child: handles the parent's messages, and
 * exits after `stop` when the parent disconnects. */
export function serveParent<A, R>(
  handle: (message: A) => Promise<R>,
  stop: () => Promise<void> = async () => {},
) {
  process.on('message', async (message: A) => {
    process.send?.(await handle(message))
  }) // an unhandled rejection ends the process, and `request` rejects
  process.on('disconnect', async () => {
    await stop()
    process.exit(0)
  })
}

/** Resident memory of a process in MB (1,000,000 bytes). */
export function megabytesOf(pid: number): number {
  const [, kilobytes] =
    /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1_000_000
}

/** User and system time of a process and of its children that
 * have ended; Linux counts it in hundredths of a second. */
export function processorSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}
