import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ipaddr from 'ipaddr.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { readConfig } from '#platform/config/config.ts'
import { type Setting, settings } from '#platform/config/settings.ts'
import { createHttp } from '#platform/http/fastify.ts'
import { findProgram } from '#testing/servers/pooler.ts'
import { memoryEnv, memoryFlags } from './run/memory.mjs'

// Static checks of the deployment files: the image, both compose
// files, the systemd unit and the proxy. None of them is run here.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'tezgah-deploy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const nodeVersion = z
  .object({ dependencies: z.object({ node: z.string() }) })
  .parse(JSON.parse(read('package.json'))).dependencies.node
const memorySetting = `MALLOC_MMAP_THRESHOLD_=${memoryEnv.MALLOC_MMAP_THRESHOLD_}`
const settingNames = Object.values<Setting>(settings).map(({ name }) => name)

const service = z.object({
  image: z.string(),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  restart: z.literal('unless-stopped'),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  secrets: z.array(z.string()).optional(),
  env_file: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).optional(),
  networks: z.object({ default: z.object({ ipv4_address: z.string() }) }).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
})
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
  networks: z
    .object({
      default: z.object({
        ipam: z.object({ config: z.tuple([z.record(z.string(), z.string())]) }),
      }),
    })
    .optional(),
})
const readCompose = (path: string) => compose.parse(parse(read(path), { merge: true }))
const single = readCompose('compose.yaml')
const scaled = readCompose('compose.scaled.yaml')
const services = { ...single.services, ...scaled.services }
const secrets = { ...single.secrets, ...scaled.secrets }
const instances = [
  single.services.app,
  scaled.services.app,
  scaled.services.app2,
  scaled.services.app3,
].map(app => service.parse(app))

/** A value of a compose file with only the required variables set. */
const withDefaults = (text: string) =>
  text
    .replace(/\$\{PUBLIC_URL.*\}/, 'https://destek.example.com')
    .replace(/\$\{\w+:-([^}]*)\}/g, '$1')
/** The configuration of an instance, with the generated secrets. */
const configOf = ({ environment = {} }: z.infer<typeof service>) => {
  const variables = Object.entries(environment).map(([name, value]) => [
    name,
    withDefaults(value).replace('/run/secrets', join(folder, 'secrets')),
  ])
  return readConfig({ DATA_DIR: folder, ...Object.fromEntries(variables) })
}
beforeAll(() => {
  execFileSync('cp', ['-r', join(root, 'deploy'), folder])
  execFileSync('sh', [join(folder, 'deploy/secrets.sh')])
})

describe('the image', () => {
  const lines = read('Dockerfile').split('\n')

  test('has the Node version of the npm package', () => {
    const from = lines.filter(line => line.startsWith('FROM '))
    expect(from).toHaveLength(3)
    for (const line of from) expect(line).toContain(`node:${nodeVersion}-`)
  })

  test('copies only paths that exist and that .dockerignore admits', () => {
    const sources = lines.flatMap(
      line => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [],
    )
    expect(sources).toContain('server')
    for (const path of sources) {
      expect(existsSync(join(root, path))).toBe(true)
      expect(read('.dockerignore')).toContain(`\n!${path}\n`)
    }
  })

  test('runs as an unprivileged user, with a health check, the program of npm start', () => {
    const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
    expect(last).toContain('USER node')
    expect(last.some(line => line.startsWith('HEALTHCHECK '))).toBe(true)
    expect(last).toContain(
      `CMD ${JSON.stringify(['node', ...memoryFlags, 'server/app/main.ts']).replaceAll(',', ', ')}`,
    )
    expect(last.join('\n')).toContain(memorySetting)
  })
})

