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
import { programAt } from '#testing/pooler.ts'

// What the portal is put up with: an image, two ways to run it with others, a service and a proxy. None of them is run here.

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const place = mkdtempSync(join(tmpdir(), 'tezgah-deploy-'))
afterAll(() => rmSync(place, { recursive: true }))

const nodeVersion = z.object({ dependencies: z.object({ node: z.string() }) }).parse(JSON.parse(read('package.json'))).dependencies.node
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
  networks: z.object({ default: z.object({ ipam: z.object({ config: z.tuple([z.record(z.string(), z.string())]) }) }) }).optional(),
})
const composed = (path: string) => compose.parse(parse(read(path), { merge: true }))
const alone = composed('compose.yaml')
const scaled = composed('compose.scaled.yaml')
const services = { ...alone.services, ...scaled.services }
const secrets = { ...alone.secrets, ...scaled.secrets }
const copies = [alone.services.app, scaled.services.app, scaled.services.app2, scaled.services.app3].map(copy => service.parse(copy))

/** What a compose file means where nothing is set but what has to be. */
const unset = (text: string) => text.replace(/\$\{PUBLIC_URL.*\}/, 'https://destek.example.com').replace(/\$\{\w+:-([^}]*)\}/g, '$1')
/** The settings of a copy, with the secrets of this place. */
const configOf = ({ environment = {} }: z.infer<typeof service>) => {
  const given = Object.entries(environment).map(([name, value]) => [name, unset(value).replace('/run/secrets', join(place, 'secrets'))])
  return readConfig({ DATA_DIR: place, ...Object.fromEntries(given) })
}
beforeAll(() => {
  execFileSync('cp', ['-r', join(root, 'deploy'), place])
  execFileSync('sh', [join(place, 'deploy/secrets.sh')])
})

describe('the image', () => {
  const lines = read('Dockerfile').split('\n')

  test('has the Node that the packages bring', () => {
    const from = lines.filter(line => line.startsWith('FROM '))
    expect(from).toHaveLength(3)
    for (const line of from) expect(line).toContain(`node:${nodeVersion}-`)
  })

  test('copies what there is, and what may go into it', () => {
    const copied = lines.flatMap(line => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])
    expect(copied).toContain('server')
    for (const path of copied) {
      expect(existsSync(join(root, path))).toBe(true)
      expect(read('.dockerignore')).toContain(`\n!${path}\n`)
    }
  })

  test('runs as nobody special, says whether it is well, and begins what npm start does', () => {
    const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')))
    expect(last).toContain('USER node')
    expect(last.some(line => line.startsWith('HEALTHCHECK '))).toBe(true)
    expect(last).toContain('CMD ["node", "--max-semi-space-size=4", "server/app/main.ts"]')
    expect(read('scripts/run.mjs')).toContain("const lean = ['--max-semi-space-size=4']")
  })
})

