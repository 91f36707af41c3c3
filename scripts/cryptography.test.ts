import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const securityPage = readFileSync(join(root, 'docs/security.md'), 'utf8')

/** The sources that run in production: without tests, test helpers and the demo. */
const sources = ['server', 'contract', 'web/src'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /(?<!\.test)\.tsx?$/.test(path) && !/^(testing|demo)\//.test(path))
    .map(path => ({
      file: `${folder}/${path}`,
      source: readFileSync(join(root, folder, path), 'utf8'),
    })),
)
const filesMatching = (pattern: RegExp) =>
  sources.filter(({ source }) => pattern.test(source)).map(({ file }) => file)

// Security: 11.1.2
test('every file that uses cryptography is in the table of docs/security.md', () => {
  const files = filesMatching(/node:crypto'|from 'jose'|\bcrypto\.\w/)
  expect(files).toContain('server/platform/crypto/signing.ts')
  expect(files.filter(file => !securityPage.includes(`\`${file}\``))).toEqual([])
})

// Security: 11.2.3, 11.3.1, 11.3.2, 11.4.1
test('only algorithms of at least 128 bits are used, except the HMAC-SHA-1 of authenticator apps', () => {
  // HMAC-SHA-1, by RFC 6238
  const checked = sources.filter(({ file }) => file !== 'server/identity/second-factor/totp.ts')
  const calls = checked.flatMap(({ source }) => [
    ...source.matchAll(/\b(create(?:Hash|Hmac|Cipheriv|Decipheriv))\(\s*([^,)]+)/g),
  ])
  const used = new Set(calls.map(([, call, algorithm]) => `${call} ${algorithm}`))
  expect([...used].sort()).toEqual([
    "createCipheriv 'aes-256-gcm'",
    "createDecipheriv 'aes-256-gcm'",
    "createHash 'sha256'",
    "createHmac 'sha256'",
  ])
})

// Security: 11.2.1
test('all cryptography comes from Node, jose and noble', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const others = Object.keys(dependencies).filter(name =>
    /crypt|argon|scrypt|hash|nacl|sodium|jws|jwt|otp|forge|cipher|random/i.test(name),
  )
  expect(others).toEqual([])
  expect(filesMatching(/from '(node:)?crypto'|from 'jose'/).length).toBeGreaterThan(5)
  expect(filesMatching(/from '@noble\//)).toEqual(['web/src/data/privateStore.ts'])
  expect(
    filesMatching(/from '(crypto-js|bcrypt|argon2|jsonwebtoken|node-forge|tweetnacl|otplib)'/),
  ).toEqual([])
})

// Security: 6.5.3, 11.5.1
test('Math.random is not used', () => {
  expect(filesMatching(/Math\.random/)).toEqual([])
})
