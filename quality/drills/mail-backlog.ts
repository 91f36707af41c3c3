import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import PostalMime from 'postal-mime'
import type { ReceivedMail } from '#contract/mail-in.ts'
import { routes } from '#contract/routes.ts'
import type { Message } from '#contract/tickets.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { startImapServer } from '#testing/servers/imap-server.ts'
import { memoryEnv, memoryFlags } from '../../scripts/run/memory.mjs'
import { quantile } from '../bench/quantile.ts'
import { addVendor, type Company, type Vendor } from './conversations.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import { domainOf, startMailServer, writeMail } from './mail-servers.ts'
import {
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  type Installation,
  isDone,
  type PortalProcess,
  temporaryFolder,
} from './portal-process.ts'
import { readReceivedMails, readTickets } from './vendor-rows.ts'

const domain = 'bekleyen.localhost'
const mailDomain = 'reply.drill.test'
const trustedHost = 'mx.drill.test'
/** Of ten mails six are replies, two open tickets, one is held and one automatic. */
const kinds = [
  ...['reply', 'ticket', 'reply', 'reply', 'automatic'],
  ...['reply', 'stranger', 'ticket', 'reply', 'reply'],
  ...['reply', 'ticket', 'reply', 'reply', 'automatic'],
  ...['reply', 'forged', 'ticket', 'reply', 'reply'],
] as Kind[]
type Kind = keyof typeof stateOf
const stateOf = {
  reply: 'filed',
  ticket: 'filed',
  stranger: 'held',
  forged: 'held',
  automatic: 'automatic',
} as const
const copyEach = 100
const photoEach = 20

/** A ticket, and where its customer replies to it. */
type Opened = { title: string; email: string; replyAddress: string }
/** A mail and the ticket in which its text and files belong, if they do. */
type Sent = { subject: string; title: string; text: string; kind: Kind; files: number }

const texts = { first: 'Pres durdu.', second: 'Bakıyoruz.' }
const quote = `22 Kas 2026 Paz 10:15 tarihinde Destek <destek@${mailDomain}> şunu yazdı:\n> ${texts.second}`
/** 100,000 bytes that begin as a JPEG does. */
const photo = () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), randomBytes(99_996)])

/** Mails wait in a mailbox when the portal connects to it for the
 * first time; it is killed once while it stores and files them. */
export const mailBacklog: Drill = async ({ short, installation, toStop }) => {
  const size = short
    ? { mails: 200, tickets: 20, killAt: 0 } // interrupted mails wait for two minutes
    : { mails: 10_000, tickets: 200, killAt: 5_000 }
  const { portal, vendor, client, sending } = await startPortal(installation, toStop)
  const opened = await openTickets(client, vendor, sending.replyAddresses, size.tickets)
  const before = await measureRequests(client, vendor, () => pause(short ? 2_000 : 30_000))
  const idle = peakOf(portal)
  await portal.stop()

  const mailbox = await startImapServer({ user: 'destek', password: 'parola' }, stop =>
    toStop.defer(stop),
  )
  const sent = await fillMailbox(mailbox.deliver, opened, size.mails)
  const url = `imap://destek:parola@127.0.0.1:${mailbox.port}/INBOX?domain=${mailDomain}`
  const settings = { ...sending.settings, MAIL_IN_URL: url }
  const work = await readMailbox(portal, settings, mailbox.mails, size.killAt, work =>
    measureRequests(client, vendor, work),
  )

  const team = { client, admin: vendor.team[0] ?? '' }
  const received = await readReceivedMails(team)
  const wrong = compareTickets(sent, opened, await readTickets(team))
  const misplaced = findMisplaced(sent, received)
  for (const what of [...wrong, ...misplaced].slice(0, 20)) console.log(`  ${what}`)
  return {
    thresholds: [
      atLeast(size.mails, 'mails that waited at the first connection', mailbox.mails.length),
      atMost(0, 'tickets with a message lost, doubled or out of order', wrong.length),
      atMost(0, 'mails that are not listed once, in the right state', misplaced.length),
      atMost(0, 'requests that failed while mails were filed', work.during.filter(isFailed).length),
      atMost(1_200, 'time until all mails were filed, with a kill, s', work.filed),
      atMost(
        0.5,
        'a list of tickets while mails were filed, 95th percentile, s',
        summarize(work.during).p95 / 1000,
      ),
      atMost(400, 'peak memory of the server, MB', Math.max(...work.peaks)),
    ],
    figures: {
      states: countStates(received),
      secondsUntilStored: work.stored,
      mailsPerSecond: size.mails / work.filed,
      ready: work.ready,
      megabytes: { idle, peaks: work.peaks },
      listBefore: summarize(before),
      listDuring: summarize(work.during),
    },
  }
}

