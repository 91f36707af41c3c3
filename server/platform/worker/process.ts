import { fork } from 'node:child_process'

/** Starts `file`, which calls `runTasks`, as a process with what `openWorker` uses of a thread. */
export function startProcess(file: URL, heap: number) {
  const child = fork(file, {
    execArgv: [`--max-old-space-size=${heap}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  return {
    on: child.on.bind(child),
    unref() {
      child.unref()
      child.channel?.unref()
    },
    // to a process that has ended; its exit is reported
    postMessage: (message: unknown) => void child.send(message as object, () => {}),
    terminate: async () => Number(child.kill('SIGKILL')),
  }
}
