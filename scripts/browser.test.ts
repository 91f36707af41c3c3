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
  test(`the browser to ${use} with is found and prints its version`, async () => {
    expect(execFileSync(await find(), ['--version', '--no-sandbox'], { encoding: 'utf8' })).toMatch(
      /Chrom.* \d+\./,
    )
  })

  test(`CHROMIUM_PATH names the browser to ${use} with`, async () => {
    vi.stubEnv('CHROMIUM_PATH', process.execPath)
    expect(await find()).toBe(process.execPath)
  })

  test(`a CHROMIUM_PATH to ${use} with that does not exist is refused with its path`, async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
    await expect(find()).rejects.toThrow('CHROMIUM_PATH names /nowhere/chromium')
  })

  test(`an installed browser is used to ${use} with where that of the npm package does not run`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tezgah-browser-'))
    folders.push(folder)
    writeFileSync(join(folder, 'chromium'), '', { mode: 0o755 })
    vi.stubEnv('PATH', folder)
    vi.stubEnv('CHROMIUM_PATH', undefined)
    Object.defineProperty(process, 'arch', { value: 'riscv64' })
    expect(await find()).toBe(join(folder, 'chromium'))
  })
}
