import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import pg from 'pg'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { atLeast, atMost, type Drill } from './drill.ts'
import {
  activate,
  copyInstallation,
  createPortalProcess,
  domain,
  type PortalProcess,
  temporaryFolder,
} from './portal-process.ts'

const mailDomain = 'reply.drill.test'
const trustedHost = 'mx.drill.test'
/** What customer and team write in turn; the first text opens the ticket. */
const turns = [
  'Pres durdu, yağ akıyor.',
  'Basınç kaç bar?',
  'Göstergede 40 bar yazıyor.',
  'Vanayı kapatın, geliyoruz.',
]

/** A digest tells of fifty tickets, and of the others only how many there are. */
const maxInProgress = 40

/** Customers and the team write by mail only, through mail servers
 * that try again, while the portal is killed and started again. */
export const mailBothWays: Drill = async ({ short, installation, toStop }) => {
  const [conversations, customers, kills] = short ? [12, 3, 1] : [1_000, 40, 20]
  const port = await freePort()
  const mailboxes = createMailboxes()
  const relay = await startRelay(mail => void mailboxes.deliver(mail))
  toStop.defer(relay.stop)
  const portal = createPortalProcess(
    toStop,
    {
      SMTP_URL: `smtp://127.0.0.1:${relay.port}?ignoreTLS=true`,
      MAIL_FROM: `destek@${mailDomain}`,
      MAIL_IN_URL: `smtp://127.0.0.1:${port}?domain=${mailDomain}`,
      MAIL_IN_TRUST: trustedHost,
      NOTIFY_DELAY: '1s',
      LIMIT_FACTOR: '100',
    },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const { admin } = installation.people
  const writers = await inviteCustomers(portal, mailboxes, admin, customers)
  const send = createSender(port)
  const customerOf = (conversation: number) => writers[conversation % writers.length] as string

  /** Answers the mails of a mailbox as its owner does: each
   * text of the other side with the next one of their own. */
  mailboxes.onMail = async ({ to, email }, { conversation, news, replyTo }) => {
    const turn = turns.findLastIndex(text => news.includes(text))
    if (turn === -1) return // the confirmation of a ticket
    const text = turns[turn + 1]
    const isTurn = turn % 2 === 0 ? to === team : to === customerOf(conversation)
    if (text === undefined || !isTurn || !mailboxes.begin(`${conversation} ${turn + 1}`)) return
    const quote = `22 Kas 2026 Paz 10:15 tarihinde Demir Makine <destek@${mailDomain}> şunu yazdı:\n> ${news.replaceAll('\n', '\n> ')}`
    await send({
      from: to,
      to: replyTo,
      subject: `Re: ${email.subject}`,
      text: `${text}\n\n${quote}`,
      inReplyTo: email.messageId,
    })
  }

  const begun = performance.now()
  const isOverAt = (conversation: number) =>
    mailboxes.isTold(customerOf(conversation), conversation, turns.length - 1)
  const countOver = () =>
    Array.from({ length: conversations }, (_, i) => isOverAt(i)).filter(Boolean).length
  const isOver = () => countOver() === conversations
  const limit = short ? 180_000 : 1_500_000
  async function openAll() {
    for (let conversation = 0; conversation < conversations; conversation++) {
      await until(() => conversation - countOver() < maxInProgress, limit)
      await send({
        from: customerOf(conversation),
        to: `${domain}@${mailDomain}`,
        subject: titleOf(conversation),
        text: turns[0] ?? '',
      })
    }
  }
  const opening = openAll()
  const killing = killRepeatedly(portal, kills, isOver)
  const forged = await forge(send, mailboxes, short ? 3 : 50)
  await opening
  await until(isOver, limit)
  const { ready, killed } = await killing
  await pause(3_000) // a duplicate would have arrived by then

  const found = await readTickets(portal, admin)
  const expected = Array.from({ length: conversations }, (_, conversation) => titleOf(conversation))
  const isRight = (title: string) =>
    found.get(title)?.length === 1 && found.get(title)?.[0]?.join('|') === turns.join('|')
  const wrong = expected.filter(title => !isRight(title))
  if (wrong.length > 0) {
    const received = await readReceived(portal.dataDir)
    for (const title of wrong.slice(0, 10)) {
      console.log(`\n${title}: ${JSON.stringify(found.get(title))}`)
      console.table(received.filter(({ subject }) => subject.includes(title)))
      console.table(mailboxes.about(title))
    }
  }
  const { untold, toldTwice, misdirected, repeats } = mailboxes.compare(conversations, customerOf)
  const isUnexplained = ({ first, again, copies }: Repeat) =>
    copies > 2 || !killed.some(at => first <= at && at <= again)
  return {
    thresholds: [
      atLeast(conversations, 'conversations by mail only', expected.length - wrong.length),
      atMost(
        0,
        'conversations with a message lost, doubled, out of order or in another ticket',
        wrong.length,
      ),
      atMost(0, 'messages that their readers were not told of by mail', untold),
      atMost(0, 'messages told by two mails with different Message-IDs', toldTwice),
      atMost(
        0,
        'mails that came again with the same Message-ID without a kill in between, or a third time',
        repeats.filter(isUnexplained).length,
      ),
      atMost(0, 'mails about a ticket that their reader may not open', misdirected),
      atLeast(
        forged.sent,
        'mails from other senders than the reply address is for, of which none is a message',
        forged.sent - countTexts(found, forged.text),
      ),
      atLeast(kills, 'times that the portal was killed', ready.length),
    ],
    figures: {
      conversations,
      kills,
      sameMessageId: repeats.length,
      sent: mailboxes.count(),
      seconds: (performance.now() - begun) / 1000,
      ready,
    },
  }
}

type SentMail = {
  from: string
  to: string
  subject: string
  text: string
  inReplyTo?: string | undefined
}
type Delivered = { to: string; email: Email; news: News[]; at: Date; copies: number }
/** What a mail tells of one conversation. */
type News = { conversation: number; news: string; replyTo: string }
/** A mail that came again: when it came at first and now. */
type Repeat = { first: number; again: number; copies: number }

const team = 'selin@demir.test'
const titleOf = (conversation: number) => `Konuşma ${conversation} bitti`
const conversationOf = (subject: string) =>
  Number(/Konuşma (\d+) bitti/.exec(subject)?.[1] ?? Number.NaN)

/** The mailboxes of all users; a mail with a known
 * Message-ID is not shown again, as in a mail program. */
function createMailboxes() {
  const mails = new Map<string, Delivered>()
  const answered = new Set<string>()
  /** How many mails told a reader of a turn of a conversation. */
  const timesTold = new Map<string, number>()
  const repeats: Repeat[] = []
  const keyOf = (to: string, conversation: number, turn: number) => `${to} ${conversation} ${turn}`
  return {
    onMail: async (_: Delivered, _news: News) => {},
    async deliver({ to, raw }: { to: string; raw: Buffer }) {
      const email = await PostalMime.parse(raw)
      const id = `${to} ${email.messageId}`
      const known = mails.get(id)
      if (known) {
        known.copies++
        repeats.push({ first: known.at.getTime(), again: Date.now(), copies: known.copies })
        return
      }
      const mail = {
        to,
        email,
        news: newsIn(email),
        at: new Date(),
        copies: 1,
      }
      mails.set(id, mail)
      for (const { conversation, news } of mail.news)
        for (const [turn, text] of turns.entries()) {
          const key = keyOf(to, conversation, turn)
          if (news.includes(text)) timesTold.set(key, (timesTold.get(key) ?? 0) + 1)
        }
      for (const news of mail.news) await this.onMail(mail, news)
    },
    begin: (turn: string) => !answered.has(turn) && answered.add(turn),
    isTold: (to: string, conversation: number, turn: number) =>
      timesTold.has(keyOf(to, conversation, turn)),
    count: () => mails.size,
    /** What the mails of a conversation told, and when. */
    about: (title: string) =>
      [...mails.values()]
        .flatMap(({ to, email, news, at }) => news.map(of => ({ to, email, at, ...of })))
        .filter(({ conversation }) => conversation === conversationOf(title))
        .map(({ to, email, news, at }) => ({
          at: at.toISOString(),
          to,
          messageId: email.messageId,
          turns: turns.flatMap((text, turn) => (news.includes(text) ? turn : [])).join(),
        })),
    /** The link of the first mail to a user, their invitation. */
    linkTo: (address: string) =>
      [...mails.values()].flatMap(({ to, email }) =>
        to === address ? (/http\S+/.exec(email.text ?? '') ?? []) : [],
      )[0],
    replyAddresses: () =>
      [...mails.values()].flatMap(({ to, email }) =>
        to === team ? [] : (email.replyTo?.[0]?.address ?? []),
      ),
    compare(conversations: number, customerOf: (conversation: number) => string) {
      const expected = Array.from({ length: conversations }, (_, i) => i).flatMap(i =>
        turns.map((_, turn) => keyOf(turn % 2 === 0 ? team : customerOf(i), i, turn)),
      )
      const misdirected = [...mails.values()].filter(({ to, news }) =>
        news.some(({ conversation }) => to !== team && to !== customerOf(conversation)),
      )
      return {
        untold: expected.filter(key => !timesTold.has(key)).length,
        toldTwice: [...timesTold.values()].filter(times => times > 1).length,
        misdirected: misdirected.length,
        repeats,
      }
    },
  }
}
type Mailboxes = ReturnType<typeof createMailboxes>

/** A mail about a ticket tells of one conversation, a digest of several. */
function newsIn({ subject = '', text = '', replyTo }: Email): News[] {
  if (subject.includes('bitti'))
    return [
      {
        conversation: conversationOf(subject),
        news: text.split('Önceki mesajlar')[0] ?? '',
        replyTo: replyTo?.[0]?.address ?? '',
      },
    ]
  return text
    .split(/\r?\n\r?\n/)
    .map(entry => ({
      conversation: conversationOf(entry),
      news: entry,
      replyTo: /reply\+\S+/.exec(entry)?.[0] ?? '',
    }))
    .filter(({ replyTo }) => replyTo !== '')
}

/** The mail server that the portal sends through. It acknowledges a mail once it has it. */
async function startRelay(deliver: (mail: { to: string; raw: Buffer }) => void) {
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    closeTimeout: 1,
    onData(stream, { envelope }, done) {
      buffer(stream).then(raw => {
        for (const { address } of envelope.rcptTo) deliver({ to: address, raw })
        done()
      }, done)
    },
  })
  server.on('error', () => {}) // of connections that end with the killed portal
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  return {
    port: (listening.address() as AddressInfo).port,
    stop: () => new Promise<void>(resolve => server.close(resolve)),
  }
}

