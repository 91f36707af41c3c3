// Gives programs that start with an environment of their
// own, such as PostgreSQL, the clock of scripts/clocks.ts.
import { ChildProcess } from 'node:child_process'

const clock = Object.entries(process.env)
  .filter(([name]) => name === 'LD_PRELOAD' || name.startsWith('FAKETIME'))
  .map(([name, value]) => `${name}=${value}`)
const { spawn } = ChildProcess.prototype
ChildProcess.prototype.spawn = function (options) {
  return spawn.call(this, {
    ...options,
    envPairs: [...new Set([...(options.envPairs ?? []), ...clock])],
  })
}
