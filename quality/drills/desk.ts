import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { routes } from '#contract/routes.ts'
import type { TicketRow } from '#contract/tickets.ts'
import { addVendor } from './conversations.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import {
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  isDone,
  type PortalProcess,
  temporaryFolder,
} from './portal-process.ts'

/** What the people at the desk were told of a ticket. */
type Known = Partial<Pick<TicketRow, 'assignee' | 'status' | 'dateSnoozed'>> & { answers: string[] }
type Person = { token: string; id: string }

const domain = 'masa.localhost'

/** A team takes, hands over, answers, snoozes and closes the tickets of one queue,
 * each person the first ones that they see, while the server is killed. */
export const desk: Drill = async ({ short, installation, toStop }) => {
  const size = short
    ? { people: 3, tickets: 30, kills: 1 }
    : { people: 10, tickets: 2_000, kills: 12 }
  const portal = createPortalProcess(
    toStop,
    { LIMIT_FACTOR: '1000' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const vendor = await addVendor(portal, domain, {
    staff: size.people,
    companies: 4,
    customersEach: 1,
  })
  const client = createClient(portal.url, () => '', domain)
  await openTickets(client, vendor, size.tickets)
  const team: Person[] = await Promise.all(
    vendor.team.slice(1).map(async token => ({
      token,
      id: (await client.call(token, routes.sessions.me))._id,
    })),
  )
  const queue = createDesk(client, team, size.tickets)
  const working = Promise.all(team.map(queue.work))
  const ready = await killWhile(portal, size.kills, queue.isDone)
  await working
  const { lost, twice, foreign, answered } = await queue.compare()
  await pause(6_000) // long lists and their counts are cached for 5 s
  const uncounted = await compareCounts(client, team)
  return {
    thresholds: [
      atLeast(size.tickets, 'tickets answered', answered),
      atMost(0, 'tickets answered twice', twice),
      atMost(0, 'tickets answered by somebody to whom they were not assigned', foreign),
      atMost(0, 'answers, assignments, snoozes and closings that were lost', lost),
      ...(short
        ? []
        : [
            atLeast(100, 'tickets that a colleague had just taken', queue.warnings()),
            atLeast(100, 'tickets handed over', queue.handovers()),
          ]),
      atMost(0, 'lists of a person whose count differs', uncounted),
      atLeast(size.kills, 'kills of the server', ready.length),
      atMost(limits.ready, 'longest time until the server is ready again, s', Math.max(...ready)),
    ],
    figures: { ...size },
  }
}

async function openTickets(
  client: Client,
  { customers, companies }: Awaited<ReturnType<typeof addVendor>>,
  count: number,
) {
  const titles = Array.from({ length: count }, (_, i) => `Talep ${i}`).values()
  await Promise.all(
    companies.map(async ({ id: company, machine }) => {
      const token = customers.find(({ companies }) => companies.includes(company))?.token ?? ''
      for (const title of titles)
        await client.call(token, routes.tickets.open, {
          params: { company },
          body: { title, machine, message: 'Duruyor.' },
        })
    }),
  )
}

/** Kills the server repeatedly until the work is done. Returns how long each start took, in s. */
async function killWhile(portal: PortalProcess, kills: number, isOver: () => boolean) {
  const ready: number[] = []
  while (!isOver()) {
    await pause(500 + Math.random() * 1_000)
    if (ready.length === kills) continue
    await portal.kill()
    ready.push(await portal.start())
  }
  return ready
}

function createDesk(client: Client, team: Person[], count: number) {
  const known = new Map<string, Known>()
  let [warnings, handovers] = [0, 0]
  const of = (ticket: string) => {
    const entry = known.get(ticket) ?? { answers: [] }
    known.set(ticket, entry)
    return entry
  }
  const isAnswered = () =>
    [...known.values()].filter(({ answers }) => answers.length > 0).length >= count
  const read = (token: string, ticket: string) =>
    persist(() => client.send(token, routes.tickets.get, { params: { ticket } }))

  /** Repeats a call until the server answers it. */
  async function persist<T extends { status: number }>(send: () => Promise<T>): Promise<T> {
    for (;;) {
      const answer = await send()
      if (answer.status !== 0 && answer.status !== 503) return answer
      await pause(50)
    }
  }
  const list = async ({ token }: Person, status: 'mine' | 'unassigned') => {
    const query = { status, sort: 'dateDue', page: '0', size: '50' } as const
    const { body } = await persist(() => client.send(token, routes.tickets.list, { query }))
    return body.tickets.filter(({ waitingFor }) => waitingFor === 'team')
  }

  /** Whether the ticket is the person's afterwards; a call that was cut off may have had effect. */
  async function assign({ token }: Person, ticket: string, to: string, from: string | null) {
    const answer = await persist(() =>
      client.send(token, routes.tickets.change, {
        params: { ticket },
        body: { assignee: to, assigneeBefore: from },
      }),
    )
    const isAssigned = isDone(answer) || (await read(token, ticket)).body.assignee === to
    if (isAssigned) of(ticket).assignee = to
    return isAssigned
  }
  async function change(
    { token }: Person,
    ticket: string,
    body: { dateSnoozed: string } | { status: 'closed' },
  ) {
    await persist(() => client.send(token, routes.tickets.change, { params: { ticket }, body }))
    Object.assign(of(ticket), body)
  }
  async function answer({ token, id }: Person, ticket: string) {
    const contents = `${id} ${ticket}`
    const key = { 'idempotency-key': randomUUID() }
    const body = { contents }
    await persist(() => client.send(token, routes.tickets.reply, { params: { ticket }, body }, key))
    of(ticket).answers.push(contents)
  }

  return {
    warnings: () => warnings,
    handovers: () => handovers,
    isDone: isAnswered,
    async work(person: Person) {
      while (!isAnswered()) {
        const own = (await list(person, 'mine'))[0]
        const rows = own ? [own] : await list(person, 'unassigned')
        const row = rows[Math.floor(Math.random() * Math.min(rows.length, 10))]
        if (!row) {
          await pause(100)
          continue
        }
        if (!own && !(await assign(person, row._id, person.id, null))) {
          warnings++
          continue
        }
        const colleague = team[Math.floor(Math.random() * team.length)]
        if (!own && colleague && colleague !== person && Math.random() < 0.2) {
          await assign(person, row._id, colleague.id, person.id)
          handovers++
          continue
        }
        await answer(person, row._id)
        const next = Math.random()
        if (next < 0.3)
          await change(person, row._id, {
            dateSnoozed: new Date(Date.now() + 86_400_000).toISOString(),
          })
        else if (next < 0.6) await change(person, row._id, { status: 'closed' })
      }
    },
    async compare() {
      const result = { lost: 0, twice: 0, foreign: 0, answered: 0 }
      const token = team[0]?.token ?? ''
      for (const [ticket, { answers, ...expected }] of known) {
        const { body } = await read(token, ticket)
        const texts = body.conversation
          .filter(({ isStaff }) => isStaff)
          .map(({ message }) => message)
        if (texts.length > 0) result.answered++
        if (texts.length > 1) result.twice++
        if (texts.some(text => text !== `${body.assignee} ${ticket}`)) result.foreign++
        if (answers.some(text => !texts.includes(text))) result.lost++
        for (const [field, value] of Object.entries(expected))
          if (body[field as keyof typeof expected] !== value) result.lost++
      }
      return result
    },
  }
}

/** How many counts differ from the lists that they count, over all people. */
async function compareCounts(client: Client, team: Person[]) {
  let different = 0
  for (const { token } of team) {
    const counts = await client.call(token, routes.tickets.counts)
    for (const status of [
      'mine',
      'unassigned',
      'waiting',
      'answered',
      'snoozed',
      'open',
    ] as const) {
      const query = { status, page: '0', size: '1' }
      const { total } = await client.call(token, routes.tickets.list, { query })
      if (total !== counts[status]) different++
    }
  }
  return different
}
