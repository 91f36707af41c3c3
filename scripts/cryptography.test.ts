import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const dossier = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** What runs at the vendor's and in a browser: tests, and what only they use, aside. */
const sources = ['server', 'contract', 'web/src'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /(?<!\.test)\.tsx?$/.test(path) && !/^(testing|demo)\//.test(path))
    .map(path => ({ file: `${folder}/${path}`, source: readFileSync(join(root, folder, path), 'utf8') })),
)
const using = (pattern: RegExp) => sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)

test('every place that uses cryptography is in the table of docs/security.md', () => {
  const places = using(/node:crypto'|from 'jose'|\bcrypto\.\w/)
  expect(places).toContain('server/platform/crypto/signing.ts')
  expect(places.filter(file => !dossier.includes(`\`${file}\``))).toEqual([])
})

test('only algorithms of 128 bits and more are used, but where every authenticator app has another', () => {
  const ours = sources.filter(({ file }) => file !== 'server/identity/second-factor/totp.ts') // HMAC-SHA-1, by RFC 6238
  const calls = ours.flatMap(({ source }) => [...source.matchAll(/\b(create(?:Hash|Hmac|Cipheriv|Decipheriv))\(\s*([^,)]+)/g)])
  const used = new Set(calls.map(([, call, algorithm]) => `${call} ${algorithm}`))
  expect([...used].sort()).toEqual([
    "createCipheriv 'aes-256-gcm'",
    "createDecipheriv 'aes-256-gcm'",
    "createHash 'sha256'",
    "createHmac 'sha256'",
  ])
})

test('no cryptography comes from anywhere but Node, jose and noble', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const others = Object.keys(dependencies).filter(name => /crypt|argon|scrypt|hash|nacl|sodium|jws|jwt|otp|forge|cipher|random/i.test(name))
  expect(others).toEqual([])
  expect(using(/from '(node:)?crypto'|from 'jose'/).length).toBeGreaterThan(5)
  expect(using(/from '@noble\//)).toEqual(['web/src/data/privateStore.ts'])
  expect(using(/from '(crypto-js|bcrypt|argon2|jsonwebtoken|node-forge|tweetnacl|otplib)'/)).toEqual([])
})

test('nothing that matters is left to Math.random', () => {
  expect(using(/Math\.random/)).toEqual([])
})
