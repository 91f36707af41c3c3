import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chromium, type Page } from 'playwright-core'
import { routes } from '#contract/routes.ts'
import { freePort } from '#testing/servers/ports.ts'
import { findBrowser } from '../../scripts/browser.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import { startLine } from './line.ts'
import {
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  domain,
  temporaryFolder,
} from './portal-process.ts'

/** Bytes that the browser sends again at most for each file on its way. */
const partSize = 8 * 1_048_576
const filesAtATime = 3
const text = 'Kayıtlar ekte.'

/** A customer sends a message with large files in a browser, over a slow line that breaks. */
export const uploads: Drill = async ({ short, installation, toStop }) => {
  const size = short
    ? { files: 3, bytes: 20_000_000, breaks: 2 }
    : { files: 10, bytes: 100_000_000, breaks: 12 }
  const line = await startLine(toStop, { bytesPerSecond: short ? 8_000_000 : 5_000_000 })
  const url = `http://${domain}:${line.port}`
  const port = await freePort()
  line.connectTo(port)
  const process = createPortalProcess(
    toStop,
    { PUBLIC_URL: `http://localhost:${line.port}`, PORT: String(port), LIMIT_FACTOR: '1000' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await process.start()
  // beside the line
  const portal = createClient(
    () => `http://localhost:${port}`,
    () => '',
  )
  const { customer, company, machine } = installation.people
  const { _id: ticket } = await portal.call(customer, routes.tickets.open, {
    params: { company },
    body: { title: 'Kayıtlar', machine, message: 'Kayıtları gönderiyorum.' },
  })
  const folder = temporaryFolder(toStop)
  const files: string[] = []
  for (let n = 0; n < size.files; n++)
    files.push(await writeFile(join(folder, `kayıt-${n}.bin`), size.bytes))

  const page = await openTicket(toStop, url, customer, `/account/${company}/tickets/${ticket}`)
  await page.locator('input[type=file]').first().setInputFiles(files)
  await page.getByLabel('Mesaj yazın').fill(text)
  const before = line.sent()
  const since = performance.now()
  await page.getByLabel('Mesaj yazın').press('Control+Enter')
  const readMessages = async () => {
    const params = { company, ticket }
    const { conversation } = await portal.call(customer, routes.tickets.getOfAccount, { params })
    return conversation.filter(({ message }) => message === text)
  }
  let breaks = 0
  while ((await readMessages()).length === 0 && performance.now() - since < 900_000) {
    await pause(short ? 1_500 : 5_000)
    if (breaks >= size.breaks) continue
    breaks++
    await line.breakFor(1_000 + Math.random() * 4_000)
  }
  const seconds = (performance.now() - since) / 1000
  await pause(2_000) // for a second message, which must not come
  const messages = await readMessages()
  const sent = messages[0]?.files ?? []
  const right = await countRight(portal, files, sent)
  const again = line.sent() - before - size.files * size.bytes
  return {
    thresholds: [
      atMost(1, 'messages with the text', messages.length),
      atLeast(size.files, 'files of the message that arrived as they were sent', right),
      atMost(size.files, 'files of the message', sent.length),
      atLeast(size.breaks, 'breaks of the line', breaks),
      atMost(
        ((breaks + 1) * filesAtATime * partSize) / 1e6,
        'bytes that were sent again or are no files, MB',
        again / 1e6,
      ),
    ],
    figures: { ...size, seconds },
  }
}

/** A file with other bytes in each of its megabytes; returns its path. */
async function writeFile(path: string, bytes: number): Promise<string> {
  const file = await open(path, 'w')
  for (let at = 0; at < bytes; at += 1_000_000)
    await file.write(randomBytes(Math.min(1_000, bytes - at)), 0, null, at)
  await file.truncate(bytes)
  await file.close()
  return path
}

async function openTicket(
  toStop: AsyncDisposableStack,
  url: string,
  token: string,
  path: string,
): Promise<Page> {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  toStop.defer(() => browser.close())
  const page = await browser.newPage({ locale: 'tr-TR' })
  await page.goto(`${url}/404`)
  await page.evaluate(value => localStorage.setItem('token', JSON.stringify(value)), token)
  await page.goto(url + path)
  await page.getByLabel('Mesaj yazın').waitFor()
  return page
}

async function countRight(
  portal: Client,
  paths: string[],
  sent: { fileName: string; signedURL: string | null }[],
): Promise<number> {
  let right = 0
  for (const path of paths) {
    const link = sent.find(({ fileName }) => path.endsWith(`/${fileName}`))?.signedURL
    if (!link) continue
    const { pathname, search } = new URL(link)
    const { body } = await portal.fetchPath(pathname + search)
    const expected = createHash('sha256')
    for await (const chunk of createReadStream(path)) expected.update(chunk)
    if (createHash('sha256').update(body).digest('hex') === expected.digest('hex')) right++
  }
  return right
}
