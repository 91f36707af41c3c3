import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { keep } from '../../scripts/figures.ts'
import { type Built, build } from './build.ts'
import { type Operation, readDocument } from './document.ts'
import { type Breach, judge } from './judge.ts'
import { planOf } from './plan.ts'
import { type Actor, roles } from './roles.ts'
import { sumsWhere } from './rows.ts'
import { asCurl, send } from './send.ts'
import { calmDown, makeWorld } from './world.ts'

// `npm run fuzz` asks a running portal what its own OpenAPI document says can be asked, in the name of everybody that there is, rightly and
// wrongly, and holds every answer against that document. `--seed=` repeats a run, `--role=` and `--operation=` take a part of it.

const option = (name: string) => process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const short = process.argv.includes('--short')
const seed = Number(option('seed') ?? Math.floor(Math.random() * 2 ** 31))
/** The short form is a check of every machine, also of one that does other work: it has three times the room. In ms. */
const limit = short ? 6_000 : 2_000
/** Requests for one operation before the next has its turn, so that what one makes the others find. */
const turn = { valid: 2, broken: short ? 2 : 3 }

const isWhole = !short && !['role', 'operation', 'requests'].some(option)

type Fault = Breach & { role: string; operation: string; times: number; curl: string; path: string | null }
type Tally = { requests: number; seconds: number; statuses: Record<string, number>; granted: Set<string>; slowest: number }

await using toStop = new AsyncDisposableStack()
const world = await makeWorld(toStop)
const url = world.portal.url()
const document = readDocument(JSON.parse((await world.portal.askAt('/api/v1/openapi.json')).body.toString()))
const operations = document.operations.filter(({ name }) => name.includes(option('operation') ?? ''))
const requestsEach = Number(option('requests') ?? (short ? 4 * operations.length : 20_000))
console.log(`seed ${seed}: ${operations.length} operations, ${requestsEach} requests for each role`)

const plans = new Map(operations.map(operation => [operation, { valid: planOf(operation, 'valid'), broken: planOf(operation, 'broken') }]))
const faults = new Map<string, Fault>()
const tallies: Record<string, Tally> = {}
const missing: Record<string, string[]> = {}
const before = { other: await sumsWhere(world.owner, 'vendor_id', world.away.id), neighbour: await neighbours() }

for (const role of Object.keys(roles).filter(name => name.includes(option('role') ?? ''))) {
  await calmDown(world)
  const actor = await roles[role]?.(world, document.operations)
  if (!actor) continue
  const since = performance.now()
  const tally: Tally = { requests: 0, seconds: 0, statuses: {}, granted: new Set(), slowest: 0 }
  tallies[role] = tally
  for (let round = 0; tally.requests < requestsEach; round++) {
    await actor.refresh()
    for (const operation of inOrder(round))
      for (const how of ['valid', 'broken'] as const) await ask(role, actor, operation, how, tally, round)
  }
  tally.seconds = (performance.now() - since) / 1000
  missing[role] = operations.filter(operation => actor.allowed(operation) && !tally.granted.has(operation.name)).map(({ name }) => name)
  console.log(
    `${role}: ${tally.requests} requests in ${Math.round(tally.seconds)} s, ${tally.granted.size} operations granted, slowest ${Math.round(tally.slowest)} ms, ${JSON.stringify(tally.statuses)}`,
  )
  if (missing[role].length > 0 && !short) console.log(`  never granted: ${missing[role].join(', ')}`)
  if (isWhole) keepAll() // also should a later one break off
  if (role === 'customer') unchanged("the neighbour's rows", before.neighbour, await neighbours())
}
unchanged("another vendor's rows", before.other, await sumsWhere(world.owner, 'vendor_id', world.away.id))
if (isWhole) keepAll()

for (const { kind, role, operation, times } of faults.values()) console.log(`BROKEN  ${operation}, ${role}: ${kind}, ${times} times`)
const ungranted = Object.entries(missing).flatMap(([role, names]) => names.map(name => `${role} ${name}`))
const notGranted = short ? '' : `, ${ungranted.length} operations never granted to who may`
console.log(`\n${faults.size} promises broken${notGranted} (seed ${seed})`)
// The short form has too few requests for each of them to be one that is granted.
process.exitCode = faults.size + (short ? 0 : ungranted.length) > 0 ? 1 : 0

