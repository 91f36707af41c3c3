import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(join(tmpdir(), 'tezgah-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Security: 11.2.3
test.each([
  ['DATABASE_URL', 'mysql://tezgah:Gizli@1/453@db/tezgah'],
  ['DATABASE_POOL_URL', 'postgresql://tezgah:Gizli@1/453@db/tezgah'],
  ['STORAGE_URL', 'https://ANAHTAR:Gizli@1/453@bucket'],
  ['SMTP_URL', 'mail://tezgah:Gizli@1/453@mail.test'],
  ['PUBLIC_URL', 'https://tezgah:Gizli@1/453@portal.test'],
  ['TOKEN_SECRET', 'Gizli@1/453'],
  ['SMTP_URL', 'kutu:Gizli453@mail:587'],
  ['DATABASE_URL', 'tezgah:Gizli453@db/tezgah'],
  ['DATABASE_POOL_URL', 'postgres://pooler/tezgah?user=kapici&password=Gizli453'],
  ['STORAGE_URL', 'ANAHTAR:Gizli453@bucket'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'tezgah:Gizli453@toplayici:4318'],
])('an invalid %s is reported without its password: %s', (name, text) => {
  const read = () =>
    readConfig({ DATA_DIR: folder, DATABASE_URL: 'postgres://tezgah@db/tezgah', [name]: text })
  expect(read).toThrow(new RegExp(`${name}=.*: expected`))
  expect(read).not.toThrow(/Gizli|453/)
})

test('any other invalid setting is reported with its value', () => {
  expect(() =>
    readConfig({
      DATA_DIR: folder,
      PORT: '99999',
      UPLOAD_LIMIT: '100 elma',
      MAIL_IN_CLIENTS: '0.0.0.0/0',
    }),
  ).toThrow(
    /PORT=99999: expected .*\n {2}UPLOAD_LIMIT=100 elma: expected .*\n {2}MAIL_IN_CLIENTS=0.0.0.0\/0: expected/,
  )
})

test.each([
  ['missing', 'postgresql://pooler:6432/tezgah'],
  ["the database's owner’s", 'postgresql://sahip:baska@pooler:6432/tezgah'],
])(
  'a DATABASE_POOL_URL whose login is %s is refused: the requests would see every vendor',
  (_, poolUrl) => {
    const env = {
      DATA_DIR: folder,
      DATABASE_URL: 'postgresql://sahip:sifre@db/tezgah',
      DATABASE_POOL_URL: poolUrl,
    }
    expect(() => readConfig(env)).toThrow(/DATABASE_POOL_URL=.*: expected .* another user/)
  },
)

test('the dot of the DNS root at the end of PUBLIC_URL is not part of its host', () => {
  expect(
    readConfig({ DATA_DIR: folder, PUBLIC_URL: 'https://Destek.example.com.:8443' }).publicUrl,
  ).toBe('https://destek.example.com:8443')
})

test('a setting can be read from a file', () => {
  const file = join(folder, 'secret')
  writeFileSync(file, 'a secret of thirty-two characters\n')
  const { tokenSecret, hasStoredSecret } = readConfig({ DATA_DIR: folder, TOKEN_SECRET_FILE: file })
  expect([tokenSecret, hasStoredSecret]).toEqual(['a secret of thirty-two characters', false])
})

test('a missing file of a setting is reported with its path', () => {
  expect(() => readConfig({ DATA_DIR: folder, SMTP_URL_FILE: join(folder, 'nowhere') })).toThrow(
    /SMTP_URL_FILE=.*nowhere: ENOENT/,
  )
})

test('other users cannot list the data directory that the server creates', () => {
  const dataDir = join(folder, 'made')
  readConfig({ DATA_DIR: dataDir })
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('711')
})

test('a server and a command that start together have the same secret and leave no temporary files', async () => {
  const dataDir = join(folder, 'shared')
  const script = `
    import { readConfig } from ${JSON.stringify(join(import.meta.dirname, 'config.ts'))}
    process.once('message', () => {
      for (let round = 0; round < 200; round++) process.send(readConfig({ DATA_DIR: ${JSON.stringify(dataDir)} + round }).tokenSecret)
      process.disconnect()
    })
    process.send('ready')`
  const processes = await Promise.all(
    [1, 2].map(async () => {
      const child = fork('-', [], { execArgv: ['--input-type=module', '--eval', script] })
      const secrets: unknown[] = []
      await once(child, 'message')
      child.on('message', secret => secrets.push(secret))
      return { child, secrets, closed: once(child, 'close') }
    }),
  )
  for (const { child } of processes) child.send('go')
  await Promise.all(processes.map(({ closed }) => closed))
  const [server, command] = processes.map(({ secrets }) => secrets)
  expect(server).toHaveLength(200)
  expect(server).toEqual(command)
  expect(readdirSync(`${dataDir}0`)).toEqual(['token-secret'])
})

test('a demo receives the answers of its mailbox page, unless a setting says how mail is sent or received', () => {
  const demo = { TEZGAH_DEMO: '1', DATA_DIR: join(folder, 'demo') }
  const receives = (settings: Record<string, string>) =>
    readConfig({ ...demo, ...settings }).mailInTrust === 'mailbox.demo.test'
  expect(receives({})).toBe(true)
  expect(receives({ TEZGAH_DEMO: '' })).toBe(false)
  expect(receives({ SMTP_URL: 'smtp://localhost:25' })).toBe(false)
  expect(receives({ MAIL_IN_URL: 'smtp://127.0.0.1:2525?domain=reply.test' })).toBe(false)
  expect(receives({ MAIL_IN_TRUST: 'mx.test' })).toBe(false)
})
