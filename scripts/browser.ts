import { accessSync, constants, mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome', 'microsoft-edge-stable']
const places = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium']

/**
 * The Chromium or Chrome to test with: the one named in CHROMIUM_PATH, else one that is installed, else the one in the
 * npm package @sparticuz/chromium, unpacked into node_modules/.cache on first use. Rejects with how to install one.
 */
export async function findBrowser(): Promise<string> {
  const wanted = process.env.CHROMIUM_PATH
  if (wanted) {
    if (isProgram(wanted)) return wanted
    throw new Error(`CHROMIUM_PATH names ${wanted}, which is not a program.`)
  }
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin', '/usr/local/bin', '/snap/bin')
  const installed = [...folders.flatMap(folder => names.map(name => join(folder, name))), ...places].find(isProgram)
  return installed ?? (await unpack().catch(noBrowser))
}

async function unpack() {
  if (`${process.platform}-${process.arch}` !== 'linux-x64') throw new Error('it is made for linux-x64')
  const { default: chromium } = await import('@sparticuz/chromium')
  // It unpacks into the temporary folder, where anybody could have put a program of that name before.
  const cache = join(import.meta.dirname, '..', 'node_modules', '.cache', 'chromium')
  mkdirSync(cache, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = cache
  try {
    return await chromium.executablePath()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
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
