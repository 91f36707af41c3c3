// `npm run dev`: the demo's server, restarted when a file of server/
// or contract/ changes, and the web from Vite, at one address.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createServer as createVite, type Plugin } from 'vite'
import { startPostgres } from '#platform/postgres/postgres.ts'
import { freePort, isListening } from '#testing/servers/ports.ts'

const root = join(import.meta.dirname, '..')
const dataDir = process.env.DATA_DIR ?? join(root, 'data/demo')
const port = Number(process.env.PORT ?? 3000)
const serverPort = await freePort()

// This process has a lease of its own, so PostgreSQL keeps running while the server restarts.
const postgres = await startPostgres(dataDir, 'client')
// The folders, as migrations and what only a worker thread imports are no imports of main.ts.
const watched = ['--watch-path=server', '--watch-path=contract']
const watch = ['--watch', '--watch-preserve-output', '--watch-kill-signal=SIGKILL', ...watched]
const server = spawn(process.execPath, [...watch, 'server/app/main.ts'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
  env: {
    ...process.env,
    TEZGAH_DEMO: '1',
    DATA_DIR: dataDir,
    PORT: String(serverPort),
    PUBLIC_URL: `http://localhost:${port}`,
  },
})
// In middleware mode Vite installs no signal handler, which
// would exit before the server and PostgreSQL have stopped.
const http = createServer((request, response) => web.middlewares(request, response))
const web = await createVite({
  configFile: join(root, 'web/vite.config.ts'),
  logLevel: 'warn',
  plugins: [waitForServer()],
  server: {
    middlewareMode: true,
    hmr: { server: http },
    proxy: { '^/(api|mailbox|healthz|readyz)\\b': `http://localhost:${serverPort}` },
  },
})
http.listen(port, 'localhost')

let stopping: Promise<void> | undefined
async function stop() {
  http.closeAllConnections()
  http.close()
  await web.close()
  if (server.exitCode === null && server.signalCode === null) {
    server.kill()
    await once(server, 'exit')
  }
  await postgres.stop()
}
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => (stopping ??= stop().then(() => process.exit(0))))

/** Holds a request for the server back while it is restarted. */
function waitForServer(): Plugin {
  return {
    name: 'wait-for-server',
    configureServer({ middlewares }) {
      middlewares.use(async (request, _, next) => {
        if (/^\/(api|mailbox|healthz|readyz)\b/.test(request.url ?? ''))
          for (let tries = 200; tries > 0 && !(await isListening(serverPort)); tries--)
            await pause(25)
        next()
      })
    },
  }
}
