import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { Output, Request, Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { asked } from '#testing/asked.ts'
import { addressOf } from '../scripts/ready.ts'

const root = join(import.meta.dirname, '..')

/** The people of the demo. */
export type Who = 'admin' | 'staff' | 'customer'
export const password = 'Demo1234'
/** What somebody chooses who takes up a link. */
export const chosen = 'Kardelen2071'
export const emailOf = (who: Who) => `${who}@demo.test`

/** The real server with the demo's data, on a free port and in a folder of its own. */
export async function openPortal(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tezgah-e2e-'))
  chmodSync(folder, 0o755) // the database runs as a user of its own when we are root
  const env = { ...process.env, TEZGAH_DEMO: '1', PORT: '0', DATA_DIR: folder, ...environment }
  const server = spawn(process.execPath, ['server/app/main.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await addressOf(server)
  const demo = new URL(url).hostname
  const tokens = new Map<Who, { token: Promise<string>; since: number }>()

  async function call<R extends Route>(token: string | null, route: R, given: Request<R> = {}, domain = demo): Promise<Output<R>> {
    const { path, request } = asked({ domain, token }, route, given)
    const reply = await fetch(url + path, request)
    if (!reply.ok) throw new Error(`${route.method} ${route.path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Output<R>
  }

  const signIn = async (email: string, secret = password) =>
    (await call(null, routes.sessions.login, { body: { email, password: secret } })).token
  /** The token of one of the demo's people, who sign in again every ten minutes: a session of 15 must confirm who uses it. */
  const token = (who: Who) => {
    const known = tokens.get(who)
    if (known && Date.now() - known.since < 600_000) return known.token
    const fresh = { token: signIn(emailOf(who)), since: Date.now() }
    tokens.set(who, fresh)
    return fresh.token
  }
  const command = (name: 'vendor' | 'operator', ...words: string[]) =>
    promisify(execFile)(process.execPath, [`server/commands/${name}.ts`, ...words], { cwd: root, env })
  return {
    url,
    signIn,
    /** Ends a session from elsewhere. */
    end: (token: string) => call(token, routes.sessions.logout),
    token,
    /** Runs a command as `npm run` does, beside the server. */
    command,
    /** Calls as one of the demo's people. */
    as: (who: Who) => ({ call: async <R extends Route>(route: R, given: Request<R> = {}) => call(await token(who), route, given) }),
    /** The session of a token last showed the password 15 minutes ago. */
    async age(token: string) {
      const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
      const postgres = await startPostgres(folder, 'guest')
      const owner = new pg.Client(postgres.connection)
      await owner.connect()
      await owner.query("update sessions set date_authenticated = now() - interval '15 minutes' where id = $1", [jti])
      await owner.end()
      await postgres.stop()
      return token
    },
    /** A vendor without anything but its first administrator, under a domain of its own. */
    async newVendor() {
      const domain = `${Math.random().toString(36).slice(2)}.localhost`
      const email = `yonetici@${domain}.test`
      const { stdout } = await command('vendor', 'add', domain, 'Yeni Makine Sanayi', email)
      /** The token of somebody who follows their link. */
      async function activated(link: string) {
        const asked = new URL(link).searchParams
        const [token, email] = [asked.get('token') ?? '', asked.get('mail') ?? '']
        await call(null, routes.sessions.activate, { body: { token, email, password: chosen } }, domain)
        return (await call(null, routes.sessions.login, { body: { email, password: chosen } }, domain)).token
      }
      const admin = await activated(/http\S+/.exec(stdout)?.[0] ?? '')
      return {
        url: `http://${domain}:${new URL(url).port}`,
        admin,
        activated,
        setQuota: (size: string) => command('vendor', 'quota', domain, size),
        /** Calls as its administrator, or as whoever has the token. */
        call: <R extends Route>(route: R, given: Request<R> = {}, token = admin) => call(token, route, given, domain),
      }
    },
    async close() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Portal = Awaited<ReturnType<typeof openPortal>>
