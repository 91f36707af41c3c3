import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import { saveFigures } from '../../scripts/figures.ts'
import { type BuiltRequest, build } from './build.ts'
import { type Operation, readDocument } from './document.ts'
import { createFixture, resetTeam } from './fixture.ts'
import { type Breach, judge } from './judge.ts'
import { planOf } from './plan.ts'
import { type Actor, roles } from './roles.ts'
import { checksumsWhere } from './rows.ts'
import { asCurl, send } from './send.ts'

// `npm run fuzz` sends valid and invalid requests for every operation of the portal's
// OpenAPI document, as every role, and checks each response against that document (decision
// 0017). `--seed=` repeats a run, `--role=` and `--operation=` select a part of it.

const option = (name: string) =>
  process.argv.find(argument => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const short = process.argv.includes('--short')
const seed = Number(option('seed') ?? Math.floor(Math.random() * 2 ** 31))
/** ms; the short form also runs on busy machines, so it
 * prints the slowest response and judges none. */
const limit = short ? Number.POSITIVE_INFINITY : 2_000
/** Small batches per operation, so that operations use each other's objects. */
const batchSize = short ? { valid: 1, broken: 1 } : { valid: 2, broken: 3 }

const isWhole = !short && !['role', 'operation', 'requests'].some(option)

type Fault = Breach & {
  role: string
  operation: string
  times: number
  curl: string
  path: string | null
}
type Tally = {
  requests: number
  seconds: number
  statuses: Record<string, number>
  granted: Set<string>
  slowest: number
}

await using toStop = new AsyncDisposableStack()
const fixture = await createFixture(toStop)
const url = fixture.portal.url()
const document = readDocument(
  JSON.parse((await fixture.portal.fetchPath('/api/v1/openapi.json')).body.toString()),
)
const operations = document.operations.filter(({ name }) =>
  name.includes(option('operation') ?? ''),
)
const requestsEach = Number(option('requests') ?? (short ? 2 * operations.length : 20_000))
console.log(`seed ${seed}: ${operations.length} operations, ${requestsEach} requests for each role`)

const plans = new Map(
  operations.map(operation => [
    operation,
    { valid: planOf(operation, 'valid'), broken: planOf(operation, 'broken') },
  ]),
)
const faults = new Map<string, Fault>()
const tallies: Record<string, Tally> = {}
const missing: Record<string, string[]> = {}
const before = {
  other: await checksumsWhere(fixture.owner, 'vendor_id', fixture.otherVendor.id),
  neighbour: await neighbourChecksums(),
}

for (const role of Object.keys(roles).filter(name => name.includes(option('role') ?? ''))) {
  await resetTeam(fixture)
  const actor = await roles[role]?.(fixture, document.operations)
  if (!actor) continue
  const since = performance.now()
  const tally: Tally = { requests: 0, seconds: 0, statuses: {}, granted: new Set(), slowest: 0 }
  tallies[role] = tally
  for (let round = 0; tally.requests < requestsEach; round++) {
    await actor.refresh()
    for (const operation of orderOperations(round))
      for (const how of ['valid', 'broken'] as const)
        await fuzzOperation(role, actor, operation, how, tally, round)
  }
  tally.seconds = (performance.now() - since) / 1000
  missing[role] = operations
    .filter(operation => actor.isAllowed(operation) && !tally.granted.has(operation.name))
    .map(({ name }) => name)
  console.log(
    `${role}: ${tally.requests} requests in ${Math.round(tally.seconds)} s, ${tally.granted.size} operations granted, slowest ${Math.round(tally.slowest)} ms, ${JSON.stringify(tally.statuses)}`,
  )
  if (missing[role].length > 0 && !short)
    console.log(`  never granted: ${missing[role].join(', ')}`)
  if (isWhole) saveAll() // in case a later role fails
  if (role === 'customer')
    expectUnchanged("the neighbour's rows", before.neighbour, await neighbourChecksums())
}
expectUnchanged(
  "another vendor's rows",
  before.other,
  await checksumsWhere(fixture.owner, 'vendor_id', fixture.otherVendor.id),
)
if (isWhole) saveAll()

for (const { kind, role, operation, times } of faults.values())
  console.log(`BROKEN  ${operation}, ${role}: ${kind}, ${times} times`)
const ungranted = Object.entries(missing).flatMap(([role, names]) =>
  names.map(name => `${role} ${name}`),
)
const notGranted = short
  ? ''
  : `, ${ungranted.length} operations never granted to a role with permission`
console.log(`\n${faults.size} promises broken${notGranted} (seed ${seed})`)
// The short form sends too few requests to expect a success of every operation.
process.exitCode = faults.size + (short ? 0 : ungranted.length) > 0 ? 1 : 0

/** Prints at once, because a long run may be interrupted. */
function reportFault(fault: Fault) {
  const { kind, detail, role, operation, curl, path } = fault
  faults.set(`${role} ${operation} ${kind}`, fault)
  console.log(
    `\nBROKEN  ${operation}, ${role}: ${kind} (seed ${seed}, path ${path})\n  ${detail}\n  ${curl}\n`,
  )
}

/** A batch of requests for one operation. A fault is shrunk once, then only counted. */
async function fuzzOperation(
  role: string,
  actor: Actor,
  operation: Operation,
  how: keyof typeof batchSize,
  tally: Tally,
  round: number,
) {
  const numRuns = Math.min(batchSize[how], requestsEach - tally.requests)
  if (numRuns <= 0) return
  let found: (Breach & { curl: string }) | undefined
  const property = fc.asyncProperty(
    plans.get(operation)?.[how] ?? planOf(operation, how),
    async plan => {
      const built = build(operation, plan, actor.caller)
      const breach = await sendAndJudge(actor, operation, built, tally)
      if (!breach) return
      const key = `${role} ${operation.name} ${breach.kind}`
      const fault = faults.get(key)
      if (fault) fault.times++
      else {
        found = { ...breach, curl: asCurl(url, built.request) }
        throw new Error(breach.kind)
      }
    },
  )
  const outcome = await fc.check(property, {
    seed: createHash('sha256')
      .update(`${seed} ${role} ${round} ${operation.name} ${how}`)
      .digest()
      .readInt32LE(), // similar seeds would generate similar values
    numRuns,
    interruptAfterTimeLimit: short ? 3_000 : 30_000,
  })
  // An interrupted batch without a single response counts as failed too, on a busy machine.
  // an error of the fuzzer itself
  if (outcome.failed && !found && !outcome.interrupted) throw outcome.errorInstance
  if (found && outcome.failed)
    reportFault({
      ...found,
      role,
      operation: operation.name,
      times: 1,
      path: outcome.counterexamplePath,
    })
}

/** The first round is in the document's order, lists first; later
 * rounds are shuffled, because calls delete what others need. */
function orderOperations(round: number) {
  const all = fc.shuffledSubarray(operations, { minLength: operations.length })
  return round === 0
    ? operations
    : (fc.sample(all, { seed: seed + round, numRuns: 1 })[0] ?? operations)
}

async function sendAndJudge(
  actor: Actor,
  operation: Operation,
  { request, sent, path, link, usesOwnIdentity }: BuiltRequest,
  tally: Tally,
) {
  const { caller, secrets, isAllowed } = actor
  const answer = await send(url, request)
  tally.requests++
  tally.statuses[answer.status] = (tally.statuses[answer.status] ?? 0) + 1
  tally.slowest = Math.max(tally.slowest, answer.ms)
  const breach = judge({ document, request, answer, usesOwnIdentity, isAllowed, secrets, limit })
  if (breach || request.method !== operation.method) return breach
  if (answer.status < 300) {
    tally.granted.add(operation.name)
    if (link) caller.memory.confirmLink(operation, link)
    if (request.method === 'DELETE') caller.memory.forget(path)
    else caller.memory.markUsed(path, sent)
    if (String(answer.headers['content-type']).startsWith('application/json'))
      caller.memory.learn(operation, path, sent, JSON.parse(answer.body.toString()))
  }
  // A request has ended the actor's session: by signing out,
  // changing the password or removing the user.
  if (
    answer.status === 401 &&
    usesOwnIdentity &&
    caller.token &&
    !operation.isOpen &&
    actor.signsIn
  )
    await actor.refresh()
  return undefined
}

function neighbourChecksums() {
  return checksumsWhere(fixture.owner, 'company_id', fixture.neighbour.company)
}

function expectUnchanged(what: string, were: Record<string, string>, are: Record<string, string>) {
  const changed = Object.keys(were).filter(table => were[table] !== are[table])
  if (changed.length === 0) return
  const detail = `changed: ${changed.join(', ')}`
  reportFault({
    kind: `${what} have changed`,
    detail,
    role: 'all',
    operation: 'all',
    times: 1,
    curl: '',
    path: null,
  })
}

function saveAll() {
  const byRole = Object.entries(tallies).map(([role, { granted, ...tally }]) => [
    role,
    { ...tally, granted: [...granted].sort(), neverGranted: missing[role] },
  ])
  const broken = [...faults.values()].map(({ curl, ...fault }) => fault)
  saveFigures(join(import.meta.dirname, '../bench/fuzz.json'), 'fuzz', {
    seed,
    operations: operations.length,
    roles: Object.fromEntries(byRole),
    broken,
  })
}
