import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { waitForAddress } from '../../scripts/server-address.ts'
import { archiveExtension, pack } from './archive.ts'
import { fill, second } from './fill.ts'
import { checksumFiles, checksumTables, type ReleaseManifest } from './manifest.ts'

// `npm run archive-release -- v0.2.0` creates a data directory with a released version's
// code, in a worktree of its commit, and archives it here. Every later version must start
// on it (docs/releasing.md).

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const [ref] = process.argv.slice(2)
if (!ref) throw new Error('usage: npm run archive-release -- <git ref>')

await using toUndo = new AsyncDisposableStack()
const folder = mkdtempSync(join(tmpdir(), 'tezgah-keep-'))
chmodSync(folder, 0o755) // PostgreSQL's user must traverse it
toUndo.defer(() => rmSync(folder, { recursive: true, force: true }))
const [code, archived] = [join(folder, 'code'), join(folder, 'archived')]
mkdirSync(archived, { mode: 0o755 })
const dataDir = join(archived, 'data')

await run('git', ['worktree', 'add', '--detach', code, ref], { cwd: root })
toUndo.defer(
  async () => void (await run('git', ['worktree', 'remove', '--force', code], { cwd: root })),
)
const version: string = JSON.parse(readFileSync(join(code, 'package.json'), 'utf8')).version
const archive = join(import.meta.dirname, `${version}${archiveExtension}`)
if (existsSync(archive))
  throw new Error(`${archive} exists already. The archive of a release is never replaced.`)
console.log(`Installing the packages of ${version} …`)
await run('npm', ['ci', '--omit=dev', '--no-audit', '--no-fund'], { cwd: code })
const node = join(code, 'node_modules/.bin/node')
const env = { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, PORT: '0' }

const command = async (...words: string[]) => (await run(node, words, { cwd: code, env })).stdout
/** A file of the release; 0.2.0 and earlier have another tree. */
const releaseFile = (...paths: string[]) =>
  paths.map(path => join(code, path)).find(path => existsSync(path)) as string
const main = releaseFile('server/app/main.ts', 'server/main.ts')
const server = spawn(node, [main], {
  cwd: code,
  env: { ...env, TEZGAH_DEMO: '1' },
  stdio: ['ignore', 'pipe', 'inherit'],
})
toUndo.defer(() => stop(server))
const url = await waitForAddress(server, { name: version })
const output = await command(
  'server/commands/vendor.ts',
  'add',
  second.domain,
  second.name,
  second.email,
)
const content = await fill(url, /http\S+/.exec(output)?.[0] ?? '')
await stop(server) // the queue finishes its running jobs

const { startPostgres } = (await import(
  releaseFile('server/platform/postgres/postgres.ts', 'server/platform/postgres.ts')
)) as typeof import('#platform/postgres/postgres.ts')
const postgres = await startPostgres(dataDir, 'client')
toUndo.defer(() => postgres.stop())
const client = new pg.Client(postgres.connection)
await client.connect()
const { rows } = await client.query<{ name: string }>(
  "select name from platform.migrations where name ~ '^[0-9]{4}_' order by name",
)
const tables = await checksumTables(client)
await client.end()
await command('server/commands/backup.ts', join(archived, 'backup'))
await postgres.stop()

const manifest: ReleaseManifest = {
  version,
  commit: (await run('git', ['rev-parse', `${ref}^{commit}`], { cwd: root })).stdout.trim(),
  date: new Date().toISOString(),
  migrations: rows.map(({ name }) => name),
  tables,
  files: await checksumFiles(join(dataDir, 'files')),
  ...content,
}
await pack(archived, archive)
writeFileSync(
  join(import.meta.dirname, `${version}.json`),
  `${JSON.stringify(manifest, null, 2)}\n`,
)
console.log(`${archive}: ${Math.round(statSync(archive).size / 1024)} KB`)

async function stop(server: ChildProcess) {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
}
