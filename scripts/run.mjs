#!/usr/bin/env node
// Behind every npm script: installs and builds what is missing, then runs the
// command's TypeScript with Node 24 or newer. Plain JavaScript without packages:
// it runs before the installation, with the machine's Node (20 or newer).
import { join } from 'node:path'
import { build, isBuilt } from './run/build.mjs'
import { run } from './run/child.mjs'
import { install, isInstalled } from './run/install.mjs'
import { withLock } from './run/lock.mjs'
import { memoryEnv, memoryFlags } from './run/memory.mjs'
import { findNode } from './run/node.mjs'

const root = join(import.meta.dirname, '..')

const commands = {
  demo: {
    file: 'server/app/main.ts',
    web: true,
    env: { ...memoryEnv, TEZGAH_DEMO: '1' },
    node: memoryFlags,
  },
  start: { file: 'server/app/main.ts', web: true, env: memoryEnv, node: memoryFlags },
  dev: { file: 'scripts/dev.ts' },
  vendor: { file: 'server/commands/vendor.ts' },
  operator: { file: 'server/commands/operator.ts' },
  doctor: { file: 'server/commands/doctor.ts' },
  backup: { file: 'server/commands/backup.ts', node: memoryFlags },
  restore: { file: 'server/commands/restore.ts', node: memoryFlags },
  test: { file: 'scripts/test.ts', web: true },
  soak: { file: 'scripts/test.ts', args: ['--soak'], web: true },
  check: { file: 'scripts/test.ts', args: ['--fast'], web: true },
  clocks: { file: 'scripts/clocks.ts' },
  schema: { file: 'scripts/schema.ts' },
  configuration: { file: 'scripts/configuration.ts' },
  citus: { file: 'scripts/citus.ts' },
  licences: { file: 'scripts/licences.ts' },
  bench: { file: 'quality/bench/run.ts', web: true },
  drill: { file: 'quality/drills/run.ts', web: true },
  'archive-release': { file: 'quality/upgrades/archive-release.ts' },
  screens: { file: 'e2e/screens/screens.ts', web: true },
}

const [name = '', ...args] = process.argv.slice(2)
if (!Object.hasOwn(commands, name)) {
  console.error(`usage: npm run <${Object.keys(commands).join('|')}>`)
  process.exit(2)
}

try {
  const command = commands[name]
  if (!isInstalled(root)) await withLock(root, () => isInstalled(root) || install(root))
  const node = findNode(root)
  if (command.web && !isBuilt(root)) await withLock(root, () => isBuilt(root) || build(root, node))
  const outcome = await run(
    node,
    [...(command.node ?? []), command.file, ...(command.args ?? []), ...args],
    {
      cwd: root,
      env: command.env,
    },
  )
  if (outcome.signal) process.kill(process.pid, outcome.signal)
  else process.exitCode = outcome.code
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
