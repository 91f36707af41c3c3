import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
// ms; the terminal and npm both deliver one Ctrl+C.
const duplicateWindow = 500

export const compileCacheEnv = root => ({
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
})

// Resolves to `{ code, signal }`. The child has its own process group, so that it receives
// each signal once, from here. parent-watchdog.mjs stops it when this process is killed.
export async function run(node, args, { cwd, env }) {
  const path = [dirname(node), join(cwd, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const parentWatchdog = join(import.meta.dirname, 'parent-watchdog.mjs')
  const child = spawn(node, ['--import', parentWatchdog, ...args], {
    cwd,
    env: { ...process.env, PATH: path, ...compileCacheEnv(cwd), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  const npmWatchdog = stopWithNpm(child)
  try {
    return await forwardSignals(child)
  } finally {
    clearInterval(npmWatchdog)
  }
}

// On SIGTERM npm and its shell end without a signal to their
// child, which then has another parent process.
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return undefined
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    child.kill('SIGTERM')
  }, 250)
  return timer
}

/** @throws an error with the program's output when it fails */
export async function runQuietly(program, args, { cwd, env }) {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = []
  child.stdout.on('data', data => output.push(data))
  child.stderr.on('data', data => output.push(data))
  const { code, signal } = await forwardSignals(child)
  if (code !== 0)
    throw new Error(
      `${Buffer.concat(output)}\n${[program, ...args].join(' ')} failed (${signal ?? `exit code ${code}`}).`,
    )
}

async function forwardSignals(child) {
  let last = 0
  const forward = signal => {
    if (Date.now() - last < duplicateWindow) return
    last = Date.now()
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, forward)
  try {
    const [code, signal] = await once(child, 'close')
    return { code, signal }
  } finally {
    for (const signal of signals) process.off(signal, forward)
  }
}