/** A portal whose mails are read for the addresses at which customers reply to tickets. */
async function startPortal(installation: Installation, toStop: AsyncDisposableStack) {
  const replyAddresses = new Map<string, string>()
  const port = await startMailServer(toStop, async ({ to }, raw) => {
    const { subject = '', replyTo } = await PostalMime.parse(raw)
    const [title] = /Bekleyen \d+ bitti/.exec(subject) ?? []
    const address = replyTo?.[0]?.address
    if (title && address) replyAddresses.set(`${to[0]} ${title}`, address)
  })
  const portal = createPortalProcess(
    toStop,
    { ...memoryEnv, NODE_OPTIONS: memoryFlags.join(' '), LIMIT_FACTOR: '1000' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const vendor = await addVendor(portal, domain, { staff: 1, companies: 20, customersEach: 1 })
  await portal.stop() // without a mail server it returned the links of invitations
  const settings = {
    SMTP_URL: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    MAIL_FROM: `destek@${mailDomain}`,
    MAIL_IN_TRUST: trustedHost,
    NOTIFY_DELAY: '1s',
  }
  await portal.start({
    ...settings,
    MAIL_IN_URL: `webhook:?domain=${mailDomain}&secret=${'s'.repeat(32)}`,
  })
  const client = createClient(portal.url, () => '', domain)
  return { portal, vendor, client, sending: { settings, replyAddresses } }
}

/** Tickets of which customers and team have written a message each. */
async function openTickets(
  client: Client,
  { companies, customers, team }: Vendor,
  replyAddresses: Map<string, string>,
  count: number,
): Promise<Opened[]> {
  const opened: Omit<Opened, 'replyAddress'>[] = []
  for (let n = 0; n < count; n++) {
    const at = n % companies.length
    const company = companies[at] as Company
    const token = customers[at]?.token ?? ''
    const title = `Bekleyen ${n} bitti`
    const { _id: ticket } = await client.call(token, routes.tickets.open, {
      params: { company: company.id },
      body: { title, machine: company.machine, message: texts.first },
    })
    const body = { contents: texts.second }
    await client.call(team[1] ?? '', routes.tickets.reply, { params: { ticket }, body })
    opened.push({ title, email: `kisi${at}-0@${domain.replaceAll('.', '-')}.test` })
  }
  const addressOf = ({ email, title }: (typeof opened)[number]) =>
    replyAddresses.get(`${email} ${title}`)
  for (const end = performance.now() + 120_000; performance.now() < end; await pause(200))
    if (opened.every(addressOf)) break
  return opened.map(each => ({ ...each, replyAddress: addressOf(each) ?? '' }))
}

/** Mails of all kinds in turn, as a provider delivers
 * them; every hundredth comes twice. */
async function fillMailbox(
  deliver: (raw: string) => void,
  opened: Opened[],
  count: number,
): Promise<Sent[]> {
  const sent: Sent[] = []
  for (let n = 0, delivered = 0; delivered < count; n++) {
    const ticket = opened[(n + Math.floor(n / kinds.length)) % opened.length] as Opened
    const kind = kinds[n % kinds.length] ?? 'reply'
    const subject = `Posta ${n} bitti`
    const text = `Mesaj ${n}`
    const isPass = kind !== 'forged'
    const from = kind === 'stranger' ? 'yabanci@baska.test' : ticket.email
    const hasPhoto = kind === 'reply' && n % photoEach === 0
    const raw = await writeMail({
      from,
      to: kind === 'ticket' ? `${domain}@${mailDomain}` : ticket.replyAddress,
      subject,
      text: kind === 'ticket' ? text : `${text}\n\n${quote}`,
      headers: {
        'Authentication-Results': `${trustedHost}; dmarc=${isPass ? 'pass' : 'fail'} header.from=${domainOf(from)}`,
        ...(kind === 'automatic' && { 'Auto-Submitted': 'auto-replied' }),
      },
      attachments: hasPhoto ? [{ filename: 'pres.jpg', content: photo() }] : [],
    })
    const times = Math.min(n % copyEach === 0 ? 2 : 1, count - delivered)
    for (let copy = 0; copy < times; copy++) deliver(raw.toString())
    delivered += times
    const title = kind === 'ticket' ? subject : ticket.title
    sent.push({ subject, title, text, kind, files: hasPhoto ? 1 : 0 })
  }
  return sent
}

/** Reads and files the mails of the mailbox, with a kill once `killAt` are stored. */
async function readMailbox(
  portal: PortalProcess,
  settings: Record<string, string>,
  mails: { seen: boolean }[],
  killAt: number,
  measure: (work: () => Promise<void>) => Promise<number[]>,
) {
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1000
  const until = async (isTrue: () => boolean | Promise<boolean>) => {
    while (!(await isTrue()) && seconds() < 3_600) await pause(1_000)
  }
  const countStored = () => mails.filter(({ seen }) => seen).length
  await portal.start(settings)
  const { connection } = await startPostgres(portal.dataDir, 'client')
  const beforeKill = await measure(() => until(() => countStored() >= killAt))
  const peaks = [peakOf(portal)]
  const ready: number[] = []
  if (killAt > 0) {
    await portal.kill()
    ready.push(await portal.start(settings))
  }
  let stored = Number.NaN
  const afterKill = await measure(async () => {
    await until(() => countStored() === mails.length)
    stored = seconds()
    await until(async () => (await countWaiting(connection)) === 0)
  })
  peaks.push(peakOf(portal))
  return { during: [...beforeKill, ...afterKill], peaks, ready, stored, filed: seconds() }
}

/** Reads a list of tickets five times a second; returns the milliseconds
 * of each, which are infinite where it failed. */
async function measureRequests(
  client: Client,
  { team }: Vendor,
  work: () => Promise<void>,
): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const working = work().finally(() => {
    isOver = true
  })
  while (!isOver) {
    const query = { size: '20', search: '' }
    const answer = await client.send(team[1] ?? '', routes.tickets.list, { query })
    times.push(isDone(answer) ? answer.ms : Number.POSITIVE_INFINITY)
    await pause(200)
  }
  await working
  return times
}
const isFailed = (ms: number) => ms === Number.POSITIVE_INFINITY

function summarize(times: number[]) {
  const ascending = times.toSorted((a, b) => a - b)
  const at = (share: number) => quantile(ascending, share)
  return { requests: times.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), slowest: at(1) }
}

