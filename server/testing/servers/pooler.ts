import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ConnectionParameters } from '#platform/postgres/postgres.ts'
import { freePort } from './ports.ts'

/** The path of an installed program, also in sbin folders, or undefined. */
export const findProgram = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
    .map(folder => join(folder, name))
    .find(existsSync)

/** The server's login at the pooler, named by database, as roles belong to the cluster. */
export const poolUser = ({ database }: ConnectionParameters) => `${database}_pool`

export const socketUrl = ({ host, port, user, database }: ConnectionParameters) =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

const shipped = readFileSync(join(import.meta.dirname, '../../../deploy/pgbouncer.ini'), 'utf8')

export type PoolerSettings = Record<string, string | number>

/** Starts PgBouncer with deploy/pgbouncer.ini and `changes`, before
 * a database or, with `proxyPort`, before a TCP proxy to it. */
export async function startPooler(
  to: ConnectionParameters,
  proxyPort?: number,
  changes: PoolerSettings = {},
) {
  const { host, port: postgres, database } = to
  const user = poolUser(to)
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-pooler-'))
  const port = await freePort()
  const users = join(folder, 'users')
  const ini = join(folder, 'pgbouncer.ini')
  await writeFile(users, `"${user}" ""\n`)
  const settings = shipped
    .replace(
      /^tezgah = .*/m,
      `${database} = ${proxyPort ? `host=127.0.0.1 port=${proxyPort}` : `host=${host} port=${postgres}`}`,
    )
    .replace(/^listen_addr = .*/m, 'listen_addr = 127.0.0.1')
    .replace(/^listen_port = .*/m, `listen_port = ${port}`)
    .replace(/^auth_type = .*/m, 'auth_type = trust')
    .replace(/^auth_file = .*/m, `auth_file = ${users}`)
    .replace(/^stats_users = .*/m, `stats_users = ${user}`)
    .replace(/^max_prepared_statements = .*\n/m, '') // needs PgBouncer 1.21
  const changed = Object.entries(changes).map(([name, value]) => `${name} = ${value}\n`)
  await writeFile(ini, settings + changed.join('')) // the last line of a name wins
  // PgBouncer refuses to run as root; the owner of the database's socket has access to it.
  const { uid, gid } = await stat(host)
  for (const path of [folder, users, ini]) await chown(path, uid, gid)
  const pooler = spawn(findProgram('pgbouncer') ?? 'pgbouncer', [ini], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(process.getuid?.() === 0 && { uid, gid }),
  })
  const ended = once(pooler, 'exit')
  // A connection to try the port would count as a client for a moment.
  for await (const line of createInterface(pooler.stderr)) if (line.includes('process up')) break
  pooler.stderr.resume()
  return {
    url: `postgresql://${user}@127.0.0.1:${port}/${database}`,
    port,
    async stop() {
      if (pooler.exitCode === null) pooler.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
