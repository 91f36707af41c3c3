import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { ReceivedMail } from '#contract/mail-in.ts'
import { routes } from '#contract/routes.ts'
import type { Message } from '#contract/tickets.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { freePort } from '#testing/servers/ports.ts'
import { startDns } from './dns.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import { type Forged, forge, forgedText } from './forged-mails.ts'
import { replyForms } from './mail-forms.ts'
import {
  createDelivery,
  createSigner,
  type SigningRelay,
  startMailServer,
  startSigningRelay,
} from './mail-servers.ts'
import {
  conversationOf,
  createMailboxes,
  type Mailboxes,
  type MailVendor,
  titleOf,
  turns,
  type Writer,
} from './mailboxes.ts'
import {
  activate,
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  createVendor,
  domain,
  type Installation,
  type PortalProcess,
  temporaryFolder,
} from './portal-process.ts'
import { readReceivedMails, readTickets } from './vendor-rows.ts'

const mailDomain = 'reply.drill.test'
type Vendor = MailVendor & { domain: string; admin: string; client: Client }
const addressOf = (vendor: Pick<Vendor, 'domain'>) => `${vendor.domain}@${mailDomain}`

/** A digest tells of fifty tickets, and of the others only how many there are. */
const maxInProgress = 40

/** Customers and teams of two vendors write by mail only, through mail servers that sign and
 * try again, while the portal, which checks the signatures, is killed and started again. */
export const mailBothWays: Drill = async ({ short, installation, toStop }) => {
  const [conversations, customers, kills] = short ? [12, 4, 1] : [1_000, 40, 20]
  const { portal, start, dns, mailboxes, sign, deliver } = await startServers(installation, toStop)
  const relay = await startSigningRelay(toStop, sign, deliver)
  const vendors = await addVendors(portal, installation)
  const customersOfAll = await inviteCustomers(mailboxes, vendors, customers)
  const writers = Array.from(
    { length: conversations },
    (_, i) => customersOfAll[i % customersOfAll.length] as Writer<Vendor>,
  )
  mailboxes.onMail = answerMails(mailboxes, relay, writers)

  const begun = performance.now()
  const limit = short ? 180_000 : 1_500_000
  const countOver = () =>
    writers.filter(({ email }, i) => mailboxes.isTold(email, i, turns.length - 1)).length
  const isOver = () => countOver() === conversations
  const opening = openAll(relay, writers, i => until(() => i - countOver() < maxInProgress, limit))
  const killing = killRepeatedly({ kill: portal.kill, start }, kills, isOver)
  const forged = await forge({
    mailboxes,
    deliver,
    sign,
    count: short ? 8 : 80,
    teams: vendors.map(({ team }) => team),
    addressOf: name => addressOf(vendors.find(each => each.name === name) as Vendor),
    foreignerTo: name =>
      customersOfAll.find(
        ({ vendor, email }) =>
          vendor.name !== name &&
          !customersOfAll.some(other => other.email === email && other.vendor.name === name),
      )?.email ?? '',
  })
  await opening
  await until(isOver, limit)
  const ready = await killing
  await pause(3_000) // a duplicate would have arrived by then
  const seconds = (performance.now() - begun) / 1000

  const found = await Promise.all(vendors.map(readVendor))
  const { thresholds, wrong } = compareTickets(found, writers, forged)
  if (wrong.length > 0) await explain(portal, mailboxes, wrong, found)
  const { untold, toldTwice, misdirected, repeated, repeatedInOneRun } = mailboxes.compare(writers)
  for (const { to, at, runs, email } of repeatedInOneRun)
    console.log(`  ${to} ${email.messageId} ${at.toISOString()}: ${runs.join(', ')}`)
  return {
    thresholds: [
      ...thresholds,
      atMost(0, 'mails that the portal refused', relay.refused.length),
      atMost(0, 'messages that their readers were not told of by mail', untold),
      atMost(0, 'messages told by two mails with different Message-IDs', toldTwice),
      atMost(
        0,
        'mails that came again with the same Message-ID without a kill in between',
        repeatedInOneRun.length,
      ),
      atMost(
        0,
        'mails about a ticket that their reader may not open, or by another vendor',
        misdirected,
      ),
      atLeast(kills, 'times that the portal was killed', ready.length),
      atLeast(
        conversations * 2,
        'times that the portal asked for the key of a signature',
        dns.countAsked(/\._domainkey\./),
      ),
    ],
    figures: {
      conversations,
      ofSecondVendor: writers.filter(({ vendor }) => vendor === vendors[1]).length,
      kills,
      sameMessageId: repeated,
      sent: mailboxes.count(),
      seconds,
      ready,
    },
  }
}

