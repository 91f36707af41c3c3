import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const place = mkdtempSync(join(tmpdir(), 'tezgah-config-'))
afterAll(() => rmSync(place, { recursive: true }))

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
])('a wrong %s is named without the password in it: %s', (name, text) => {
  const complaint = () => readConfig({ DATA_DIR: place, DATABASE_URL: 'postgres://tezgah@db/tezgah', [name]: text })
  expect(complaint).toThrow(new RegExp(`${name}=.*: expected`))
  expect(complaint).not.toThrow(/Gizli|453/)
})

test('any other wrong setting is named as it was written', () => {
  expect(() => readConfig({ DATA_DIR: place, PORT: '99999', UPLOAD_LIMIT: '100 elma' })).toThrow(
    /PORT=99999: expected .*\n {2}UPLOAD_LIMIT=100 elma: expected/,
  )
})

test.each([
  ['nobody’s', 'postgresql://pooler:6432/tezgah'],
  ["the database's owner’s", 'postgresql://sahip:baska@pooler:6432/tezgah'],
])('a DATABASE_POOL_URL whose login is %s is refused: the requests would see every vendor', (_, poolUrl) => {
  const asked = { DATA_DIR: place, DATABASE_URL: 'postgresql://sahip:sifre@db/tezgah', DATABASE_POOL_URL: poolUrl }
  expect(() => readConfig(asked)).toThrow(/DATABASE_POOL_URL=.*: expected .* another user/)
})

test('a setting can be given as the file that says it', () => {
  const file = join(place, 'secret')
  writeFileSync(file, 'a secret of thirty-two characters\n')
  const { tokenSecret, keepsSecret } = readConfig({ DATA_DIR: place, TOKEN_SECRET_FILE: file })
  expect([tokenSecret, keepsSecret]).toEqual(['a secret of thirty-two characters', false])
})

test('a setting’s file that is not there is named', () => {
  expect(() => readConfig({ DATA_DIR: place, SMTP_URL_FILE: join(place, 'nowhere') })).toThrow(/SMTP_URL_FILE=.*nowhere: ENOENT/)
})

test('nobody else may look around in a data folder that was made for us', () => {
  const dataDir = join(place, 'made')
  readConfig({ DATA_DIR: dataDir })
  expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('711')
})

test('a server and a command that begin at the same moment have the same secret, and leave nothing behind', async () => {
  const dataDir = join(place, 'shared')
  const script = `
    import { readConfig } from ${JSON.stringify(join(import.meta.dirname, 'config.ts'))}
    process.once('message', () => {
      for (let round = 0; round < 200; round++) process.send(readConfig({ DATA_DIR: ${JSON.stringify(dataDir)} + round }).tokenSecret)
      process.disconnect()
    })
    process.send('ready')`
  const said = await Promise.all(
    [1, 2].map(async () => {
      const child = fork('-', [], { execArgv: ['--input-type=module', '--eval', script] })
      const heard: unknown[] = []
      await once(child, 'message')
      child.on('message', secret => heard.push(secret))
      return { child, heard, closed: once(child, 'close') }
    }),
  )
  for (const { child } of said) child.send('go')
  await Promise.all(said.map(({ closed }) => closed))
  const [server, command] = said.map(({ heard }) => heard)
  expect(server).toHaveLength(200)
  expect(server).toEqual(command)
  expect(readdirSync(`${dataDir}0`)).toEqual(['token-secret'])
})
