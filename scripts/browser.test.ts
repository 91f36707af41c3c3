import { execFileSync } from 'node:child_process'
import { afterEach, expect, test, vi } from 'vitest'
import { findBrowser } from './browser.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test('a browser is found that says its version', async () => {
  expect(execFileSync(await findBrowser(), ['--version', '--no-sandbox'], { encoding: 'utf8' })).toMatch(/Chrom.* \d+\./)
})

test('a browser that somebody names is taken', async () => {
  vi.stubEnv('CHROMIUM_PATH', process.execPath)
  expect(await findBrowser()).toBe(process.execPath)
})

test('a named browser that is not there is refused with its path', async () => {
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
  await expect(findBrowser()).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium')
})
