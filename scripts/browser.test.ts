import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findBrowser, findTestBrowser } from './browser.ts'

const { arch } = process
const folders: string[] = []
afterEach(() => {
  vi.unstubAllEnvs()
  Object.defineProperty(process, 'arch', { value: arch })
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

for (const [use, find] of [
  ['measure', findBrowser],
  ['test', findTestBrowser],
] as const) {
  test(`a browser to ${use} with is found that says its version`, async () => {
    expect(execFileSync(await find(), ['--version', '--no-sandbox'], { encoding: 'utf8' })).toMatch(/Chrom.* \d+\./)
  })

  test(`a browser to ${use} with that somebody names is taken`, async () => {
    vi.stubEnv('CHROMIUM_PATH', process.execPath)
    expect(await find()).toBe(process.execPath)
  })

  test(`a named browser to ${use} with that is not there is refused with its path`, async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
    await expect(find()).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium')
  })

  test(`where the one of the packages does not run, an installed one is there to ${use} with`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tezgah-browser-'))
    folders.push(folder)
    writeFileSync(join(folder, 'chromium'), '', { mode: 0o755 })
    vi.stubEnv('PATH', folder)
    Object.defineProperty(process, 'arch', { value: 'riscv64' })
    expect(await find()).toBe(join(folder, 'chromium'))
  })
}