async function startServers(installation: Installation, toStop: AsyncDisposableStack) {
  const port = await freePort()
  const mailboxes = createMailboxes()
  const outgoing = await startMailServer(toStop, ({ to }, raw, run) => {
    for (const address of to) void mailboxes.deliver(address, raw, run)
  })
  const dns = await startDns(toStop)
  const portal = createPortalProcess(
    toStop,
    {
      MAIL_FROM: `destek@${mailDomain}`,
      MAIL_IN_URL: `smtp://127.0.0.1:${port}?domain=${mailDomain}`,
      NOTIFY_DELAY: '1s',
      LIMIT_FACTOR: '100',
      ...dns.environment,
    },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  let run = 0
  const start = () =>
    portal.start({ SMTP_URL: `smtp://127.0.0.1:${outgoing}?ignoreTLS=true&name=run-${++run}` })
  await start()
  return { portal, start, dns, mailboxes, sign: createSigner(dns), deliver: createDelivery(port) }
}

async function addVendors(portal: PortalProcess, { people }: Installation): Promise<Vendor[]> {
  const first = { name: 'Demir Makine', team: 'selin@demir.test', domain, admin: people.admin }
  const second = { name: 'Yıldız Kalıp', team: 'ece@yildiz.test', domain: 'yildiz.localhost' }
  const client = createClient(portal.url, () => '', second.domain)
  const link = await createVendor(portal, second.domain, second.name, second.team)
  return [
    { ...first, client: portal },
    { ...second, client, admin: await activate(client, link) },
  ]
}

/** Customers of each vendor in turn, with a company and a machine
 * each; every other one of the second is one of the first, too. */
async function inviteCustomers(
  mailboxes: Mailboxes,
  vendors: Vendor[],
  count: number,
): Promise<Writer<Vendor>[]> {
  const writers: Writer<Vendor>[] = []
  const models = await Promise.all(
    vendors.map(({ client, admin }) =>
      client.call(admin, routes.machines.create, { body: { name: 'Hidrolik pres', sku: 'HP-1' } }),
    ),
  )
  for (let n = 0; n < count; n++) {
    const vendor = vendors[n % vendors.length] as Vendor
    const { client, admin } = vendor
    const person = n % 4 === 1 ? n - 1 : n
    const { _id: company } = await client.call(admin, routes.companies.create, {
      body: { name: `Müşteri ${person}` },
    })
    const machine = models[n % vendors.length]?._id ?? ''
    const body = { machine, serialNumber: `HP-${person}`, dateOfPurchase: '2026-03-15' }
    await client.call(admin, routes.machines.assign, { params: { company }, body })
    const writer = { email: `kisi${person}@musteri${person}.test`, vendor }
    const user = { email: writer.email, name: 'Işıl', surname: 'Öztürk' }
    await client.call(admin, routes.users.invite, { params: { company }, body: user })
    await until(() => mailboxes.linkTo(writer) !== undefined, 60_000)
    const link = mailboxes.linkTo(writer)
    if (link === undefined) throw new Error(`${writer.email} got no invitation by ${vendor.name}`)
    await activate(client, link)
    writers.push(writer)
  }
  return writers
}

/** Answers the mails of a mailbox as its owner does: each
 * text of the other side with the next one of their own. */
function answerMails(
  mailboxes: Mailboxes,
  relay: SigningRelay,
  writers: Writer[],
): Mailboxes['onMail'] {
  return async ({ to, email }, { conversation, news, replyTo }) => {
    const turn = turns.findLastIndex(text => news.includes(text))
    if (turn === -1) return // the confirmation of a ticket
    const text = turns[turn + 1]
    const writer = writers[conversation]
    const isTurn = to === (turn % 2 === 0 ? writer?.vendor.team : writer?.email)
    if (text === undefined || !isTurn || !mailboxes.begin(`${conversation} ${turn + 1}`)) return
    const form = replyForms[(conversation + turn) % replyForms.length]
    await relay.send({
      from: to,
      to: replyTo,
      subject: `Re: ${email.subject}`,
      inReplyTo: email.messageId,
      text,
      ...form?.({ text, quoted: news, sender: `destek@${mailDomain}`, reader: to }),
    })
  }
}

async function openAll(
  relay: SigningRelay,
  writers: Writer<Vendor>[],
  wait: (conversation: number) => Promise<void>,
) {
  for (const [conversation, { email, vendor }] of writers.entries()) {
    await wait(conversation)
    await relay.send({
      from: email,
      to: addressOf(vendor),
      subject: titleOf(conversation),
      text: turns[0] ?? '',
    })
  }
}

/** Kills at least `kills` times, and until the conversations
 * are over. Returns how long each start took, in s. */
async function killRepeatedly(
  { kill, start }: { kill(): Promise<void>; start(): Promise<number> },
  kills: number,
  isOver: () => boolean,
): Promise<number[]> {
  const ready: number[] = []
  while (ready.length < kills || !isOver()) {
    await pause(4_000 + Math.random() * 20_000)
    if (ready.length >= kills && isOver()) break
    await kill()
    ready.push(await start())
  }
  return ready
}

type Found = { vendor: Vendor; tickets: Map<string, string[][]>; received: ReceivedMail[] }

async function readVendor(vendor: Vendor): Promise<Found> {
  const textsOf = (conversations: Message[][]) =>
    conversations.map(messages => messages.map(({ message }) => message))
  const tickets = await readTickets(vendor)
  return {
    vendor,
    tickets: new Map([...tickets].map(([title, of]) => [title, textsOf(of)])),
    received: await readReceivedMails(vendor),
  }
}

/** Each ticket and each received mail is where it belongs, and at no other vendor. */
function compareTickets(found: Found[], writers: Writer<Vendor>[], forged: Forged[]) {
  const isRight = ({ vendor }: Writer<Vendor>, conversation: number) =>
    found.every(each => {
      const tickets = each.tickets.get(titleOf(conversation)) ?? []
      return each.vendor === vendor
        ? tickets.length === 1 && tickets[0]?.join('|') === turns.join('|')
        : tickets.length === 0
    })
  const wrong = writers.flatMap((writer, i) => (isRight(writer, i) ? [] : titleOf(i)))
  const unknown = found.flatMap(({ tickets }) =>
    [...tickets.keys()].filter(title => !(conversationOf(title) < writers.length)),
  )
  const foreign = found.flatMap(({ vendor, received }) =>
    received.filter(({ subject }) => {
      const owner =
        writers[conversationOf(subject)]?.vendor.name ??
        forged.find(each => each.subject === subject)?.vendor
      return owner !== undefined && owner !== vendor.name
    }),
  )
  const isHeld = ({ vendor, subject, reason }: Forged) => {
    const mails = found.flatMap(each =>
      each.vendor.name === vendor ? each.received.filter(mail => mail.subject === subject) : [],
    )
    return mails.length === 1 && mails[0]?.state === 'held' && mails[0].reason === reason
  }
  const messages = found.flatMap(({ tickets }) => [...tickets.values()].flat(2))
  return {
    wrong,
    thresholds: [
      atLeast(writers.length, 'conversations by mail only', writers.length - wrong.length),
      atMost(
        0,
        'conversations with a message lost, doubled, out of order, in another ticket or at another vendor',
        wrong.length,
      ),
      atMost(0, 'received mails that another vendor sees', foreign.length),
      atLeast(
        forged.length,
        'mails in the name of others, or to the reply address of others, that are held',
        forged.filter(isHeld).length,
      ),
      atMost(
        0,
        'tickets and messages of forged mails',
        unknown.length + messages.filter(text => text.includes(forgedText)).length,
      ),
    ],
  }
}

async function explain(
  portal: PortalProcess,
  mailboxes: Mailboxes,
  wrong: string[],
  found: Found[],
) {
  const received = await readReceived(portal.dataDir)
  for (const title of wrong.slice(0, 10)) {
    for (const { vendor, tickets } of found)
      console.log(`\n${title}, ${vendor.name}: ${JSON.stringify(tickets.get(title))}`)
    console.table(received.filter(({ subject }) => subject.includes(title)))
    console.table(mailboxes.about(title))
  }
}

/** The received mails as the portal has them, oldest first. */
async function readReceived(dataDir: string) {
  const client = new pg.Client((await startPostgres(dataDir, 'client')).connection)
  await client.connect()
  const { rows } = await client.query<Record<string, string> & { subject: string }>(
    `select id, state, reason, attempts, date_attempted::text, date_received::text, date_changed::text, recipient, left(fingerprint, 8) as fingerprint,
            ticket_id, length(raw) as bytes, substring(convert_from(raw, 'latin1') from '(?i)\\nmessage-id: *(\\S+)') as message_id, subject
       from received_mails order by id`,
  )
  await client.end()
  return rows
}

async function until(isTrue: () => boolean, ms: number) {
  for (const end = performance.now() + ms; !isTrue() && performance.now() < end; ) await pause(500)
}
