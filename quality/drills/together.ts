import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { addVendor, type Company } from './add-vendor.ts'
import { atLeast, atMost, type Drill, limits } from './drill.ts'
import {
  type Client,
  copyInstallation,
  createClient,
  createPortalProcess,
  isDone,
  temporaryFolder,
} from './portal-process.ts'

const domain = 'birlikte.localhost'
/** Rounds at the same time. */
const lanes = 6

type People = { team: [string, string]; customer: string; company: Company }
type Count = Record<'lost' | 'twice' | 'unordered' | 'merged' | 'undone' | 'refused', number>

/** In each round two colleagues and a customer answer, note, merge, undo, close and take back on
 * one ticket at the same moment, while the server is killed. */
export const together: Drill = async ({ short, installation, toStop }) => {
  const size = short ? { rounds: 20, kills: 1 } : { rounds: 1_000, kills: 15 }
  const portal = createPortalProcess(
    toStop,
    { LIMIT_FACTOR: '1000' },
    copyInstallation(installation, temporaryFolder(toStop)),
  )
  await portal.start()
  const vendor = await addVendor(portal, domain, { staff: 2, companies: 1, customersEach: 1 })
  const [, first = '', second = ''] = vendor.team
  const [{ token: customer }, company] = [vendor.customers[0], vendor.companies[0]] as [
    { token: string },
    Company,
  ]
  const client = createClient(portal.url, () => '', domain)
  const people: People = { team: [first, second], customer, company }
  const count: Count = { lost: 0, twice: 0, unordered: 0, merged: 0, undone: 0, refused: 0 }
  const rounds = Array.from({ length: size.rounds }, (_, i) => i).values()
  let left = lanes
  const working = Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const round of rounds) await playRound(client, people, round, count)
      left--
    }),
  )
  const ready: number[] = []
  while (left > 0 && ready.length < size.kills) {
    await pause(short ? 1_000 : 2_000 + Math.random() * 4_000)
    await portal.kill()
    ready.push(await portal.start())
  }
  await working
  return {
    thresholds: [
      atMost(0, 'messages and notes that were acknowledged and are on neither ticket', count.lost),
      atMost(
        0,
        'messages and notes that are there twice, or though they were refused',
        count.twice,
      ),
      atMost(0, 'conversations that two readers see in another order', count.unordered),
      atLeast(size.rounds / 4, 'merges', count.merged),
      ...(short ? [] : [atLeast(1, 'merges undone in the round', count.undone)]),
      atLeast(1, 'calls that were refused', count.refused),
      atLeast(size.kills, 'kills of the server', ready.length),
      atMost(limits.ready, 'longest time until the server is ready again, s', Math.max(...ready)),
    ],
    figures: { ...size },
  }
}

/** Repeats a call until the server answers it. */
async function persist<R extends Route>(
  client: Client,
  token: string,
  route: R,
  input: Request<R>,
) {
  const key = { 'idempotency-key': randomUUID() }
  for (;;) {
    const answer = await client.send(token, route, input, key)
    if (answer.status !== 0 && answer.status !== 503) return answer
    await pause(50)
  }
}

async function playRound(client: Client, people: People, round: number, count: Count) {
  const { team, customer, company } = people
  const [ali, ece] = team
  const open = async (title: string) => {
    const { body } = await persist(client, customer, routes.tickets.open, {
      params: { company: company.id },
      body: { title, machine: company.machine, message: `${title}: duruyor` },
    })
    return body._id
  }
  const [ticket, other] = [await open(`Talep ${round}`), await open(`Öteki ${round}`)]
  const written: { text: string; isThere: boolean }[] = []
  const write = async (text: string, send: () => Promise<{ status: number }>) => {
    const isThere = isDone((await send()) as never)
    if (!isThere) count.refused++
    written.push({ text, isThere })
  }
  const reply = (token: string, text: string) => () =>
    token === customer
      ? persist(client, token, routes.tickets.replyOfAccount, {
          params: { company: company.id, ticket },
          body: { contents: text },
        })
      : persist(client, token, routes.tickets.reply, {
          params: { ticket },
          body: { contents: text },
        })
  const note = (token: string, text: string) => () =>
    persist(client, token, routes.ticketNotes.write, {
      params: { ticket },
      body: { contents: text },
    })
  const retracted = await persist(client, ece, routes.tickets.reply, {
    params: { ticket },
    body: { contents: `${round} geri alınacak` },
  })
  const steps: (() => Promise<unknown>)[] = [
    () => write(`${round} ali`, reply(ali, `${round} ali`)),
    () => write(`${round} ece`, reply(ece, `${round} ece`)),
    () => write(`${round} müşteri`, reply(customer, `${round} müşteri`)),
    () => write(`${round} not ali`, note(ali, `${round} not ali`)),
    () => write(`${round} not ece`, note(ece, `${round} not ece`)),
    () => persist(client, ali, routes.tickets.merge, { params: { ticket }, body: { into: other } }),
    () =>
      persist(client, ece, routes.tickets.change, {
        params: { ticket },
        body: { status: 'closed' },
      }),
    () =>
      persist(client, ece, routes.tickets.retract, {
        params: { ticket, message: retracted.body._id },
      }),
    // It waits for the merge, and would undo nearly each.
    ...(round % 2 === 0
      ? [() => persist(client, ece, routes.tickets.undoMerge, { params: { ticket } })]
      : []),
  ]
  await Promise.all(steps.toSorted(() => Math.random() - 0.5).map(step => step()))
  const after = await compare(client, people, [ticket, other], written, count)
  if (after === null) count.undone++
  else if (after === other) count.merged++
}

/** Where the first ticket was merged into; null where that was undone. */
async function compare(
  client: Client,
  { team: [ali], customer, company }: People,
  tickets: [string, string],
  written: { text: string; isThere: boolean }[],
  count: Count,
) {
  const texts: string[] = []
  let into: string | null | undefined
  for (const ticket of tickets) {
    const { body } = await persist(client, ali, routes.tickets.get, { params: { ticket } })
    const theirs = await persist(client, customer, routes.tickets.getOfAccount, {
      params: { company: company.id, ticket },
    })
    texts.push(...body.conversation.map(({ message }) => message))
    texts.push(...body.notes.map(({ note }) => note))
    const [ours, dates] = [
      body.conversation.map(({ _id }) => _id),
      body.conversation.map(({ dateAdded }) => Date.parse(dateAdded)),
    ]
    const isOrdered =
      ours.join() === theirs.body.conversation.map(({ _id }) => _id).join() &&
      dates.every((date, i) => date >= (dates[i - 1] ?? 0))
    if (!isOrdered) count.unordered++
    if (ticket === tickets[0]) into = body.mergedInto?._id
    if (ticket === tickets[0] && body.mergedInto && body.conversation.length > 0) count.lost++
  }
  for (const { text, isThere } of written) {
    const found = texts.filter(each => each === text).length
    if (isThere && found === 0) count.lost++
    if (found > 1 || (!isThere && found > 0)) count.twice++
  }
  // The two first messages, and the one that was taken back or not.
  if (texts.length < written.filter(({ isThere }) => isThere).length + 3) count.lost++
  return into ?? null
}
