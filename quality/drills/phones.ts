import { randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { routes } from '#contract/routes.ts'
import { freePort } from '#testing/servers/ports.ts'
import { addVendor, type Company, type Vendor } from './add-vendor.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import { createPhone, type Phone, readStorage } from './phone.ts'
import { countArrived } from './phone-counts.ts'
import { createFile, type SentFile, type SentMessage } from './phone-files.ts'
import {
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  temporaryFolder,
} from './portal-process.ts'

const domain = 'telefonlar.localhost'
/** A machine with two cores runs no more. */
const browsersAtATime = 3
const filesEach = 3
/** In ms: on a busy machine, until a message that was sent is stored. */
const storeTime = 500
/** In ms, for what a phone still sends when it is opened last. */
const sendLimit = 45_000

/** What happens to a message, in turn, so that a short run has each too. `cut` is before Send. */
const faults = [
  { isAwaited: true },
  { kill: true },
  { isGivenUp: true },
  { cut: true },
  { reload: true },
  { cut: true, kill: true },
  { cut: true, reload: true },
  {},
] as const
type Fault = { [K in 'isAwaited' | 'kill' | 'isGivenUp' | 'cut' | 'reload']?: boolean }

type Customer = { phone: Phone; company: Company; ticket: string; name: string }
type Count = Record<'kills' | 'reloads' | 'cuts' | 'givenUp' | 'unsaid', number>

/** Customers write messages and tickets with files on their phones, whose browsers are killed,
 * reloaded and cut off, while the server is killed. */
export const phones: Drill = async ({ short, installation, toStop }) => {
  const size = short
    ? { phones: 3, rounds: 2, each: 2, kills: 1 }
    : { phones: 20, rounds: 5, each: 2, kills: 3 }
  const total = size.phones * size.rounds * size.each
  const port = await freePort()
  const portal = createPortalProcess(
    toStop,
    { PUBLIC_URL: `http://localhost:${port}`, PORT: String(port), LIMIT_FACTOR: '1000' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const client = createClient(portal.url, () => '', domain)
  const companies = Math.ceil(size.phones / 2)
  const vendor = await addVendor(portal, domain, { staff: 0, companies, customersEach: 2 })
  const url = `http://${domain}:${port}`
  const customers = await createCustomers(toStop, client, url, vendor, size.phones)

  const sent: SentMessage[] = []
  const count: Count = { kills: 0, reloads: 0, cuts: 0, givenUp: 0, unsaid: 0 }
  const writing = (async () => {
    let begun = 0
    for (let round = 0; round < size.rounds; round++)
      await forEach(shuffled(customers), async customer => {
        for (let n = 0; n < size.each; n++) {
          const fault = faults[begun++ % faults.length] as Fault
          await write(customer, `${customer.name}-${round}-${n}`, fault, sent, count)
        }
        await customer.phone.close()
      })
  })()
  let serverKills = 0
  const killing = (async () => {
    while (serverKills < size.kills) {
      await Promise.race([pause(100), writing])
      if (sent.length < (total * (serverKills + 1)) / (size.kills + 1)) continue
      await portal.kill()
      await pause(randomInt(500, 4_000))
      await portal.start()
      serverKills++
    }
  })()
  await Promise.all([writing, killing])

  const waiting = await countPhones(customers, isWaiting)
  const arrived = await countArrived(client, vendor.team[0] ?? '', sent)
  const secrets = sent.flatMap(({ text, files }) => [text, ...files.map(({ name }) => name)])
  let left = 0
  await forEach(customers, async ({ phone, company }) => {
    left += await signOut(phone, company, secrets)
    await phone.close()
  })
  return {
    thresholds: [
      atLeast(total, 'messages and tickets that were sent', sent.length),
      atLeast(total * filesEach, 'files of them', sent.flatMap(({ files }) => files).length),
      atMost(0, 'texts that were sent and are missing', arrived.missingTexts),
      atMost(0, 'texts that are there twice', arrived.doubleTexts),
      atMost(0, 'files that are missing', arrived.missingFiles),
      atMost(0, 'files that are there twice', arrived.doubleFiles),
      atMost(0, 'files with other content than was sent', arrived.wrongFiles),
      atMost(0, 'files that are given up, but not by their sender', arrived.abandonedFiles),
      atMost(0, 'files given up of which the conversation does not say so', count.unsaid),
      atMost(0, 'phones on which something waits in the end', waiting),
      atMost(0, 'entries and readable names that are left after signing out', left),
      atLeast(Math.ceil(total / faults.length / 2), 'files given up', count.givenUp),
      atLeast(Math.floor(total / faults.length) * 2, 'kills of a browser', count.kills),
      atLeast(Math.floor(total / faults.length) * 2, 'reloads', count.reloads),
      atLeast(Math.floor(total / faults.length) * 3, 'cuts of a phone', count.cuts),
      atLeast(size.kills, 'kills of the server', serverKills),
    ],
    figures: { ...size, filesEach },
  }
}

/** Customers with a phone and a ticket each. */
async function createCustomers(
  toStop: AsyncDisposableStack,
  client: Client,
  url: string,
  vendor: Vendor,
  count: number,
) {
  const customers: Customer[] = []
  for (const [n, { token, companies }] of vendor.customers.slice(0, count).entries()) {
    const company = vendor.companies.find(({ id }) => id === companies[0]) as Company
    const { _id: ticket } = await client.call(token, routes.tickets.open, {
      params: { company: company.id },
      body: { title: `Telefon ${n}`, machine: company.machine, message: 'Arıza var.' },
    })
    customers.push({ phone: createPhone(toStop, url, token), company, ticket, name: `t${n}` })
  }
  return customers
}

/** Calls `run` for all, some at a time. After a failure it begins no more, and waits for those
 * that are under way: none opens a browser after the drill. */
async function forEach<T>(all: readonly T[], run: (each: T) => Promise<void>) {
  const left = [...all]
  const lanes = Array.from({ length: browsersAtATime }, async () => {
    for (let each = left.shift(); each !== undefined; each = left.shift())
      await run(each).catch(error => {
        left.length = 0
        throw error
      })
  })
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}

const shuffled = <T>(all: readonly T[]) =>
  all
    .map(each => ({ each, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each)

const ticketsPath = (company: Company) => `/account/${company.id}/tickets`
const bubbleOf = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ hasText: text }).last()

/** Writes a message or, every third time, a ticket, sends it, and has the fault happen. */
async function write(
  { phone, company, ticket, name }: Customer,
  id: string,
  { isAwaited, kill, isGivenUp, cut, reload }: Fault,
  sent: SentMessage[],
  count: Count,
) {
  const message: SentMessage = { text: `Yazı ${id}: makine durdu`, files: [] }
  for (let n = 0; n < filesEach; n++) message.files.push(await createFile(`dosya-${id}-${n}`))
  const isTicket = !isGivenUp && randomInt(3) === 0
  const field = isTicket ? 'Mesaj' : 'Mesaj yazın'
  const path = `${ticketsPath(company)}/${isTicket ? 'new' : ticket}`
  const page = await phone.open(path, shown => shown.getByLabel(field, { exact: true }))
  if (isTicket) {
    await page.getByLabel('Makine', { exact: true }).selectOption(company.machine)
    await page.getByLabel('Konu').fill(`Talep ${id} ${name}`)
  }
  await removeDraft(page, field)
  if (isGivenUp) await phone.slowDown(10_000) // else its files have arrived before it is sent
  await page.locator('input[type=file]').first().setInputFiles(message.files)
  await page.getByLabel(field, { exact: true }).pressSequentially(message.text, { delay: 20 })
  if (cut) await phone.setOffline(true)
  const send = isTicket ? 'Talebi gönder' : 'Gönder'
  await page.getByRole('button', { name: send, exact: true }).click()
  sent.push(message)

  if (isGivenUp) {
    await giveUp(page, message, count)
    await phone.slowDown()
  }
  if (isAwaited) await waitForFiles(page, message)
  else await pause(randomInt(storeTime, 3_000))
  if (cut) count.cuts++
  if (kill) {
    await phone.kill()
    count.kills++
    return
  }
  if (reload) {
    await page.reload({ waitUntil: 'commit' }).catch(() => {}) // it has no network
    count.reloads++
    await pause(randomInt(2_000))
  }
  if (cut) await phone.setOffline(false)
}

/** A browser that was killed shows what it had last stored of a message that was sent. */
async function removeDraft(page: Page, field: string) {
  await page.getByLabel(field, { exact: true }).fill('')
  const remove = page.locator('form').getByRole('button', { name: /^Kaldır: / })
  while ((await remove.count()) > 0) await remove.first().click()
}

/** A file that takes longer is counted in the end. */
async function waitForFiles(page: Page, { files }: SentMessage) {
  const links = files.map(({ name }) => page.getByRole('link', { name: `İndir: ${name}` }))
  await Promise.all(links.map(link => link.waitFor({ timeout: 10_000 }).catch(() => {})))
}

/** Gives up the largest file of a message, until the conversation says so or it has arrived. */
async function giveUp(page: Page, { text, files }: SentMessage, count: Count) {
  const [file] = files.toSorted((a, b) => b.buffer.length - a.buffer.length) as [SentFile]
  const bubble = bubbleOf(page, text)
  await bubble.getByRole('button', { name: 'Geri al' }).waitFor()
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    if (await bubble.getByText('Gönderilmedi: yükleme tamamlanmadı').isVisible()) {
      file.isGivenUp = true
      count.givenUp++
      return
    }
    if (await bubble.getByRole('link', { name: `İndir: ${file.name}` }).isVisible()) return
    await bubble
      .getByRole('button', { name: `Yüklemeyi iptal et: ${file.name}` })
      .click({ timeout: 1_000 })
      .catch(() => {})
    await pause(200)
  }
  count.unsaid++
}

async function countPhones(
  customers: readonly Customer[],
  test: (customer: Customer) => Promise<boolean>,
) {
  let found = 0
  await forEach(customers, async customer => {
    if (await test(customer)) found++
    await customer.phone.close()
  })
  return found
}

/** Opens a phone until it has nothing left to send. */
async function isWaiting({ phone, company, name }: Customer) {
  const page = await phone.open(ticketsPath(company), shown =>
    shown.getByRole('heading', { level: 1 }),
  )
  const hasOutgoing = `Object.keys(localStorage).some(key => /^private:[^:]+:(outbox:|kept$)/.test(key))`
  const until = performance.now() + sendLimit
  while (performance.now() < until) {
    if (!(await page.evaluate(hasOutgoing))) return false
    await pause(200)
  }
  console.log(
    'waits:',
    name,
    (await readStorage(page)).keys.filter(key => !key.startsWith('cache')),
  )
  return true
}

/** Signs out, and counts what of the user the browser still has. */
async function signOut(phone: Phone, company: Company, secrets: readonly string[]) {
  const menu = /Kullanıcı menüsü/
  const page = await phone.open(ticketsPath(company), shown =>
    shown.getByRole('button', { name: menu }),
  )
  await page.getByRole('button', { name: menu }).click()
  await page.getByRole('button', { name: 'Çıkış yap' }).click()
  const dialog = page.getByRole('dialog').getByRole('button', { name: 'Sil ve çık' })
  await dialog.click({ timeout: 1_000 }).catch(() => {}) // only where a draft is left
  await page.waitForURL(/\/login$/)
  await pause(2_000) // the stores are emptied after it
  const { keys, content } = await readStorage(page)
  const entries = keys.filter(key => /^(localStorage (private:|token)|files |pages )/.test(key))
  const everything = `${keys.join('\n')}\n${content}`
  const readable = secrets.filter(secret => everything.includes(secret))
  if (entries.length + readable.length > 0) console.log('left:', entries, readable)
  return entries.length + readable.length
}