/** The mail server of the writers: it sends each mail until
 * the portal acknowledges it, with the same Message-ID. */
function createSender(port: number) {
  let number = 0
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    ignoreTLS: true,
    pool: true,
    maxConnections: 8,
    connectionTimeout: 5_000,
  })
  return async ({ from, ...mail }: SentMail) => {
    const messageId = `<${++number}.${Date.now()}@${from.split('@')[1]}>`
    const headers = {
      'Authentication-Results': `${trustedHost}; dmarc=pass header.from=${from.split('@')[1]}`,
    }
    for (;;) {
      try {
        await transport.sendMail({ from, ...mail, messageId, headers })
        return
      } catch (error) {
        const { responseCode = 0 } = error as { responseCode?: number }
        if (responseCode >= 500) throw error
        await pause(300)
      }
    }
  }
}

/** Mails from another sender than the one whose reply address it is. */
async function forge(send: (mail: SentMail) => Promise<void>, mailboxes: Mailboxes, count: number) {
  const text = 'Bunu ben yazmadım.'
  await until(() => mailboxes.replyAddresses().length >= count, 120_000)
  await Promise.all(
    mailboxes
      .replyAddresses()
      .slice(0, count)
      .map(to => send({ from: 'yabanci@baska.test', to, subject: 'Re: Pres', text })),
  )
  return { sent: count, text }
}