describe('the compose files', () => {
  test('give an instance no unknown setting', () => {
    const variables = instances.flatMap(({ environment }) => Object.keys(environment ?? {}))
    expect(
      variables
        .map(name => name.replace(/_FILE$/, ''))
        .filter(name => !settingNames.includes(name)),
    ).toEqual([])
  })

  test('configure an instance that starts, with the generated secrets', () => {
    for (const instance of instances)
      expect(configOf(instance)).toMatchObject({
        publicUrl: 'https://destek.example.com',
        hasStoredSecret: false,
      })
    for (const { file } of Object.values(secrets)) expect(existsSync(join(folder, file))).toBe(true)
    for (const { env_file = [] } of Object.values(services))
      for (const file of env_file) expect(existsSync(join(folder, file))).toBe(true)
  })

  test('refer to existing secrets, files and volumes', () => {
    const volumes = { ...single.volumes, ...scaled.volumes }
    for (const { secrets: names = [], volumes: mounted = [] } of [
      ...Object.values(services),
      ...instances,
    ]) {
      for (const name of names) expect(secrets).toHaveProperty([name])
      for (const [from = ''] of mounted.map(volume => volume.split(':')))
        if (from.startsWith('./')) expect(existsSync(join(root, from))).toBe(true)
        else expect(volumes).toHaveProperty([from])
    }
  })

  test('open no port to other machines', () => {
    const ports = [...Object.values(services), ...instances].flatMap(({ ports = [] }) => ports)
    expect(ports).toHaveLength(2)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  describe('believe what X-Forwarded-For says', () => {
    const [network = {}] = single.networks?.default.ipam.config ?? []
    const proxy = withDefaults(scaled.services.proxy?.networks?.default.ipv4_address ?? '')
    const gateway = withDefaults(network.gateway ?? '')
    const visitor = '203.0.113.5'
    async function clientAddress(
      instance: z.infer<typeof service>,
      remoteAddress: string,
      forwarded: string,
    ) {
      const http = createHttp({ logLevel: 'silent', trustProxy: configOf(instance).trustProxy })
      http.get('/from', async ({ ip }) => ip)
      return (
        await http.inject({
          url: '/from',
          remoteAddress,
          headers: { 'x-forwarded-for': forwarded },
        })
      ).body
    }

    test('of the proxy on this machine, which connects through the gateway of the containers’ network', async () => {
      for (const instance of instances)
        expect(await clientAddress(instance, gateway, visitor)).toBe(visitor)
    })

    test('of the proxy of several instances, and of one on this machine before it', async () => {
      for (const instance of instances.slice(1))
        expect(await clientAddress(instance, proxy, `${visitor}, ${gateway}`)).toBe(visitor)
    })

    test('of no other client that reaches an instance directly: neither from this network, another container nor the internet', async () => {
      const otherContainer = gateway.replace(/\d+$/, '130')
      for (const instance of instances)
        for (const address of [
          '192.168.1.5',
          '10.0.0.7',
          '172.17.0.1',
          otherContainer,
          '198.51.100.7',
          '127.0.0.1',
        ])
          expect(await clientAddress(instance, address, visitor)).toBe(address)
    })

    test('of addresses that no other container can get', () => {
      const range = ipaddr.parseCIDR(withDefaults(network.subnet ?? ''))
      const assigned = ipaddr.parseCIDR(withDefaults(network.ip_range ?? ''))
      for (const address of [gateway, proxy].map(ipaddr.parse)) {
        expect(address.match(range)).toBe(true)
        expect(address.match(assigned)).toBe(false)
      }
    })
  })

  test('name a version of every image, and a health check of each service', () => {
    for (const [name, { image, healthcheck }] of Object.entries(services)) {
      if (image === 'tezgah') continue // the image has its own health check
      expect(image, name).toMatch(/:v?\d/)
      expect(healthcheck, name).toBeDefined()
    }
  })

  test('keep a stopping instance running until the proxy has noticed', () => {
    const [, interval] = /inter (\d+)ms/.exec(read('deploy/haproxy.cfg')) ?? []
    for (const { environment } of instances.slice(1))
      expect(Number.parseInt(environment?.STOP_DELAY ?? '', 10) * 1000).toBeGreaterThan(
        2 * Number(interval),
      )
  })
})

describe('the service', () => {
  const unit = read('deploy/tezgah.service')

  test('runs the program of npm start', () => {
    expect(unit).toContain(
      `ExecStart=/opt/tezgah/node_modules/.bin/node ${memoryFlags.join(' ')} server/app/main.ts\n`,
    )
    expect(unit).toContain(
      `\nEnvironment=NODE_ENV=production DATA_DIR=/var/lib/tezgah ${memorySetting}\n`,
    )
  })

  const analyse = findProgram('systemd-analyze')
  test.runIf(analyse)('restricts the program to what it needs', () => {
    const options = [
      'security',
      '--offline=yes',
      '--threshold=20',
      '--no-pager',
      join(root, 'deploy/tezgah.service'),
    ]
    expect(execFileSync(analyse as string, options, { encoding: 'utf8' })).toMatch(
      /exposure level for tezgah.service: [01]\.\d/,
    )
  })
})

test('the proxy refuses requests for the operator’s endpoints', () => {
  const [, denied = ''] =
    /http-request deny deny_status 404 if \{ path,url_dec (.+) \}/.exec(
      read('deploy/haproxy.cfg'),
    ) ?? []
  expect(denied.split(' ')).toEqual(['/metrics', '/readyz'])
})

const haproxy = findProgram('haproxy')
test.runIf(haproxy)('the proxy’s configuration is valid', () => {
  const addresses = {
    BIND: '127.0.0.1:8080',
    INSTANCE_1: '127.0.0.1:3001',
    INSTANCE_2: '127.0.0.1:3002',
    INSTANCE_3: '127.0.0.1:3003',
  }
  execFileSync(haproxy as string, ['-c', '-q', '-f', join(root, 'deploy/haproxy.cfg')], {
    env: addresses,
  })
})
