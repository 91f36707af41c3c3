import { createHmac, timingSafeEqual } from 'node:crypto'

/** A code is good for so many seconds (RFC 6238, its X), which are one step. */
const period = 30

export const stepAt = (ms: number) => Math.floor(ms / 1000 / period)

/** The six digits of a step: HOTP by HMAC-SHA-1 (RFC 4226, 5.3), as every app makes them. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step whose code this is, of the one that is now and those beside it, as clocks differ; null where it is none of theirs. */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | null {
  const given = Buffer.from(code)
  const steps = [0, -1, 1].map(beside => stepAt(now) + beside)
  const isCodeOf = (step: number) => given.length === 6 && timingSafeEqual(given, Buffer.from(codeAt(secret, step)))
  return steps.find(isCodeOf) ?? null
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes as people type them (RFC 4648, 6), without padding. */
export const base32 = (bytes: Buffer) =>
  (
    [...bytes]
      .map(byte => byte.toString(2).padStart(8, '0'))
      .join('')
      .match(/.{1,5}/g) ?? []
  )
    .map(bits => alphabet[Number.parseInt(bits.padEnd(5, '0'), 2)])
    .join('')

/** What the app's camera reads: the secret, and the names by which it is listed there. */
export const uriOf = (secret: Buffer, issuer: string, account: string) =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