/** Says it at once, as a long run may be broken off. */
function note(fault: Fault) {
  const { kind, detail, role, operation, curl, path } = fault
  faults.set(`${role} ${operation} ${kind}`, fault)
  console.log(`\nBROKEN  ${operation}, ${role}: ${kind} (seed ${seed}, path ${path})\n  ${detail}\n  ${curl}\n`)
}

/** Some requests for one operation. A fault is shrunk once, and only counted from then on. */
async function ask(role: string, actor: Actor, operation: Operation, how: keyof typeof turn, tally: Tally, round: number) {
  const numRuns = Math.min(turn[how], requestsEach - tally.requests)
  if (numRuns <= 0) return
  let found: (Breach & { curl: string }) | undefined
  const property = fc.asyncProperty(plans.get(operation)?.[how] ?? planOf(operation, how), async plan => {
    const built = build(operation, plan, actor.asker)
    const breach = await asked(actor, operation, built, tally)
    if (!breach) return
    const key = `${role} ${operation.name} ${breach.kind}`
    const fault = faults.get(key)
    if (fault) fault.times++
    else {
      found = { ...breach, curl: asCurl(url, built.request) }
      throw new Error(breach.kind)
    }
  })
  const outcome = await fc.check(property, {
    seed: createHash('sha256').update(`${seed} ${role} ${round} ${operation.name} ${how}`).digest().readInt32LE(), // close ones begin alike
    numRuns,
    interruptAfterTimeLimit: short ? 3_000 : 30_000,
  })
  if (outcome.failed && !found) throw outcome.errorInstance // our own mistake
  if (found && outcome.failed) note({ ...found, role, operation: operation.name, times: 1, path: outcome.counterexamplePath })
}

/** Lists before what is about the things in them, in the first round; then in any order, as one call ends what another needs. */
function inOrder(round: number) {
  const all = fc.shuffledSubarray(operations, { minLength: operations.length })
  return round === 0 ? operations : (fc.sample(all, { seed: seed + round, numRuns: 1 })[0] ?? operations)
}

async function asked(actor: Actor, operation: Operation, { request, sent, path, link, asThemselves }: Built, tally: Tally) {
  const { asker, secrets, allowed } = actor
  const answer = await send(url, request)
  tally.requests++
  tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
  tally.slowest = Math.max(tally.slowest, answer.ms)
  const breach = judge({ document, request, answer, asThemselves, allowed, secrets, limit })
  if (breach || request.method !== operation.method) return breach
  if (answer.status < 300) {
    tally.granted.add(operation.name)
    if (link) asker.memory.ledOn(operation, link)
    if (request.method === 'DELETE') asker.memory.forget(path)
    else asker.memory.used(path, sent)
    if (String(answer.headers['content-type']).startsWith('application/json'))
      asker.memory.learn(operation, path, sent, JSON.parse(answer.body.toString()))
  }
  // They have signed themselves out, changed their password or left.
  if (answer.status === 401 && asThemselves && asker.token && !operation.open && actor.signsIn) await actor.refresh()
  return undefined
}

function neighbours() {
  return sumsWhere(world.owner, 'company_id', world.neighbour.company)
}

function unchanged(what: string, were: Record<string, string>, are: Record<string, string>) {
  const changed = Object.keys(were).filter(table => were[table] !== are[table])
  if (changed.length === 0) return
  const detail = `changed: ${changed.join(', ')}`
  note({ kind: `${what} are not what they were`, detail, role: 'everybody', operation: 'all', times: 1, curl: '', path: null })
}

function keepAll() {
  const byRole = Object.entries(tallies).map(([role, { granted, ...tally }]) => [
    role,
    { ...tally, granted: [...granted].sort(), neverGranted: missing[role] },
  ])
  const broken = [...faults.values()].map(({ curl, ...fault }) => fault)
  keep(join(import.meta.dirname, '../bench/fuzz.json'), 'fuzz', {
    seed,
    operations: operations.length,
    roles: Object.fromEntries(byRole),
    broken,
  })
}
