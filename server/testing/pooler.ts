import { type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Connection } from '#platform/postgres.ts'
import { freePort } from './ports.ts'

/** Where a program of the machine's is, also one that only root is meant to start; undefined where it has none. */
export const programAt = (name: string) =>
  [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'].map(folder => join(folder, name)).find(existsSync)

/** The login that the server has at the pooler: roles are the whole cluster's. */
export const poolUser = ({ database }: Connection) => `${database}_pool`

/** An embedded PostgreSQL as a DATABASE_URL. */
export const socketUrl = ({ host, port, user, database }: Connection) =>
  `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`

/**
 * Debian's PgBouncer on a port of loopback, in transaction mode, before the database of an embedded PostgreSQL. `url` is its
 * DATABASE_POOL_URL. `size` is how many connections it has to the database.
 */
export async function startPooler(to: Connection, size = 20) {
  const { host, port: postgres, database } = to
  const user = poolUser(to)
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-pooler-'))
  const port = await freePort()
  const lines = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    pool_mode: 'transaction',
    default_pool_size: size,
    max_client_conn: 500,
  }
  const ini = join(folder, 'pgbouncer.ini')
  await writeFile(join(folder, 'users'), `"${user}" ""\n`)
  await writeFile(
    ini,
    `[databases]\n${database} = host=${host} port=${postgres}\n[pgbouncer]\n${Object.entries(lines)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('')}`,
  )
  // It refuses to run as root; whoever owns the database's socket may pass through its folder.
  const { uid, gid } = await stat(host)
  for (const path of [folder, join(folder, 'users'), ini]) await chown(path, uid, gid)
  const options: SpawnOptions = { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) }
  const pooler = spawn(programAt('pgbouncer') ?? 'pgbouncer', [ini], options)
  const ended = once(pooler, 'exit')
  while (pooler.exitCode === null && !(await isListening(port))) await pause(20)
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

async function isListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
