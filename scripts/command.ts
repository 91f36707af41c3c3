import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a command in a process group of its own, and ends the whole
 * group when the command ends, at the limit, or when a signal arrives.
 * @param limit s @returns why it failed, or null */
export async function runCommand(
  [program = '', ...args]: string[],
  {
    cwd,
    env,
    limit,
    onSignal,
  }: { cwd: string; env: NodeJS.ProcessEnv; limit: number; onSignal: () => void },
): Promise<string | null> {
  const child = spawn(program, args, {
    cwd,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    env: { ...process.env, ...env },
  })
  const kill = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // No process of the group is left.
    }
  }
  const forward = (signal: NodeJS.Signals) => {
    onSignal()
    kill(signal)
  }
  process.on('SIGINT', forward).on('SIGTERM', forward)
  let timedOut = false
  const timer = setTimeout(() => {
    timedOut = true
    kill('SIGKILL')
  }, limit * 1_000)
  const [code, signal] = await once(child, 'exit').catch(error => [String(error)])
  clearTimeout(timer)
  process.off('SIGINT', forward).off('SIGTERM', forward)
  kill('SIGKILL')
  if (timedOut) return `not complete after ${limit} s`
  return code === 0 ? null : `failed (${code ?? signal})`
}
