import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './pooler.ts'
import { freePort, isListening } from './ports.ts'

const document = readFileSync(join(import.meta.dirname, '../../../docs/proxy.md'), 'utf8')

export const readDocumentedConfigs = (language: string) =>
  [
    ...document.matchAll(
      new RegExp(`^\`\`\`${language}\n([^\`]+(?:\`[^\`]+\`[^\`]+)*)^\`\`\`$`, 'gm'),
    ),
  ].map(([, lines = '']) => lines)

type ProxySetup = { folder: string; http: number; https: number; server: number }

/** Replaces ports, host name and certificate in the configurations of docs/proxy.md. */
const proxies = {
  nginx: {
    config: ({ folder, http, https, server }: ProxySetup) => {
      const lines = (readDocumentedConfigs('nginx')[0] as string)
        .replace('127.0.0.1:3000', `127.0.0.1:${server}`) // first: another port may begin so
        .replace(/^ *listen \[::\].*\n/gm, '')
        .replace('listen 80;', `listen 127.0.0.1:${http};`)
        .replace('listen 443 ssl;', `listen 127.0.0.1:${https} ssl;`)
        .replaceAll('server_name support.example.com;', 'server_name localhost;')
        .replaceAll('/etc/letsencrypt/live/support.example.com', folder)
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        name => `${name}_temp_path ${folder}/${name};`,
      )
      return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/log; events {}
http { access_log off; ${folders.join(' ')}
${lines}}`
    },
    check: (file: string) => ['-t', '-q', '-c', file],
    run: (file: string) => ['-c', file],
  },
  haproxy: {
    config: ({ folder, http, https, server }: ProxySetup) =>
      (readDocumentedConfigs('haproxy')[0] as string)
        .replace('127.0.0.1:3000', `127.0.0.1:${server}`)
        .replace('bind :80', `bind 127.0.0.1:${http}`)
        .replace('bind :443', `bind 127.0.0.1:${https}`)
        .replace('/etc/haproxy/certs/', `${folder}/certs/`),
    check: (file: string) => ['-c', '-q', '-f', file],
    run: (file: string) => ['-db', '-f', file],
  },
  caddy: {
    config: ({ folder, http, https, server }: ProxySetup) => {
      const lines = (readDocumentedConfigs('caddyfile')[0] as string)
        .replace(
          'support.example.com {',
          `https://localhost:${https} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`,
        )
        .replace('127.0.0.1:3000', `127.0.0.1:${server}`)
      return `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n\tdefault_bind 127.0.0.1\n\tstorage file_system ${folder}\n}\n${lines}`
    },
    check: (file: string) => ['validate', '--adapter', 'caddyfile', '--config', file],
    run: (file: string) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
}

export const installedProxies = (Object.keys(proxies) as (keyof typeof proxies)[]).filter(
  name => findProgram('openssl') && findProgram(name),
)

/** Starts a proxy with its configuration in docs/proxy.md,
 * before a server on a port of loopback. */
export async function startProxy(name: keyof typeof proxies, server: number) {
  const folder = await mkdtemp(join(tmpdir(), `tezgah-${name}-`))
  await chmod(folder, 0o755)
  const certificate = await makeCertificate(folder)
  const setup = { folder, http: await freePort(), https: await freePort(), server }
  const { config, check, run } = proxies[name]
  const file = join(folder, 'config')
  await writeFile(file, config(setup))
  const program = findProgram(name) as string
  const environment = { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder }
  // throws with the program's output
  execFileSync(program, check(file), { env: environment, stdio: ['ignore', 'ignore', 'pipe'] })
  const proxy = spawn(program, run(file), { env: environment, stdio: 'ignore' })
  const ended = once(proxy, 'exit')
  while (proxy.exitCode === null && !(await isListening(setup.https))) await pause(20)
  return {
    ...setup,
    certificate,
    async stop() {
      if (proxy.exitCode === null) proxy.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeCertificate(folder: string) {
  const [key, chain] = [join(folder, 'privkey.pem'), join(folder, 'fullchain.pem')]
  const subject = [
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-days',
    '2',
  ]
  const options = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-keyout',
    key,
    '-out',
    chain,
  ]
  execFileSync(findProgram('openssl') as string, [...options, ...subject], { stdio: 'ignore' })
  const certificate = readFileSync(chain, 'utf8')
  await mkdir(join(folder, 'certs'))
  await writeFile(join(folder, 'certs', 'localhost.pem'), certificate + readFileSync(key, 'utf8'))
  return certificate
}
