import { createHmac, timingSafeEqual } from 'node:crypto'
import { base32 } from '#platform/crypto/base32.ts'

const period = 30 // seconds per step (RFC 6238, X)

export const stepAt = (ms: number) => Math.floor(ms / 1000 / period)

/** The six digits of a step: HOTP with HMAC-SHA-1 (RFC 4226, 5.3). */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** The step that a code belongs to: the current one or, as
 * clocks differ, one beside it. Null for any other code. */
export function stepOf(secret: Buffer, code: string, now = Date.now()): number | null {
  const entered = Buffer.from(code)
  const steps = [0, -1, 1].map(offset => stepAt(now) + offset)
  const isCodeOf = (step: number) =>
    entered.length === 6 && timingSafeEqual(entered, Buffer.from(codeAt(secret, step)))
  return steps.find(isCodeOf) ?? null
}

export const uriOf = (secret: Buffer, issuer: string, account: string) =>
  `otpauth://totp/${encodeURIComponent(issuer)}:${encodeURIComponent(account)}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`
