import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { waitFor } from '#testing/wait-for.ts'
import { runCommand } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'tezgah-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: string, limit = 60) =>
  runCommand(['sh', '-c', command], { cwd: folder, env: {}, limit, onSignal: () => {} })

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0)
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a check passes or fails by its exit code', async () => {
  expect([await run('exit 0'), await run('exit 3'), await run('kill -TERM $$')]).toEqual([
    null,
    'failed (3)',
    'failed (SIGTERM)',
  ])
})

test('a program that is missing fails its check', async () => {
  expect(
    await runCommand(['no-such-program'], { cwd: folder, env: {}, limit: 60, onSignal: () => {} }),
  ).toContain('ENOENT')
})

test.each([
  ['a check that hangs is ended at its limit', 'wait', 1, 'not complete after 1 s'],
  ['a check that fails is ended', 'exit 1', 60, 'failed (1)'],
])('%s, with the processes that it has started', async (_, end, limit, expected) => {
  expect(await run(`sleep 300 & echo $! > child; ${end}`, limit)).toBe(expected)
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'))
  await waitFor(() => expect(isRunning(child)).toBe(false))
})
