import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { findProgram } from './pooler.ts'
import { freePort, isListening } from './ports.ts'

/** `buffered`: nginx reads the whole request body before it connects to the server. */
const buffering = {
  buffered: '',
  streamed: 'proxy_request_buffering off; proxy_buffering off;',
}

/** Starts nginx before a server on loopback, with a port per kind
 * of buffering. X-Test-Visitor stands for the client address. */
export async function startNginx(server: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tezgah-nginx-'))
  const ports = { buffered: await freePort(), streamed: await freePort() }
  const servers = Object.entries(ports).map(
    ([mode, port]) => `server {
      listen 127.0.0.1:${port};
      location / {
        proxy_pass http://portal;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $host;
        proxy_set_header X-Forwarded-For $remote_addr;
        ${buffering[mode as keyof typeof buffering]}
      }
    }`,
  )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    kind => `${kind}_temp_path ${join(folder, kind)};`,
  )
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;
    master_process off;
    pid ${join(folder, 'pid')};
    error_log ${join(folder, 'log')} info;
    events {}
    http {
      access_log off;
      ${temporary.join('\n      ')}
      client_max_body_size 0;
      set_real_ip_from 127.0.0.1;
      real_ip_header X-Test-Visitor;
      upstream portal { server 127.0.0.1:${server}; keepalive 8; }
      ${servers.join('\n    ')}
    }`,
  )
  const nginx = spawn(
    findProgram('nginx') ?? 'nginx',
    ['-p', folder, '-e', join(folder, 'log'), '-c', join(folder, 'nginx.conf')],
    {
      stdio: 'ignore',
    },
  )
  const ended = once(nginx, 'exit')
  while (nginx.exitCode === null && !(await isListening(ports.buffered))) await pause(20)
  return {
    ports,
    async stop() {
      if (nginx.exitCode === null) nginx.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
