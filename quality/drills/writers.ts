import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Output, Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import type { Ticket } from '#contract/tickets.ts'
import { atMost, type Threshold } from './drill.ts'
import { type Client, isDone, type People, type TimedResponse } from './portal-process.ts'

/** A ticket as its writer knows it: the texts sent and
 * acknowledged, and the bytes of its attachment. */
type WrittenTicket = {
  title: string
  id?: string
  sent: string[]
  acknowledged: Set<string>
  bytes?: Buffer
  finished: boolean
}

type CallCounts = {
  calls: number
  unavailable: number
  withoutRetryAfter: number
  unanswered: number
  wrong: number
  slowest: number
}

/** Differences between acknowledged and stored writes, one line each. */
type Discrepancies = {
  lost: string[]
  duplicated: string[]
  partial: string[]
  unexpected: string[]
}

const messagesEach = 3

/** Concurrent users who open tickets, every fourth with an attachment, and
 * write messages; each failed call is retried with its Idempotency-Key.
 * `verify` compares the stored tickets with the acknowledged writes. */
export function startWriters(
  portal: Client,
  people: People,
  count: number,
  options: { files?: boolean } = {},
) {
  const { files = true } = options
  const written: WrittenTicket[] = []
  const found: Discrepancies = { lost: [], duplicated: [], partial: [], unexpected: [] }
  const idByTitle = new Map<string, string>()
  const checked = new Set<string>()
  let counts = zeroCounts()
  let acknowledged = 0
  let suspended: PromiseWithResolvers<void> | undefined
  let isStopping = false
  const inFlight = new Set<Promise<unknown>>()

  async function attempt<T extends TimedResponse>(send: () => Promise<T>): Promise<T> {
    await suspended?.promise
    const pending = send()
    inFlight.add(pending)
    const answer = await pending
    inFlight.delete(pending)
    counts.calls++
    counts.slowest = Math.max(counts.slowest, answer.ms)
    if (answer.status === 0 || answer.status === 502)
      counts.unanswered++ // 502: the proxy got no response
    else if (answer.status === 503) {
      counts.unavailable++
      if (!answer.headers.get('retry-after')) counts.withoutRetryAfter++
    } else if (!isDone(answer) && answer.status !== 409) {
      counts.wrong++
      found.unexpected.push(`a call is answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }

  /** Retries until the call succeeds; `isRepeated` recognizes that
   * an earlier attempt did, although its response was lost. */
  async function retry<T extends TimedResponse>(
    send: () => Promise<T>,
    isRepeated: (answer: T) => boolean = () => false,
  ): Promise<T> {
    for (;;) {
      const answer = await attempt(send)
      if (isDone(answer) || isRepeated(answer)) {
        acknowledged++
        return answer
      }
      await pause(20)
    }
  }

  async function callOnce<R extends Route>(
    token: string,
    route: R,
    input: Request<R>,
  ): Promise<Output<R>> {
    const key = { 'idempotency-key': randomUUID() }
    return (await retry(() => portal.send(token, route, input, key))).body
  }

  const isConflict = ({ status }: TimedResponse) => status === 409

  async function upload(bytes: Buffer) {
    const { id, url } = await callOnce(people.customer, routes.files.request, {
      body: { fileName: 'ölçüm.bin', fileSize: bytes.length, fileType: 'application/octet-stream' },
    })
    const { pathname, search } = new URL(url)
    const put = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes }
    await retry(() => portal.fetchPath(pathname + search, put), isConflict)
    await retry(
      () => portal.send(people.customer, routes.files.confirm, { params: { file: id } }),
      isConflict,
    )
    return id
  }

  async function writeTicket() {
    const title = `Talep ${written.length}`
    const ticket: WrittenTicket = { title, sent: [], acknowledged: new Set(), finished: false }
    written.push(ticket)
    const { company, machine } = people
    if (files && written.length % 4 === 0) ticket.bytes = randomBytes(20_000)
    const attached = ticket.bytes ? [await upload(ticket.bytes)] : []
    for (let n = 0; n < messagesEach; n++) {
      const message = `${title}, ${n}. mesaj`
      ticket.sent.push(message)
      if (n === 0) {
        const body = { title, machine, message, files: attached }
        ticket.id = (
          await callOnce(people.customer, routes.tickets.open, { params: { company }, body })
        )._id
      } else if (n % 2 === 1) {
        await callOnce(people.admin, routes.tickets.reply, {
          params: { ticket: ticket.id as string },
          body: { contents: message },
        })
      } else {
        const params = { company, ticket: ticket.id as string }
        await callOnce(people.customer, routes.tickets.replyOfAccount, {
          params,
          body: { contents: message },
        })
      }
      ticket.acknowledged.add(message)
    }
    ticket.finished = true
  }

  async function writer() {
    while (!isStopping) await writeTicket()
  }
  const writing = Promise.all(Array.from({ length: count }, writer))
  writing.catch(() => {}) // `stop` awaits it

  async function compare(ticket: WrittenTicket, shown: Ticket) {
    const texts = shown.conversation.map(({ message }) => message)
    if (texts[0] !== ticket.sent[0]) found.partial.push(`${ticket.title} has no first message`)
    for (const text of ticket.acknowledged) if (!texts.includes(text)) found.lost.push(text)
    for (const text of new Set(texts)) {
      if (texts.indexOf(text) !== texts.lastIndexOf(text)) found.duplicated.push(text)
      if (!ticket.sent.includes(text)) found.unexpected.push(`${text} on ${ticket.title}`)
    }
    if (!ticket.bytes) return
    const [file, ...more] = shown.conversation[0]?.files ?? []
    const link = file?.signedURL ? new URL(file.signedURL) : undefined
    const bytes = link ? (await portal.fetchPath(link.pathname + link.search)).body : undefined
    if (!bytes?.equals(ticket.bytes) || more.length > 0)
      found.partial.push(`the attachment of ${ticket.title}`)
  }

  /** Checks every ticket that was not finished at the last check. No call may be in flight. */
  async function verify() {
    const byTitle = new Map(written.map(ticket => [ticket.title, ticket]))
    for (let page = 0; ; page++) {
      const query = { page: `${page}`, size: '100', sort: '-dateCreated' } as const
      const { tickets } = await portal.call(people.admin, routes.tickets.list, { query })
      for (const { _id, title } of tickets) {
        const known = idByTitle.get(title) ?? _id
        idByTitle.set(title, known)
        if (known !== _id) found.duplicated.push(title)
        if (!byTitle.has(title)) found.unexpected.push(title)
      }
      if (tickets.every(({ _id }) => checked.has(_id))) break
    }
    for (const ticket of written) {
      const id = ticket.id ?? idByTitle.get(ticket.title)
      if (id === undefined || checked.has(id)) continue
      const answer = await portal.send(people.admin, routes.tickets.get, { params: { ticket: id } })
      if (isDone(answer)) await compare(ticket, answer.body)
      else found.lost.push(`${ticket.title}: ${answer.status}`)
      if (ticket.finished) checked.add(id)
    }
  }

  return {
    found,
    /** Returns the counts since the last call, and resets them. */
    takeCounts() {
      const taken = counts
      counts = zeroCounts()
      return taken
    },
    acknowledged: () => acknowledged,
    tickets: () => written.length,
    /** The acknowledged messages, each with its ticket's id. */
    messages: () =>
      written.flatMap(({ id, acknowledged }) =>
        id ? [...acknowledged].map(text => ({ ticket: id, text })) : [],
      ),
    /** Starts no further call until `resume`; resolves when none is in flight. */
    async suspend() {
      suspended ??= Promise.withResolvers<void>()
      while (inFlight.size > 0) await Promise.all(inFlight)
    },
    resume() {
      suspended?.resolve()
      suspended = undefined
    },
    verify,
    /** Lets every writer finish its ticket, then verifies all tickets again. */
    async stop() {
      isStopping = true
      await writing
      checked.clear()
      idByTitle.clear()
      await verify()
      // Totals of long lists are cached for 5 s.
      const readTotal = async () =>
        (await portal.call(people.admin, routes.tickets.list, { query: { page: '0', size: '1' } }))
          .total
      const until = performance.now() + 6_000
      let total = await readTotal()
      while (total !== written.length && performance.now() < until) {
        await pause(500)
        total = await readTotal()
      }
      if (total !== written.length)
        found.unexpected.push(`${total} tickets where ${written.length} were opened`)
    },
  }
}
export type Writers = ReturnType<typeof startWriters>

const zeroCounts = (): CallCounts => ({
  calls: 0,
  unavailable: 0,
  withoutRetryAfter: 0,
  unanswered: 0,
  wrong: 0,
  slowest: 0,
})

/** The promises about writes; prints the first discrepancies of each kind. */
export function checkWriters({ found }: Writers): Threshold[] {
  for (const [kind, faults] of Object.entries(found))
    for (const fault of faults.slice(0, 5)) console.log(`  ${kind}: ${fault}`)
  return [
    atMost(0, 'acknowledged writes that were lost', found.lost.length),
    atMost(0, 'writes that were made twice', found.duplicated.length),
    atMost(0, 'partial objects that were visible', found.partial.length),
    atMost(0, 'unexpected responses and rows', found.unexpected.length),
  ]
}
