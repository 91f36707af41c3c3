import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Another process of the benchmark: told something, it answers. */
export type Process<A, R> = { pid: number; ask(message: A): Promise<R>; stop(): Promise<void> }

/** Starts a file of this folder as a process, with what Node is to know. It ends with us. */
export function startProcess<A, R>(file: string, execArgv: string[] = []): Process<A, R> {
  const path = join(import.meta.dirname, file)
  const child = fork(path, { execArgv, serialization: 'advanced', stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  return {
    pid: child.pid as number,
    async ask(message) {
      child.send(message as object)
      const ended = new AbortController()
      const { signal } = ended
      try {
        const [answer] = await Promise.race([once(child, 'message', { signal }), once(child, 'exit', { signal }).then(refuse)])
        return answer as R
      } finally {
        ended.abort()
      }
      function refuse(): never {
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

/** In such a process: answers what it is told, one after the other, and ends after `stop` once nobody tells it anything more. */
export function answerParent<A, R>(answer: (message: A) => Promise<R>, stop: () => Promise<void> = async () => {}) {
  process.on('message', async (message: A) => {
    process.send?.(await answer(message))
  }) // a failure ends the process, and whoever asked hears of that
  process.on('disconnect', async () => {
    await stop()
    process.exit(0)
  })
}

/** Resident memory of a process, in megabytes (of 1,000,000 bytes). */
export function megabytesOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1_000_000
}