/** Kills at least `kills` times, and until the conversations are over. */
async function killRepeatedly(
  portal: PortalProcess,
  kills: number,
  isOver: () => boolean,
): Promise<{ ready: number[]; killed: number[] }> {
  const ready: number[] = []
  const killed: number[] = []
  for (let round = 0; round < kills || !isOver(); round++) {
    await pause(4_000 + Math.random() * 20_000)
    if (round >= kills && isOver()) break
    await portal.kill()
    killed.push(Date.now())
    ready.push(await portal.start())
  }
  return { ready, killed }
}

/** Customers with a company and a machine each. */
async function inviteCustomers(
  portal: PortalProcess,
  mailboxes: Mailboxes,
  admin: string,
  count: number,
): Promise<string[]> {
  const model = await portal.call(admin, routes.machines.create, {
    body: { name: 'Hidrolik pres', sku: 'HP-1' },
  })
  const emails: string[] = []
  for (let n = 0; n < count; n++) {
    const { _id: company } = await portal.call(admin, routes.companies.create, {
      body: { name: `Müşteri ${n}` },
    })
    const body = { machine: model._id, serialNumber: `HP-${n}`, dateOfPurchase: '2026-03-15' }
    await portal.call(admin, routes.machines.assign, { params: { company }, body })
    const email = `kisi${n}@musteri${n}.test`
    const user = { email, name: 'Işıl', surname: 'Öztürk' }
    await portal.call(admin, routes.users.invite, { params: { company }, body: user })
    await until(() => mailboxes.linkTo(email) !== undefined, 30_000)
    await activate(portal, mailboxes.linkTo(email) ?? '')
    emails.push(email)
  }
  return emails
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

/** The messages of all tickets, by their titles. */
async function readTickets(portal: PortalProcess, admin: string): Promise<Map<string, string[][]>> {
  const found = new Map<string, string[][]>()
  for (let page = 0; ; page++) {
    const { tickets } = await portal.call(admin, routes.tickets.list, {
      query: { page: String(page), size: '100' },
    })
    for (const { _id, title } of tickets) {
      const { conversation } = await portal.call(admin, routes.tickets.get, {
        params: { ticket: _id },
      })
      found.set(title, [...(found.get(title) ?? []), conversation.map(({ message }) => message)])
    }
    if (tickets.length < 100) return found
  }
}

const countTexts = (found: Map<string, string[][]>, text: string) =>
  [...found.values()].flat(2).filter(message => message.includes(text)).length

async function until(isTrue: () => boolean, ms: number) {
  for (const end = performance.now() + ms; !isTrue() && performance.now() < end; ) await pause(500)
}

/** A port that the portal has again after each start. */
async function freePort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}
