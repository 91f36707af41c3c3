import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { findBrowser } from '../../scripts/browser.ts'
import { temporaryFolder } from './portal-process.ts'

const screen = { width: 360, height: 740 }
/** In ms: for a control of a page, and for a page while the server is started again. */
const limits = { control: 20_000, page: 60_000 }

/** A customer's phone: one browser profile, of which one browser at a time is open. It is
 * signed in when it is opened first. */
export function createPhone(toStop: AsyncDisposableStack, url: string, token: string) {
  const profile = temporaryFolder(toStop)
  let context: BrowserContext | undefined
  let page: Page | undefined
  let isSignedIn = false
  toStop.defer(() => close())

  async function launch(): Promise<Page> {
    context = await chromium.launchPersistentContext(profile, {
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu'],
      viewport: screen,
      hasTouch: true,
      locale: 'tr-TR',
    })
    const started = context.pages()[0] ?? (await context.newPage())
    started.setDefaultTimeout(limits.control)
    return started
  }

  /** Closed once after signing in, so that the session is on the disk before a kill. */
  async function start(): Promise<Page> {
    if (!isSignedIn) {
      const first = await launch()
      await load(first, `${url}/404`)
      await first.evaluate(`localStorage.token = ${JSON.stringify(JSON.stringify(token))}`)
      await close()
      isSignedIn = true
    }
    return launch()
  }

  /** Opens a page, in a new browser where none is open, until it shows what `find` returns. */
  async function open(path: string, find: (page: Page) => Locator): Promise<Page> {
    page ??= await start()
    const until = performance.now() + limits.page
    for (;;) {
      await load(page, url + path)
      try {
        await find(page)
          .first()
          .waitFor({ timeout: limits.control / 2 })
        return page
      } catch (error) {
        if (performance.now() > until) throw error
      }
    }
  }

  /** Ends the browser as a telephone does that has no memory left. */
  async function kill() {
    const ended = context
    context = undefined
    page = undefined
    if (!ended) return
    const closed = new Promise(resolve => ended.once('close', resolve))
    for (const pid of await processesOf(profile)) killProcess(pid)
    await closed
  }

  async function close() {
    const closed = context
    context = undefined
    page = undefined
    await closed?.close().catch(() => {}) // it has ended by itself
  }

  return {
    open,
    kill,
    close,
    setOffline: async (isOffline: boolean) => context?.setOffline(isOffline),
    /** Bytes per second that the page sends at most; undefined: as many as it can. */
    async slowDown(bytesPerSecond?: number) {
      if (!context || !page) return
      const session = await context.newCDPSession(page)
      await session.send('Network.enable')
      await session.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: bytesPerSecond ?? -1,
      })
    },
  }
}
export type Phone = ReturnType<typeof createPhone>

async function load(page: Page, address: string) {
  const until = performance.now() + limits.page
  for (;;) {
    try {
      return await page.goto(address, { waitUntil: 'commit' })
    } catch (error) {
      // the server is away, and the browser has not stored the shell yet
      if (page.isClosed() || performance.now() > until) throw error
      await pause(300)
    }
  }
}

const runProgram = promisify(execFile)

/** Of the browser with this profile, and of those that it has started. */
async function processesOf(profile: string): Promise<number[]> {
  const { stdout } = await runProgram('ps', ['-A', '-ww', '-o', 'pid=,args='])
  return stdout
    .split('\n')
    .filter(line => line.includes(`--user-data-dir=${profile}`))
    .map(line => Number.parseInt(line, 10))
}

function killProcess(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {} // it has ended with its parent
}

/** What the browser has stored under this address: its keys, and all that is readable in them. */
export async function readStorage(page: Page): Promise<{ keys: string[]; content: string }> {
  return page.evaluate(`(async () => {
    const ended = request => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const keys = []
    const content = []
    const write = async value => {
      if (value instanceof Blob) content.push(await value.text())
      else if (value && typeof value === 'object') for (const each of Object.values(value)) await write(each)
      else content.push(String(value))
    }
    for (const [name, area] of Object.entries({ localStorage, sessionStorage }))
      for (const [key, value] of Object.entries(area)) {
        keys.push(name + ' ' + key)
        content.push(value)
      }
    for (const { name } of await indexedDB.databases()) {
      const database = await ended(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const values = database.transaction(store).objectStore(store)
        const [names, all] = await Promise.all([ended(values.getAllKeys()), ended(values.getAll())])
        for (const key of names) keys.push(name + ' ' + key)
        await write(all)
      }
      database.close()
    }
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) keys.push('cache ' + url)
    return { keys, content: content.join('\\n') }
  })()`)
}
