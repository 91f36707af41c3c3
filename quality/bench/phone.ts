import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { routes } from '#contract/routes.ts'
import type { startDemoPortal } from '../../e2e/portal/demo-portal.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { atMost, type Threshold } from '../../scripts/figures.ts'

/** The telephone of a technician on the shop floor: bytes a second, ms, times. */
const line = { downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 }
const slowdown = 4
const viewport = { width: 360, height: 740 }
const cuts = { count: 6, length: 5_000, pause: 4_000 } // ms

type Portal = Awaited<ReturnType<typeof startDemoPortal>>
type File = { name: string; mimeType: string; buffer: Buffer }

/** How long a technician waits for pages and for what is sent, on a bad line that breaks. */
export async function measurePhone(portal: Portal): Promise<Threshold[]> {
  const files = [
    ...(await Promise.all([1, 2, 3].map(async i => photo(`plaka ${i}.jpg`)))),
    { name: 'mil.mp4', mimeType: 'video/mp4', buffer: video(2_000_000) },
  ]
  const account = await accountOf(portal)
  const executablePath = await findBrowser()
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const context = await browser.newContext({ viewport, hasTouch: true, locale: 'tr-TR' })
  try {
    const signIn = await measureSignIn(context, portal)
    console.log('on a telephone, sign-in:', signIn)
    const whole = await sendTicket(context, portal, account, files, 0)
    const broken = await sendTicket(context, portal, account, files, cuts.count)
    console.log('a ticket with four files, and one over a line that breaks:', whole, broken)
    const reloads = await measureReloads(context, portal, account, whole.path)
    console.log('reloads:', reloads)
    const slowest = Math.max(...Object.values(reloads.times))
    return [
      atMost(2_500, 'on a telephone: sign-in usable, cold, ms', signIn),
      atMost(5_000, 'on a telephone: a ticket with four files stands, ms', whole.stands),
      atMost(60_000, 'on a telephone: all of its files have arrived, ms', whole.arrived),
      atMost(4, `on a telephone: uploads begun at byte 0, ${cuts.count} cuts`, broken.begun),
      atMost(1_500, 'on a telephone: slowest warm reload, ms', slowest),
      atMost(250_000, 'on a telephone: a ticket with three photos, bytes', reloads.bytes),
    ]
  } finally {
    await browser.close()
  }
}

async function accountOf(portal: Portal) {
  const { accounts } = await portal.as('customer').call(routes.companies.accounts)
  return accounts[0]?._id ?? ''
}

async function newPhonePage(context: BrowserContext) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  return { page, session }
}

async function measureSignIn(context: BrowserContext, portal: Portal) {
  const { page } = await newPhonePage(context)
  const begun = performance.now()
  await page.goto(`${portal.url}/login`, { waitUntil: 'commit' })
  await page.getByLabel('Parola', { exact: true }).waitFor()
  const usable = performance.now() - begun
  const token = await portal.token('customer')
  await page.evaluate(value => localStorage.setItem('token', JSON.stringify(value)), token)
  await page.close()
  return Math.round(usable)
}

async function sendTicket(
  context: BrowserContext,
  portal: Portal,
  account: string,
  files: File[],
  cutCount: number,
) {
  const { page, session } = await newPhonePage(context)
  page.setDefaultTimeout(240_000)
  await page.goto(`${portal.url}/account/${account}/tickets/new`)
  await page.getByLabel('Makine', { exact: true }).selectOption({ index: 1 })
  await page.getByLabel('Konu').fill('Milden ses geliyor')
  let begun = 0
  page.on('request', request => {
    const range = request.headers()['content-range'] ?? 'bytes 0-'
    if (request.method() === 'PUT' && request.url().includes('/content?'))
      begun += range.startsWith('bytes 0-') ? 1 : 0
  })
  await page.getByLabel('Dosya ekle').first().setInputFiles(files)
  await page.getByLabel('Mesaj').pressSequentially('Fotoğraflar ve video ekte.', { delay: 200 })
  const sent = performance.now()
  await page.getByRole('button', { name: 'Talebi gönder' }).click()
  const cutting = breakLine(session, cutCount)
  await page.getByRole('heading', { name: 'Milden ses geliyor' }).waitFor()
  const stands = performance.now() - sent
  for (const { name } of files) await page.getByRole('link', { name: `İndir: ${name}` }).waitFor()
  const arrived = performance.now() - sent
  await cutting
  const path = new URL(page.url()).pathname
  await page.close()
  return { stands: Math.round(stands), arrived: Math.round(arrived), begun, path }
}

async function breakLine(session: CDPSession, count: number) {
  for (let i = 0; i < count; i++) {
    await pause(cuts.pause)
    await session.send('Network.emulateNetworkConditions', { offline: true, ...line })
    await pause(cuts.length)
    await session.send('Network.emulateNetworkConditions', { offline: false, ...line })
  }
}

/** Each page once to fill the caches, and again. `bytes`: of the ticket with its pictures. */
async function measureReloads(
  context: BrowserContext,
  portal: Portal,
  account: string,
  ticket: string,
) {
  const { page, session } = await newPhonePage(context)
  let bytes = 0
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  const ready: Record<string, [string, (page: Page) => Promise<void>]> = {
    home: ['/', shown => shown.getByRole('heading', { level: 2 }).first().waitFor()],
    machines: [`/account/${account}/machines`, linkTo('machines')],
    tickets: [`/account/${account}/tickets`, linkTo('tickets')],
    ticket: [ticket, shown => shown.getByLabel('Mesaj yazın').waitFor()],
  }
  const times: Record<string, number> = {}
  for (const [name, [path, isReady]] of Object.entries(ready)) {
    await page.goto(portal.url + path)
    await isReady(page)
    await page.waitForFunction('navigator.serviceWorker.controller !== null')
    await pause(6_000) // what the page shows is kept, and pictures are drawn
    bytes = 0
    const begun = performance.now()
    await page.reload({ waitUntil: 'commit' })
    await isReady(page)
    times[name] = Math.round(performance.now() - begun)
  }
  await pause(6_000)
  await page.close()
  return { times, bytes }
}

/** The first row of a list, by the id in its link. */
const linkTo = (list: string) => (page: Page) =>
  page.locator(`main a[href*="/${list}/0"]:visible`).first().waitFor()

/** Of 12 megapixels and about 4 MB, with the noise of a sensor. */
async function photo(name: string): Promise<File> {
  const [width, height] = [4_000, 3_000]
  const pixels = randomBytes((width / 8) * (height / 8) * 3)
  const buffer = await sharp(pixels, { raw: { width: width / 8, height: height / 8, channels: 3 } })
    .resize(width, height)
    .jpeg({ quality: 98 })
    .toBuffer()
  return { name, mimeType: 'image/jpeg', buffer }
}

/** Bytes with the signature of an MP4. */
const video = (size: number) =>
  Buffer.concat([Buffer.from('\0\0\0\x10ftypmp42\0\0\0\0', 'latin1'), randomBytes(size - 16)])
