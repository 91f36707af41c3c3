import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { buildRequest, type Output, type Request, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { waitForAddress } from '../../scripts/server-address.ts'

const root = join(import.meta.dirname, '../..')
/** Stops the server when the drill itself is killed. */
const parentWatchdog = join(root, 'scripts/run/parent-watchdog.mjs')

/** ms; a call without a response within this time hangs. */
const timeout = 10_000

/** A response and its time in ms; without one the status is 0 and the body the reason. */
export type TimedResponse<T = unknown> = { status: number; body: T; headers: Headers; ms: number }

export const isDone = ({ status }: TimedResponse) => status >= 200 && status < 300

/** A temporary folder, removed by `toStop`; PostgreSQL's user can traverse it. */
export function temporaryFolder(toStop: AsyncDisposableStack, under = tmpdir()) {
  const folder = mkdtempSync(join(under, 'tezgah-drill-'))
  chmodSync(folder, 0o755)
  toStop.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export type Installation = { dataDir: string; people: People }

export async function createInstallation(toStop: AsyncDisposableStack): Promise<Installation> {
  const portal = createPortalProcess(toStop)
  await portal.start()
  const people = await addPeople(portal)
  await portal.stop()
  return { dataDir: portal.dataDir, people }
}

export function copyInstallation({ dataDir }: Installation, to: string) {
  execFileSync('cp', ['-a', `${dataDir}/.`, to])
  return to
}

/** A server process as `npm start` runs it; it can be killed
 * and started again with the same data. */
export function createPortalProcess(
  toStop: AsyncDisposableStack,
  environment: Record<string, string> = {},
  dataDir = temporaryFolder(toStop),
) {
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
  const client = createClient(
    () => url,
    () => readFileSync(log, 'utf8'),
  )
  toStop.defer(async () => {
    await end('SIGTERM')
    // the embedded PostgreSQL survives a killed server
    if (!env.DATABASE_URL) await (await startPostgres(dataDir, 'client')).stop()
  })

  const hasEnded = () => server?.exitCode !== null || server.signalCode !== null

  /** Starts the server and waits for `GET /readyz`. Returns the seconds.
   * @throws when the server ends before */
  async function start(more: Record<string, string> = {}) {
    const since = performance.now()
    const output = openSync(log, 'a')
    server = spawn(process.execPath, ['--import', parentWatchdog, 'server/app/main.ts'], {
      cwd: root,
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', output, 'ipc'],
    })
    closeSync(output)
    url = await waitForAddress(server, { log: () => readFileSync(log, 'utf8') })
    while ((await client.fetchPath('/readyz')).status !== 200) {
      if (hasEnded()) throw new Error('the server ended before it was ready')
      await pause(10)
    }
    return (performance.now() - since) / 1000
  }

  async function end(signal: NodeJS.Signals) {
    if (!server || hasEnded()) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  return {
    dataDir,
    log,
    env,
    start,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    killDatabase: () => process.kill(postmasterOf(dataDir), 'SIGKILL'),
    ...client,
    url: () => url,
    pid: () => server?.pid,
  }
}
export type PortalProcess = ReturnType<typeof createPortalProcess>

/** An HTTP client for a server's base URL and a vendor's domain; `readLog` is quoted in errors. */
export function createClient(url: () => string, readLog: () => string, at = domain) {
  /** Never rejects: a network error becomes status 0. */
  async function fetchPath(
    path: string,
    request: RequestInit = {},
  ): Promise<TimedResponse<Buffer>> {
    const since = performance.now()
    try {
      const reply = await fetch(url() + path, { signal: AbortSignal.timeout(timeout), ...request })
      const body = Buffer.from(await reply.arrayBuffer())
      return { status: reply.status, body, headers: reply.headers, ms: performance.now() - since }
    } catch (error) {
      const why = Buffer.from(`${error}: ${(error as Error).cause}`)
      return { status: 0, body: why, headers: new Headers(), ms: performance.now() - since }
    }
  }

  async function send<R extends Route>(
    token: string | null,
    route: R,
    input: Request<R> = {},
    headers: Record<string, string> = {},
  ): Promise<TimedResponse<Output<R>>> {
    const { path, request } = buildRequest({ domain: at, token }, route, input, headers)
    const answer = await fetchPath(path, request)
    return {
      ...answer,
      body: isJson(answer) ? JSON.parse(answer.body.toString()) : answer.body.toString(),
    }
  }

  /** @throws unless the call succeeds */
  async function call<R extends Route>(
    token: string | null,
    route: R,
    input: Request<R> = {},
  ): Promise<Output<R>> {
    const answer = await send(token, route, input)
    if (!isDone(answer))
      throw new Error(
        `${route.method} ${route.path}: ${answer.status} ${JSON.stringify(answer.body)}\n${readLog()}`,
      )
    return answer.body
  }

  return { fetchPath, send, call }
}
export type Client = ReturnType<typeof createClient>

export const postmasterOf = (dataDir: string) =>
  Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

const isJson = ({ headers }: TimedResponse) =>
  headers.get('content-type')?.startsWith('application/json') ?? false

export const domain = 'drill.localhost'
const adminEmail = 'selin@demir.test'
const password = 'Kuzey-kapısı 1453'

/** Tokens of a vendor's administrator and of a customer; the customer's company and machine. */
export type People = { admin: string; customer: string; company: string; machine: string }

async function addPeople(portal: PortalProcess): Promise<People> {
  const { admin } = await addVendor(portal)
  const { _id: company } = await portal.call(admin, routes.companies.create, {
    body: { name: 'Şişli Pres Sanayi' },
  })
  const model = await portal.call(admin, routes.machines.create, {
    body: { name: 'Abkant pres', sku: 'AP-1' },
  })
  const { _id: machine } = await portal.call(admin, routes.machines.assign, {
    params: { company },
    body: { machine: model._id, serialNumber: 'SN-1', dateOfPurchase: '2026-03-15' },
  })
  const invited = await portal.call(admin, routes.users.invite, {
    params: { company },
    body: { email: 'isil@musteri.test', name: 'Işıl', surname: 'Öztürk' },
  })
  return { admin, customer: await activate(portal, invited.activationLink ?? ''), company, machine }
}

async function addVendor(portal: PortalProcess) {
  const link = await createVendor(portal, domain, 'Demir Makine', adminEmail)
  return { admin: await activate(portal, link) }
}

/** Returns the link by which the first administrator sets a password. */
export async function createVendor(
  { env }: Pick<PortalProcess, 'env'>,
  ...[at, name, email]: [domain: string, name: string, email: string]
) {
  const command = ['server/commands/vendor.ts', 'add', at, name, email]
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env })
  return /http\S+/.exec(stdout)?.[0] ?? ''
}

/** Activates an invited user. Returns their token. */
export async function activate(portal: Client, link: string) {
  const params = new URL(link).searchParams
  const [token, email] = [params.get('token') ?? '', params.get('mail') ?? '']
  await portal.call(null, routes.sessions.activate, { body: { token, email, password } })
  return (await portal.call(null, routes.sessions.login, { body: { email, password } })).token
}
