import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openSigning } from './signing.ts'

const signing = openSigning('the secret of this installation, long enough')
const elsewhere = openSigning('the secret of another installation, as long')

describe('an encrypted text', () => {
  const text = 'Kurtarma kodu: Şişli 34'

  test('is decrypted by the installation that encrypted it', () => {
    expect(signing.decrypt(signing.encrypt(text))).toBe(text)
  })

  test('differs each time, so that equal texts cannot be recognised', () => {
    expect(new Set(Array.from({ length: 100 }, () => signing.encrypt(text))).size).toBe(100)
  })

  test('is null for another purpose or another row', () => {
    const ciphertext = signing.encrypt(text, 'second factor of Ayşe')
    expect(signing.decrypt(ciphertext, 'second factor of Ayşe')).toBe(text)
    expect([
      signing.decrypt(ciphertext, 'second factor of Fatma'),
      signing.decrypt(ciphertext),
    ]).toEqual([null, null])
  })

  test('is null at another installation', () => {
    expect(elsewhere.decrypt(signing.encrypt(text))).toBeNull()
  })

  // Security: 11.3.3
  test('is null when a bit of it has changed or a byte is missing', () => {
    const bytes = Buffer.from(signing.encrypt(text), 'base64url')
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes)
      altered[at] = (bytes[at] as number) ^ 1
      expect([at, signing.decrypt(altered.toString('base64url'))]).toEqual([at, null])
      expect([at, signing.decrypt(bytes.subarray(0, at).toString('base64url'))]).toEqual([at, null])
    }
  })
})

test('a signature for an upload is not valid for a download of the same file', () => {
  const made = signing.sign('upload', 'vendor', 'file')
  expect(signing.isValidSignature(made, 'upload', 'vendor', 'file')).toBe(true)
  expect(signing.isValidSignature(made, 'download', 'vendor', 'file')).toBe(false)
  expect(signing.isValidSignature(made, 'upload', 'vendorfile')).toBe(false)
  expect(signing.isValidSignature(`${made}A`, 'upload', 'vendor', 'file')).toBe(false)
})

test.each([
  ['activation', 'RLQa0iwP-q7u-kuVhpoC4DF8yxAVY4XWQFMslYGnVrE'],
  ['upload', '5nysCS1OE2dL5wpaxnzSGixZ6T1HTLHaNEpv0pcK9Hs'],
  ['download', 'Rlc1pI3i8L6RHBQTxM0PFGmRrZTtF_yy6s9eEaGQ6zE'],
  ['attempt', 'R1fKICpBYoatRwT4fKTz1ttXIuJ8rWN7VIoFvuZiNsk'],
  ['device', '5mEbVDX3TflPr0LvZzFHYCnToaMLRYpPkYDYB2xkYQk'],
  ['recovery', 'WiUTqevBYgoqHlQXYsWVkkjid7SVUPb8ma60XtQG57M'],
  ['probe', '-1f6IGm-BR9m4AwL0OWqwydkBu52h48C1jogx-W6Ai4'],
  ['request', '3v2AL1yVMrmSh6UrBKSa_U6d-s1KgIWnTxX6eVJeF10'],
  ['drafts', '1n6JyrvbQ76Pt2QzWuvVzTshF8G5dxfb2WGlvsdeUlc'],
  ['messageId', 'xBYKKcqIJHDrh0oT8ISGMeckWWzqkoqBPqBkTN3HuH0'],
  ['unsubscribe', 'EeW5WK9GX0KLgPOwxG2YOWtsFAZseBnonTycNAoQook'],
  ['doctor', 'uKS6KOUWimQxocAf2G2H8L0VSKYX4ry7JlxAbcmmbsY'],
  ['senderDomain', 'cSN57TMcWJaNDm46ufsorVXkbycJ0zRjcmuCD96cYJc'],
  ['push', 'D_X9V2d0VNvzHAcx8Nzch6pTV4MCirsooc3JGRjywgM'],
] as const)('a signature for %s that was sent or stored stays valid', (purpose, signature) => {
  expect(signing.isValidSignature(signature, purpose, 'vendor', 'Şişli')).toBe(true)
})

test('a text that was encrypted and stored stays readable', () => {
  const ciphertext = 'mhjyZ0e9X8yZL39b-hUQOG5Hplu4QFG_DjHsgB-pLfA_QXf_abdE5I1hKRJEN2ZSlvblWgk'
  expect(signing.decrypt(ciphertext, 'row')).toBe('Kurtarma kodu: Şişli 34')
})

describe('a token', () => {
  const session = { vendorId: randomUUID(), sessionId: randomUUID(), userId: randomUUID() }
  const tokenOf = (header: object, claims: object, key: string | Buffer, hash = 'sha256') => {
    const signed = [header, claims]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    return `${signed}.${createHmac(hash, key).update(signed).digest('base64url')}`
  }
  const key = createHmac('sha256', 'the secret of this installation, long enough')
    .update('tezgah token')
    .digest()
  const claims = {
    vendor: session.vendorId,
    sub: session.userId,
    jti: session.sessionId,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
  }

  test('with a valid signature is accepted', async () => {
    expect(await signing.verifyToken(tokenOf({ alg: 'HS256' }, claims, key))).toMatchObject(session)
  })

  // Security: 7.2.3, 11.4.3
  test.each([
    ['with another algorithm', tokenOf({ alg: 'HS512' }, claims, key, 'sha512')],
    ['without an expiry', tokenOf({ alg: 'HS256' }, { ...claims, exp: undefined }, key)],
    ['without a session', tokenOf({ alg: 'HS256' }, { ...claims, jti: undefined }, key)],
    [
      'signed with the secret itself instead of the key for tokens',
      tokenOf({ alg: 'HS256' }, claims, 'the secret of this installation, long enough'),
    ],
  ])('%s is refused', async (_, token) => {
    await expect(signing.verifyToken(token)).rejects.toMatchObject({ status: 401 })
  })
})
