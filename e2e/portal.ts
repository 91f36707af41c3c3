import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Output, pathOf, type Request, type Route } from '#contract/route.ts'
import { routes } from '#contract/routes.ts'

/** The people of the demo. */
export type Who = 'admin' | 'staff' | 'customer'
export const password = 'Demo1234'
export const emailOf = (who: Who) => `${who}@demo.test`

/** The real server with the demo's data, on a free port and in a folder of its own. */
export async function openPortal(environment: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'tezgah-e2e-'))
  chmodSync(folder, 0o755) // the database runs as a user of its own when we are root
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: join(import.meta.dirname, '..'),
    env: { ...process.env, TEZGAH_DEMO: '1', PORT: '0', DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const url = await addressOf(server.stdout, once(server, 'exit'))
  const api = `${url}/api/v1/domain/${new URL(url).hostname}`
  const tokens = new Map<Who, Promise<string>>()

  async function call<R extends Route>(token: string | null, route: R, { params, query, body }: Request<R> = {}): Promise<Output<R>> {
    const question = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const reply = await fetch(api + pathOf(route, params) + question, {
      method: route.method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${route.method} ${route.path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Output<R>
  }

  const signIn = async (email: string) => (await call(null, routes.sessions.login, { body: { email, password } })).token
  const token = (who: Who) => {
    const known = tokens.get(who) ?? signIn(emailOf(who))
    tokens.set(who, known)
    return known
  }
  return {
    url,
    signIn,
    token,
    /** Calls as one of the demo's people. */
    as: (who: Who) => ({ call: async <R extends Route>(route: R, given: Request<R> = {}) => call(await token(who), route, given) }),
    async close() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
export type Portal = Awaited<ReturnType<typeof openPortal>>

/** What the server prints once it is ready. */
async function addressOf(output: NodeJS.ReadableStream, exit: Promise<unknown[]>) {
  let text = ''
  const ready = new Promise<string>(resolve => {
    output.on('data', chunk => {
      text += chunk
      const address = /ready: (http:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    })
  })
  const ended = exit.then(([code]) => {
    throw new Error(`The server ended with ${code} before it was ready:\n${text}`)
  })
  return Promise.race([ready, ended])
}