/** MB (1,000,000 bytes) that the server process has taken at most. */
function peakOf(portal: PortalProcess): number {
  const status = readFileSync(`/proc/${portal.pid()}/status`, 'utf8')
  return (Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]) * 1024) / 1_000_000
}

async function countWaiting(connection: pg.ClientConfig): Promise<number> {
  const client = new pg.Client(connection)
  await client.connect()
  const { rows } = await client
    .query("select count(*)::int as count from received_mails where state = 'waiting'")
    .finally(() => client.end())
  return rows[0].count
}

/** Titles of tickets that have not exactly the messages and files that were sent, in order. */
function compareTickets(sent: Sent[], opened: Opened[], found: Map<string, Message[][]>) {
  const expected = new Map(opened.map(({ title }) => [title, [texts.first, texts.second]]))
  const files = new Map<string, number>()
  for (const { title, text, kind, files: count } of sent) {
    if (stateOf[kind] !== 'filed') continue
    expected.set(title, [...(expected.get(title) ?? []), text])
    files.set(title, (files.get(title) ?? 0) + count)
  }
  const isRight = (title: string) => {
    const [conversation = [], ...others] = found.get(title) ?? []
    return (
      others.length === 0 &&
      conversation.map(({ message }) => message).join('|') === expected.get(title)?.join('|') &&
      conversation.flatMap(message => message.files).length === (files.get(title) ?? 0)
    )
  }
  return [...new Set([...expected.keys(), ...found.keys()])].filter(title => !isRight(title))
}

/** Subjects of mails that are not in the list of received mails exactly once, in their state. */
function findMisplaced(sent: Sent[], received: ReceivedMail[]) {
  const bySubject = Map.groupBy(received, ({ subject }) => subject)
  const isRight = ({ subject, kind }: Sent) => {
    const [mail, ...others] = bySubject.get(subject) ?? []
    return others.length === 0 && mail?.state === stateOf[kind]
  }
  return sent.filter(each => !isRight(each)).map(({ subject }) => subject)
}

const countStates = (received: ReceivedMail[]) =>
  Object.fromEntries(
    [...Map.groupBy(received, ({ state }) => state)].map(([state, of]) => [state, of.length]),
  )
