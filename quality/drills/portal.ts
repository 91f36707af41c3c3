import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Output, Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { asked } from '#testing/asked.ts'
import { addressOf } from '../../scripts/ready.ts'

const root = join(import.meta.dirname, '../..')
/** Ends what we started in an orderly way should we be killed ourselves. */
const lifeline = join(root, 'scripts/run/lifeline.mjs')

/** No answer within this many ms is a hang. */
const patience = 10_000

/** An answer, and how long it took in ms; status 0 where none came, and why. */
export type Answer<T = unknown> = { status: number; body: T; headers: Headers; ms: number }

export const isDone = ({ status }: Answer) => status >= 200 && status < 300

/** A folder that goes at the end; PostgreSQL's own user may pass through. */
export function temporaryFolder(toStop: AsyncDisposableStack, under = tmpdir()) {
  const folder = mkdtempSync(join(under, 'tezgah-drill-'))
  chmodSync(folder, 0o755)
  toStop.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A stopped portal's data, and who its people are. */
export type Installation = { dataDir: string; people: People }

/** Makes one, for every drill to have a copy of. */
export async function makeFirst(toStop: AsyncDisposableStack): Promise<Installation> {
  const portal = openPortal(toStop)
  await portal.start()
  const people = await addPeople(portal)
  await portal.stop()
  return { dataDir: portal.dataDir, people }
}

/** A copy of an installation, with every owner and right as they were. */
export function copyOf({ dataDir }: Installation, to: string) {
  execFileSync('cp', ['-a', `${dataDir}/.`, to])
  return to
}

/** A portal as `npm start` runs it, in a process that can be killed and started again over the same data. */
export function openPortal(toStop: AsyncDisposableStack, environment: Record<string, string> = {}, dataDir = temporaryFolder(toStop)) {
  const { PATH = '', HOME = '', TMPDIR = tmpdir(), NODE_COMPILE_CACHE = '' } = process.env
  const env: Record<string, string> = {
    PATH,
    HOME,
    TMPDIR,
    ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }),
    PORT: '0',
    DATA_DIR: dataDir,
    ...environment,
  }
  const log = join(temporaryFolder(toStop), 'log')
  let server: ChildProcess | undefined
  let url = ''
  const client = clientOf(
    () => url,
    () => readFileSync(log, 'utf8'),
  )
  toStop.defer(async () => {
    await end('SIGTERM')
    if (!env.DATABASE_URL) await (await startPostgres(dataDir, 'guest')).stop() // one that outlived its server
  })

  /** Starts it; resolves once `GET /readyz` says so, to the seconds which that took. */
  async function start(more: Record<string, string> = {}) {
    const since = performance.now()
    const output = openSync(log, 'a')
    server = spawn(process.execPath, ['--import', lifeline, 'server/app/main.ts'], {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', output, 'ipc'],
    })
    closeSync(output)
    url = await addressOf(server, { log: () => readFileSync(log, 'utf8') })
    while ((await client.askAt('/readyz')).status !== 200) await pause(10)
    return (performance.now() - since) / 1000
  }

  async function end(signal: NodeJS.Signals) {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  return {
    dataDir,
    log,
    env,
    start,
    /** SIGKILL: it has no time for anything. */
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    /** SIGKILL of the embedded PostgreSQL. */
    killDatabase: () => process.kill(postmasterOf(dataDir), 'SIGKILL'),
    ...client,
    url: () => url,
  }
}
export type Portal = ReturnType<typeof openPortal>

/** How people ask at an address; `said` is what the server there has logged. */
export function clientOf(url: () => string, said: () => string) {
  /** Asks for a path of the server's, wherever the link that it is from leads. */
  async function askAt(path: string, request: RequestInit = {}): Promise<Answer<Buffer>> {
    const since = performance.now()
    try {
      const reply = await fetch(url() + path, { signal: AbortSignal.timeout(patience), ...request })
      const body = Buffer.from(await reply.arrayBuffer())
      return { status: reply.status, body, headers: reply.headers, ms: performance.now() - since }
    } catch (error) {
      const why = Buffer.from(`${error}: ${(error as Error).cause}`)
      return { status: 0, body: why, headers: new Headers(), ms: performance.now() - since }
    }
  }

  /** Makes a call, as whoever has the token. */
  async function ask<R extends Route>(
    token: string | null,
    route: R,
    given: Request<R> = {},
    headers: Record<string, string> = {},
  ): Promise<Answer<Output<R>>> {
    const { path, request } = asked({ domain, token }, route, given, headers)
    const answer = await askAt(path, request)
    return { ...answer, body: isJson(answer) ? JSON.parse(answer.body.toString()) : answer.body.toString() }
  }

  /** The same, where nothing is broken. */
  async function call<R extends Route>(token: string | null, route: R, given: Request<R> = {}): Promise<Output<R>> {
    const answer = await ask(token, route, given)
    if (!isDone(answer)) throw new Error(`${route.method} ${route.path}: ${answer.status} ${JSON.stringify(answer.body)}\n${said()}`)
    return answer.body
  }

  return { askAt, ask, call }
}
export type Client = ReturnType<typeof clientOf>

/** The process id of the PostgreSQL over a data dir. */
export const postmasterOf = (dataDir: string) => Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

const isJson = ({ headers }: Answer) => headers.get('content-type')?.startsWith('application/json') ?? false

export const domain = 'drill.localhost'
const password = 'Kuzey-kapısı 1453'

/** A vendor's administrator, and a customer of theirs with a machine. */
export type People = { admin: string; customer: string; company: string; machine: string }

async function addPeople(portal: Portal): Promise<People> {
  const { admin } = await addVendor(portal)
  const { _id: company } = await portal.call(admin, routes.companies.create, { body: { name: 'Şişli Pres Sanayi' } })
  const model = await portal.call(admin, routes.machines.create, { body: { name: 'Abkant pres', sku: 'AP-1' } })
  const { _id: machine } = await portal.call(admin, routes.machines.assign, {
    params: { company },
    body: { machine: model._id, serialNumber: 'SN-1', dateOfPurchase: '2026-03-15' },
  })
  const invited = await portal.call(admin, routes.users.invite, {
    params: { company },
    body: { email: 'isil@musteri.test', name: 'Işıl', surname: 'Öztürk' },
  })
  return { admin, customer: await activated(portal, invited.activationLink ?? ''), company, machine }
}

/** A vendor without anything but its first administrator. */
async function addVendor(portal: Portal) {
  const command = ['server/commands/vendor.ts', 'add', domain, 'Demir Makine', 'selin@demir.test']
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env: portal.env })
  return { admin: await activated(portal, /http\S+/.exec(stdout)?.[0] ?? '') }
}

/** The token of somebody who follows their link. */
async function activated(portal: Portal, link: string) {
  const asked = new URL(link).searchParams
  const [token, email] = [asked.get('token') ?? '', asked.get('mail') ?? '']
  await portal.call(null, routes.sessions.activate, { body: { token, email, password } })
  return (await portal.call(null, routes.sessions.login, { body: { email, password } })).token
}
