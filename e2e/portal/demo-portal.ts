import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { buildRequest, type Output, type Request, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { waitForAddress } from '../../scripts/server-address.ts'

const root = join(import.meta.dirname, '../..')

export type DemoRole = 'admin' | 'staff' | 'customer'
export const password = 'Demo1234'
/** The password that tests set with an activation or reset link. */
export const newPassword = 'Kardelen2071'
export const emailOf = (role: DemoRole) => `${role}@demo.test`

/** The variable with the data of a stopped portal, with a copy of which others begin. */
export const preparedData = 'E2E_DATA'

/** The real server with the demo's data, on a free port and in a temporary folder. */
export async function startDemoPortal(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tezgah-e2e-'))
  chmodSync(folder, 0o755) // as root, PostgreSQL runs as another user, which must traverse it
  const prepared = process.env[preparedData]
  if (prepared) await promisify(execFile)('cp', ['-a', `${prepared}/.`, folder])
  const env = {
    ...process.env,
    // the server and its commands start a third sooner
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
    TEZGAH_DEMO: '1',
    PORT: '0',
    DATA_DIR: folder,
    NOTIFY_DELAY: '1h',
    ...environment,
  }
  const server = spawn(process.execPath, ['server/app/main.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await waitForAddress(server)
  const demo = new URL(url).hostname
  const tokens = new Map<DemoRole, { token: Promise<string>; since: number }>()

  async function call<R extends Route>(
    token: string | null,
    route: R,
    input: Request<R> = {},
    domain = demo,
    headers: Record<string, string> = {},
  ): Promise<Output<R>> {
    const { path, request } = buildRequest({ domain, token }, route, input, headers)
    let reply = await fetch(url + path, request)
    while (reply.status === 429) {
      await pause(Number(reply.headers.get('retry-after')) * 1_000) // tests share a user
      reply = await fetch(url + path, request)
    }
    if (!reply.ok)
      throw new Error(`${route.method} ${route.path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Output<R>
  }

  const signIn = async (email: string, secret = password) =>
    (await call(null, routes.sessions.login, { body: { email, password: secret } })).token
  /** A cached token, renewed after ten minutes: sensitive
   * calls refuse a session that is 15 minutes old. */
  const token = (role: DemoRole) => {
    const known = tokens.get(role)
    if (known && Date.now() - known.since < 600_000) return known.token
    const fresh = { token: signIn(emailOf(role)), since: Date.now() }
    tokens.set(role, fresh)
    return fresh.token
  }
  const command = (name: 'vendor' | 'operator', ...words: string[]) =>
    promisify(execFile)(process.execPath, [`server/commands/${name}.ts`, ...words], {
      cwd: root,
      env,
    })
  async function inDatabase<T>(work: (owner: pg.Client) => Promise<T>) {
    const postgres = await startPostgres(folder, 'client')
    const owner = new pg.Client(postgres.connection)
    await owner.connect()
    try {
      return await work(owner)
    } finally {
      await owner.end()
      await postgres.stop()
    }
  }
  async function stop() {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
  return {
    url,
    /** the server's DATA_DIR */
    folder,
    call: <R extends Route>(
      token: string | null,
      route: R,
      input: Request<R>,
      headers: Record<string, string> = {},
    ) => call(token, route, input, demo, headers),
    signIn,
    endSession: (token: string) => call(token, routes.sessions.logout),
    token,
    command,
    as: (role: DemoRole) => ({
      call: async <R extends Route>(route: R, input: Request<R> = {}) =>
        call(await token(role), route, input),
    }),
    /** Sets the last authentication of a token's session to 15 minutes ago. */
    async ageSession(token: string) {
      const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      await inDatabase(owner =>
        owner.query(
          "update sessions set date_authenticated = now() - interval '15 minutes' where id = $1",
          [jti],
        ),
      )
      return token
    },
    /** Lets the codes of the current half minute be used again. */
    forgetUsedCodes: () =>
      inDatabase(owner => owner.query('update second_factors set last_step = 0')),
    /** Marks a user's address, or ends its mark. */
    setUndeliverable: (email: string, isMarked: boolean) =>
      inDatabase(owner =>
        owner.query(
          isMarked
            ? 'insert into undeliverable_addresses (vendor_id, user_id) select vendor_id, id from users where email = $1'
            : 'delete from undeliverable_addresses where user_id in (select id from users where email = $1)',
          [email],
        ),
      ),
    /** A mail of a user that named no machine, and so became no ticket. Returns its id. */
    async addAnsweredMail(email: string): Promise<string> {
      const raw = `From: ${email}\r\nSubject: Kaynak kafasi sicak\r\n\r\nKafa on dakikada isiniyor.\r\n`
      const { rows } = await inDatabase(owner =>
        owner.query(
          `insert into received_mails (vendor_id, id, fingerprint, recipient, raw, sender, subject, state, reason, user_id)
             select vendor_id, gen_random_uuid(), gen_random_uuid(), 'localhost@reply.test', $2, email, 'Kaynak kafasi sicak', 'answered', 'machineUnknown', id
             from users where email = $1 returning id`,
          [email, Buffer.from(raw)],
        ),
      )
      return rows[0].id
    },
    /** Adds messages of the ticket's author to a new ticket, one for
     * each minute since its first message; returns their ids. */
    async addMessages(ticket: string, count: number): Promise<string[]> {
      const { rows } = await inDatabase(async owner => {
        const age = 'make_interval(mins => $2::int)'
        await owner.query(
          `update messages set date_added = date_added - ${age} where ticket_id = $1`,
          [ticket, count],
        )
        for (const [table, id] of [
          ['tickets', 'id'],
          ['ticket_states', 'ticket_id'],
        ])
          await owner.query(
            `update ${table} set date_created = date_created - ${age} where ${id} = $1`,
            [ticket, count],
          )
        return owner.query<{ id: string }>(
          `insert into messages (vendor_id, id, ticket_id, user_id, is_staff, contents, date_added)
             select vendor_id, uuidv7(make_interval(mins => n - $2)), id, created_by, false, 'Mil ısınıyor, ' || n || '. ölçüm', now() - make_interval(mins => $2 - n)
             from tickets, generate_series(1, $2::int) n where id = $1 order by n returning id`,
          [ticket, count],
        )
      })
      return rows.map(({ id }) => id)
    },
    /** A new platform administrator's session token. */
    async addOperator() {
      const { stdout } = await command(
        'operator',
        'add',
        `isletmen-${Math.random().toString(36).slice(2)}@tezgah.test`,
      )
      const params = new URL(/http\S+/.exec(stdout)?.[0] ?? '').searchParams
      const email = params.get('mail') ?? ''
      await call(null, routes.sessions.activate, {
        body: { token: params.get('token') ?? '', email, password: newPassword },
      })
      return signIn(email, newPassword)
    },
    async newVendor() {
      const domain = `${Math.random().toString(36).slice(2)}.localhost`
      const email = `yonetici@${domain}.test`
      const { stdout } = await command('vendor', 'add', domain, 'Yeni Makine Sanayi', email)
      async function activate(link: string) {
        const params = new URL(link).searchParams
        const [token, email] = [params.get('token') ?? '', params.get('mail') ?? '']
        await call(
          null,
          routes.sessions.activate,
          { body: { token, email, password: newPassword } },
          domain,
        )
        return (
          await call(
            null,
            routes.sessions.login,
            { body: { email, password: newPassword } },
            domain,
          )
        ).token
      }
      const admin = await activate(/http\S+/.exec(stdout)?.[0] ?? '')
      return {
        url: `http://${domain}:${new URL(url).port}`,
        admin,
        activate,
        setQuota: (size: string) => command('vendor', 'quota', domain, size),
        call: <R extends Route>(route: R, input: Request<R> = {}, token = admin) =>
          call(token, route, input, domain),
      }
    },
    stop,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type DemoPortal = Awaited<ReturnType<typeof startDemoPortal>>