describe('the compose files', () => {
  test('give a copy no setting that it does not know', () => {
    const given = copies.flatMap(({ environment }) => Object.keys(environment ?? {}))
    expect(given.map(name => name.replace(/_FILE$/, '')).filter(name => !settingNames.includes(name))).toEqual([])
  })

  test('with the secrets that are made for them, are settings that a copy starts with', () => {
    for (const copy of copies) expect(configOf(copy)).toMatchObject({ publicUrl: 'https://destek.example.com', keepsSecret: false })
    for (const { file } of Object.values(secrets)) expect(existsSync(join(place, file))).toBe(true)
    for (const { env_file = [] } of Object.values(services)) for (const file of env_file) expect(existsSync(join(place, file))).toBe(true)
  })

  test('hand over secrets that there are, and mount files and volumes that there are', () => {
    const volumes = { ...alone.volumes, ...scaled.volumes }
    for (const { secrets: handed = [], volumes: mounted = [] } of [...Object.values(services), ...copies]) {
      for (const name of handed) expect(secrets).toHaveProperty([name])
      for (const [from = ''] of mounted.map(volume => volume.split(':')))
        if (from.startsWith('./')) expect(existsSync(join(root, from))).toBe(true)
        else expect(volumes).toHaveProperty([from])
    }
  })

  test('open no port to other machines', () => {
    const ports = [...Object.values(services), ...copies].flatMap(({ ports = [] }) => ports)
    expect(ports).toHaveLength(2)
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/)
  })

  describe('believe what X-Forwarded-For says', () => {
    const [network = {}] = alone.networks?.default.ipam.config ?? []
    const proxy = unset(scaled.services.proxy?.networks?.default.ipv4_address ?? '')
    const gateway = unset(network.gateway ?? '')
    const visitor = '203.0.113.5'
    async function seen(copy: z.infer<typeof service>, remoteAddress: string, forwarded: string) {
      const http = createHttp({ logLevel: 'silent', trustProxy: configOf(copy).trustProxy })
      http.get('/from', async ({ ip }) => ip)
      return (await http.inject({ url: '/from', remoteAddress, headers: { 'x-forwarded-for': forwarded } })).body
    }

    test('of the proxy on this machine, which comes in by the gateway of the containers’ network', async () => {
      for (const copy of copies) expect(await seen(copy, gateway, visitor)).toBe(visitor)
    })

    test('of the proxy of several copies, and of one on this machine before it', async () => {
      for (const copy of copies.slice(1)) expect(await seen(copy, proxy, `${visitor}, ${gateway}`)).toBe(visitor)
    })

    test('of nobody else who reaches a copy past them: neither this network, another container nor the internet', async () => {
      const another = gateway.replace(/\d+$/, '130')
      for (const copy of copies)
        for (const address of ['192.168.1.5', '10.0.0.7', '172.17.0.1', another, '198.51.100.7', '127.0.0.1'])
          expect(await seen(copy, address, visitor)).toBe(address)
    })

    test('of addresses that no other container can be given', () => {
      const range = ipaddr.parseCIDR(unset(network.subnet ?? ''))
      const given = ipaddr.parseCIDR(unset(network.ip_range ?? ''))
      for (const address of [gateway, proxy].map(ipaddr.parse)) {
        expect(address.match(range)).toBe(true)
        expect(address.match(given)).toBe(false)
      }
    })
  })

  test('name a version of every image, and say of each service whether it is well', () => {
    for (const [name, { image, healthcheck }] of Object.entries(services)) {
      if (image === 'tezgah') continue // the image itself says it
      expect(image, name).toMatch(/:v?\d/)
      expect(healthcheck, name).toBeDefined()
    }
  })

  test('let a copy go on for as long as the proxy needs to notice that it leaves', () => {
    const [, every] = /inter (\d+)ms/.exec(read('deploy/haproxy.cfg')) ?? []
    for (const { environment } of copies.slice(1))
      expect(Number.parseInt(environment?.STOP_DELAY ?? '', 10) * 1000).toBeGreaterThan(2 * Number(every))
  })
})

describe('the service', () => {
  const unit = read('deploy/tezgah.service')

  test('begins what npm start does, with a setting that there is', () => {
    expect(unit).toContain('ExecStart=/opt/tezgah/node_modules/.bin/node --max-semi-space-size=4 server/app/main.ts\n')
    expect(unit).toMatch(/^Environment=NODE_ENV=production DATA_DIR=\/var\/lib\/tezgah$/m)
  })

  const analyse = programAt('systemd-analyze')
  test.runIf(analyse)('lets the program do little beyond its work', () => {
    const options = ['security', '--offline=yes', '--threshold=20', '--no-pager', join(root, 'deploy/tezgah.service')]
    expect(execFileSync(analyse as string, options, { encoding: 'utf8' })).toMatch(/exposure level for tezgah.service: [01]\.\d/)
  })
})

test('the proxy lets nobody from outside ask what is for whoever runs it', () => {
  const [, denied = ''] = /http-request deny deny_status 404 if \{ path,url_dec (.+) \}/.exec(read('deploy/haproxy.cfg')) ?? []
  expect(denied.split(' ')).toEqual(['/metrics', '/readyz'])
})

const haproxy = programAt('haproxy')
test.runIf(haproxy)('the proxy’s settings are valid', () => {
  const places = { BIND: '127.0.0.1:8080', COPY_1: '127.0.0.1:3001', COPY_2: '127.0.0.1:3002', COPY_3: '127.0.0.1:3003' }
  execFileSync(haproxy as string, ['-c', '-q', '-f', join(root, 'deploy/haproxy.cfg')], { env: places })
})
