import { randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Output, Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import type { Ticket } from '#contract/tickets.ts'
import { atMost, type Promised } from './drill.ts'
import { type Answer, type Client, isDone, type People } from './portal.ts'

/** A ticket as its writer knows it: the texts sent, of those the ones that were acknowledged, and the bytes of its attachment. */
type Written = { title: string; id?: string; sent: string[]; acknowledged: Set<string>; bytes?: Buffer; finished: boolean }

/** What writers met. Times in ms. */
type Met = { calls: number; unavailable: number; withoutRetryAfter: number; unanswered: number; wrong: number; slowest: number }

/** What was found to be otherwise than acknowledged, one line each. */
type Faults = { lost: string[]; doubled: string[]; half: string[]; strange: string[] }

const messagesEach = 3

/**
 * People who write at once: each opens a ticket, with an attachment now and then, writes on it, and opens the next. A call that was not
 * answered is repeated with its Idempotency-Key until it is. They remember what was acknowledged, and can look whether it is there.
 */
export function startWriters(portal: Client, people: People, count: number, options: { files?: boolean } = {}) {
  const { files = true } = options
  const written: Written[] = []
  const found: Faults = { lost: [], doubled: [], half: [], strange: [] }
  const seen = new Map<string, string>()
  const checked = new Set<string>()
  let met = nothingMet()
  let acknowledged = 0
  let held: PromiseWithResolvers<void> | undefined
  let stopping = false
  const underWay = new Set<Promise<unknown>>()

  /** One try of a call, counted. */
  async function once<T extends Answer>(asking: () => Promise<T>): Promise<T> {
    await held?.promise
    const one = asking()
    underWay.add(one)
    const answer = await one
    underWay.delete(one)
    met.calls++
    met.slowest = Math.max(met.slowest, answer.ms)
    if (answer.status === 0 || answer.status === 502)
      met.unanswered++ // 502: so says a proxy of it
    else if (answer.status === 503) {
      met.unavailable++
      if (!answer.headers.get('retry-after')) met.withoutRetryAfter++
    } else if (!isDone(answer) && answer.status !== 409) {
      met.wrong++
      found.strange.push(`a call is answered ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return answer
  }

  /** Asks until it is done; `already` tells that an earlier try was, though its answer was lost. */
  async function insist<T extends Answer>(asking: () => Promise<T>, already: (answer: T) => boolean = () => false): Promise<T> {
    for (;;) {
      const answer = await once(asking)
      if (isDone(answer) || already(answer)) {
        acknowledged++
        return answer
      }
      await pause(20)
    }
  }

  async function make<R extends Route>(token: string, route: R, given: Request<R>): Promise<Output<R>> {
    const key = { 'idempotency-key': randomUUID() }
    return (await insist(() => portal.ask(token, route, given, key))).body
  }

  const isConflict = ({ status }: Answer) => status === 409

  async function upload(bytes: Buffer) {
    const { id, url } = await make(people.customer, routes.files.request, {
      body: { fileName: 'ölçüm.bin', fileSize: bytes.length, fileType: 'application/octet-stream' },
    })
    const { pathname, search } = new URL(url)
    const put = { method: 'PUT', headers: { 'content-type': 'image/png' }, body: bytes }
    await insist(() => portal.askAt(pathname + search, put), isConflict)
    await insist(() => portal.ask(people.customer, routes.files.confirm, { params: { file: id } }), isConflict)
    return id
  }

  async function writeTicket() {
    const title = `Talep ${written.length}`
    const ticket: Written = { title, sent: [], acknowledged: new Set(), finished: false }
    written.push(ticket)
    const { company, machine } = people
    if (files && written.length % 4 === 0) ticket.bytes = randomBytes(20_000)
    const attached = ticket.bytes ? [await upload(ticket.bytes)] : []
    for (let n = 0; n < messagesEach; n++) {
      const message = `${title}, ${n}. mesaj`
      ticket.sent.push(message)
      if (n === 0) {
        const body = { title, machine, message, files: attached }
        ticket.id = (await make(people.customer, routes.tickets.open, { params: { company }, body }))._id
      } else if (n % 2 === 1) {
        await make(people.admin, routes.tickets.reply, { params: { ticket: ticket.id as string }, body: { contents: message } })
      } else {
        const params = { company, ticket: ticket.id as string }
        await make(people.customer, routes.tickets.replyOfAccount, { params, body: { contents: message } })
      }
      ticket.acknowledged.add(message)
    }
    ticket.finished = true
  }

  async function writer() {
    while (!stopping) await writeTicket()
  }
  const writing = Promise.all(Array.from({ length: count }, writer))
  writing.catch(() => {}) // `stop` says it

  /** Compares a ticket as it is shown with what its writer knows. */
  async function compare(ticket: Written, shown: Ticket) {
    const texts = shown.conversation.map(({ message }) => message)
    if (texts[0] !== ticket.sent[0]) found.half.push(`${ticket.title} has no first message`)
    for (const text of ticket.acknowledged) if (!texts.includes(text)) found.lost.push(text)
    for (const text of new Set(texts)) {
      if (texts.indexOf(text) !== texts.lastIndexOf(text)) found.doubled.push(text)
      if (!ticket.sent.includes(text)) found.strange.push(`${text} on ${ticket.title}`)
    }
    if (!ticket.bytes) return
    const [file, ...more] = shown.conversation[0]?.files ?? []
    const link = file?.signedURL ? new URL(file.signedURL) : undefined
    const bytes = link ? (await portal.askAt(link.pathname + link.search)).body : undefined
    if (!bytes?.equals(ticket.bytes) || more.length > 0) found.half.push(`the attachment of ${ticket.title}`)
  }

  /** Looks at every ticket that is shown and was not finished the last time. Nothing may be under way. */
  async function look() {
    const byTitle = new Map(written.map(ticket => [ticket.title, ticket]))
    for (let page = 0; ; page++) {
      const query = { page: `${page}`, size: '100', sort: '-dateCreated' } as const
      const { tickets } = await portal.call(people.admin, routes.tickets.list, { query })
      for (const { _id, title } of tickets) {
        const known = seen.get(title) ?? _id
        seen.set(title, known)
        if (known !== _id) found.doubled.push(title)
        if (!byTitle.has(title)) found.strange.push(title)
      }
      if (tickets.every(({ _id }) => checked.has(_id))) break
    }
    for (const ticket of written) {
      const id = ticket.id ?? seen.get(ticket.title)
      if (id === undefined || checked.has(id)) continue
      const answer = await portal.ask(people.admin, routes.tickets.get, { params: { ticket: id } })
      if (isDone(answer)) await compare(ticket, answer.body)
      else found.lost.push(`${ticket.title}: ${answer.status}`)
      if (ticket.finished) checked.add(id)
    }
  }

  return {
    found,
    /** What they met since this was asked last. */
    met() {
      const until = met
      met = nothingMet()
      return until
    },
    acknowledged: () => acknowledged,
    tickets: () => written.length,
    /** Nobody asks anything from now on until `goOn`; resolves once nothing is under way. */
    async hold() {
      held ??= Promise.withResolvers<void>()
      while (underWay.size > 0) await Promise.all(underWay)
    },
    goOn() {
      held?.resolve()
      held = undefined
    },
    look,
    /** Everybody finishes their ticket; then all of it is looked at once more, from the first. */
    async stop() {
      stopping = true
      await writing
      checked.clear()
      seen.clear()
      await look()
      // A count of many is kept for some seconds: the last tickets may be in it only after those.
      const counted = async () => (await portal.call(people.admin, routes.tickets.list, { query: { page: '0', size: '1' } })).total
      const until = performance.now() + 6_000
      let total = await counted()
      while (total !== written.length && performance.now() < until) {
        await pause(500)
        total = await counted()
      }
      if (total !== written.length) found.strange.push(`${total} tickets where ${written.length} were opened`)
    },
  }
}
export type Writers = ReturnType<typeof startWriters>

const nothingMet = (): Met => ({ calls: 0, unavailable: 0, withoutRetryAfter: 0, unanswered: 0, wrong: 0, slowest: 0 })

/** The promises about what was written. What broke them is said. */
export function nothingAmiss({ found }: Writers): Promised[] {
  for (const [kind, faults] of Object.entries(found)) for (const fault of faults.slice(0, 5)) console.log(`  ${kind}: ${fault}`)
  return [
    atMost(0, 'acknowledged writes that were lost', found.lost.length),
    atMost(0, 'writes that were made twice', found.doubled.length),
    atMost(0, 'half-made things that were shown', found.half.length),
    atMost(0, 'answers and rows that nobody can explain', found.strange.length),
  ]
}
