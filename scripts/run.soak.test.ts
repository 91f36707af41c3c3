import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitFor } from '#testing/wait-for.ts'

// A minimal clone: the real run.mjs, a server that writes its
// signals into a journal, and a vite that writes its builds there.

let clone: string
let processes: ChildProcess[]

beforeEach(() => {
  processes = []
  clone = mkdtempSync(join(tmpdir(), 'tezgah-clone-'))
  cpSync(import.meta.dirname, join(clone, 'scripts'), { recursive: true })
  put(
    'package.json',
    JSON.stringify({
      name: 'clone',
      type: 'module',
      scripts: { start: 'node scripts/run.mjs start' },
      dependencies: { vite: 'file:vite' },
    }),
  )
  const packages = {
    '': { dependencies: { vite: 'file:vite' } },
    'node_modules/vite': { resolved: 'vite', link: true },
    vite: { version: '1.0.0' },
  }
  put(
    'package-lock.json',
    JSON.stringify({ name: 'clone', lockfileVersion: 3, requires: true, packages }),
  )
  put('vite/package.json', JSON.stringify({ name: 'vite', version: '1.0.0' }))
  put('vite/bin/vite.js', fakeVite)
  put('web/main.ts', '')
  put('contract/routes.ts', '')
  put('server/app/main.ts', fakeServer)
})

afterEach(() => {
  for (const child of processes) child.kill('SIGKILL')
  rmSync(clone, { recursive: true, force: true, maxRetries: 10 })
})

const fakeVite = `
  const { appendFileSync, existsSync, mkdirSync } = require('node:fs')
  appendFileSync('journal', 'built\\n')
  if (existsSync('broken')) { console.error('line 7 is wrong'); process.exit(1) }
  mkdirSync('web/dist', { recursive: true })`

const fakeServer = `
  import { appendFileSync } from 'node:fs'
  const note = (line: string) => appendFileSync('journal', line + '\\n')
  note(['ran', ...process.argv.slice(2), process.env.TEZGAH_DEMO && 'as demo'].filter(Boolean).join(' '))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => { note(signal); setTimeout(() => process.exit(7), 300) })
  if (process.argv[2] === 'stay') setInterval(() => {}, 1000)
  if (process.argv[2] === 'fail') process.exitCode = 3`

function put(path: string, text: string) {
  mkdirSync(dirname(join(clone, path)), { recursive: true })
  writeFileSync(join(clone, path), text)
}

const journal = () =>
  existsSync(join(clone, 'journal'))
    ? readFileSync(join(clone, 'journal'), 'utf8').trim().split('\n')
    : []

function run(...args: string[]) {
  const child = spawn(process.execPath, ['scripts/run.mjs', ...args], {
    cwd: clone,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  processes.push(child)
  let output = ''
  child.stderr.on('data', data => {
    output += data
  })
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, output }))
  return { child, ended }
}

test('on a fresh clone a command installs, builds and runs', async () => {
  await run('start', 'now').ended
  expect(journal()).toEqual(['built', 'ran now'])
})

test('the demo is the server with TEZGAH_DEMO set', async () => {
  await run('demo').ended
  expect(journal()).toContain('ran as demo')
})

test('the second time nothing is installed or built', async () => {
  await run('start').ended
  expect((await run('start').ended).output).toBe('')
})

test('the web is built again after one of its sources changed', async () => {
  await run('start').ended
  put('web/main.ts', 'changed')
  await run('start').ended
  expect(journal().filter(line => line === 'built')).toHaveLength(2)
})

test('packages are installed again after package-lock.json changed', async () => {
  await run('start').ended
  put('vite/package.json', JSON.stringify({ name: 'vite', version: '2.0.0' }))
  put(
    'package-lock.json',
    readFileSync(join(clone, 'package-lock.json'), 'utf8').replace('1.0.0', '2.0.0'),
  )
  expect((await run('start').ended).output).toContain('Installing packages')
})

test('packages installed by hand are not installed again', async () => {
  await once(spawn('npm', ['ci'], { cwd: clone }), 'close')
  expect((await run('start').ended).output).not.toContain('Installing packages')
})

test('two commands at once on a fresh clone build once, and both run', async () => {
  await Promise.all([run('start', 'one').ended, run('start', 'two').ended])
  expect(journal().sort()).toEqual(['built', 'ran one', 'ran two'])
})

test('a run that was killed while preparing does not keep the next one waiting', async () => {
  const dead = spawn('true')
  await once(dead, 'close')
  put('data/.preparing', `${dead.pid}`)
  expect((await run('start').ended).code).toBe(0)
})

test('the process id of a killed run may be that of another program now: its lock counts for half an hour', async () => {
  put('data/.preparing', `${process.pid}`)
  const halfAnHourAgo = Date.now() / 1000 - 1801
  utimesSync(join(clone, 'data/.preparing'), halfAnHourAgo, halfAnHourAgo)
  expect((await run('start').ended).code).toBe(0)
})

test('a build that fails says why, and the command does not run', async () => {
  put('broken', '')
  expect(await run('start').ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('line 7 is wrong'),
  })
})

test('the exit code is that of the command', async () => {
  expect((await run('start', 'fail').ended).code).toBe(3)
})

test('an unknown command is answered with the list of commands', async () => {
  expect(await run('stat').ended).toMatchObject({
    code: 2,
    output: expect.stringContaining('demo|start'),
  })
})

test('one Ctrl+C reaches the command once, though the terminal and npm both send it', async () => {
  const { child, ended } = run('start', 'stay')
  await waitFor(() => expect(journal()).toContain('ran stay'))
  process.kill(-(child.pid ?? 0), 'SIGINT')
  child.kill('SIGINT')
  expect({ ...(await ended), signals: journal().filter(line => line === 'SIGINT') }).toMatchObject({
    code: 7,
    signals: ['SIGINT'],
  })
})

test('the command shuts down in order when its parent process is killed', async () => {
  const { child } = run('start', 'stay')
  await waitFor(() => expect(journal()).toContain('ran stay'))
  process.kill(-(child.pid ?? 0), 'SIGKILL')
  await waitFor(() => expect(journal()).toContain('SIGTERM'))
})

test('the command shuts down in order when npm alone receives SIGTERM', async () => {
  await run('start').ended // installed and built
  const npm = spawn('npm', ['start', '--', 'stay'], { cwd: clone, stdio: 'ignore', detached: true })
  processes.push(npm)
  await waitFor(() => expect(journal()).toContain('ran stay'))
  npm.kill('SIGTERM')
  await waitFor(() => expect(journal()).toContain('SIGTERM'))
})

test('a command that a signal ended ends its caller with the same signal', async () => {
  put('server/app/main.ts', `process.kill(process.pid, 'SIGKILL')`)
  expect((await run('start').ended).signal).toBe('SIGKILL')
})

test('a new web file makes the web build again', async () => {
  await run('start').ended
  appendFileSync(join(clone, 'web', 'new.ts'), '')
  await run('start').ended
  expect(journal().filter(line => line === 'built')).toHaveLength(2)
})
