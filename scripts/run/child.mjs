import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']
// One Ctrl+C arrives twice, from the terminal and from npm, which passes its own on.
const echo = 500

/** Where Node keeps TypeScript that it has compiled (NODE_COMPILE_CACHE). */
export const compiled = root => ({ NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled') })

/**
 * Runs a TypeScript file as the command itself: on this terminal, ending with `{ code }` or `{ signal }`.
 * It has a process group of its own, so that it hears of a signal from here only, once, and lifeline.mjs ends it should we be killed.
 */
export async function run(node, args, { cwd, env }) {
  const path = [dirname(node), join(cwd, 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const lifeline = join(import.meta.dirname, 'lifeline.mjs')
  const child = spawn(node, ['--import', lifeline, ...args], {
    cwd,
    env: { ...process.env, PATH: path, ...compiled(cwd), ...env },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    detached: true,
  })
  return await passSignals(child)
}

/** Runs a program and keeps what it says to itself, unless it fails: then that is the error's message. */
export async function runQuietly(program, args, { cwd, env }) {
  const child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const said = []
  child.stdout.on('data', data => said.push(data))
  child.stderr.on('data', data => said.push(data))
  const { code, signal } = await passSignals(child)
  if (code !== 0) throw new Error(`${Buffer.concat(said)}\n${[program, ...args].join(' ')} failed (${signal ?? `exit code ${code}`}).`)
}

async function passSignals(child) {
  let last = 0
  const pass = signal => {
    if (Date.now() - last < echo) return
    last = Date.now()
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  try {
    const [code, signal] = await once(child, 'close')
    return { code, signal }
  } finally {
    for (const signal of signals) process.off(signal, pass)
  }
}
