import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '#testing/servers/ports.ts'

const folder = mkdtempSync(join(tmpdir(), 'tezgah-seed-'))
chmodSync(folder, 0o755) // PostgreSQL runs as a user of its own when the tests run as root
const port = await freePort()
const demo = spawn(process.execPath, ['server/app/main.ts'], {
  cwd: join(import.meta.dirname, '../..'),
  stdio: 'ignore',
  env: { ...process.env, TEZGAH_DEMO: '1', PORT: String(port), DATA_DIR: folder },
})
afterAll(async () => {
  const ended = once(demo, 'exit')
  demo.kill()
  await ended
  rmSync(folder, { recursive: true, force: true })
})

const statusOf = async (path: string) => {
  const response = await fetch(`http://localhost:${port}${path}`).catch(() => null)
  return response?.status ?? 0
}

test('the portal of the demo is there once the server reports that it is ready', async () => {
  while ((await statusOf('/readyz')) !== 200) await pause(20)
  expect(await statusOf('/api/v1/domain/localhost/portal')).toBe(200)
})
