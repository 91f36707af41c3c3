import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { tokenExpired, unauthenticated } from '#platform/errors.ts'

type SessionIds = { vendorId: string; sessionId: string; userId: string }
/** `issued` is in ms. Whether the session is still live, the database decides. */
export type TokenClaims = SessionIds & { issued: number }

/** Each has a key of its own, derived from its name. */
const purposes = [
  'activation',
  'upload',
  'download',
  'attempt',
  'device',
  'recovery',
  'probe',
  'request',
  'drafts',
  'messageId',
  'unsubscribe',
  'doctor',
  'senderDomain',
  'push',
] as const
type Purpose = (typeof purposes)[number]

export type Signing = {
  /** A JWT (RFC 7519, HS256) that expires after `lifetime` seconds. */
  signToken(session: SessionIds, lifetime: number): Promise<string>
  /** @throws 401 for a token that is malformed, forged or expired */
  verifyToken(token: string): Promise<TokenClaims>
  /** A keyed hash of the parts (HMAC-SHA-256, base64url), verified without being stored. */
  sign(purpose: Purpose, ...parts: string[]): string
  /** Whether `sign` made the signature, compared in constant time. */
  isValidSignature(signature: string, purpose: Purpose, ...parts: string[]): boolean
  /** Encrypts a text (AES-256-GCM, NIST SP 800-38D); `associatedData` is authenticated with it. */
  encrypt(text: string, associatedData?: string): string
  decrypt(ciphertext: string, associatedData?: string): string | null
}

/** Derives a key for each purpose from the secret by HMAC-SHA-256;
 * tokens that were verified are cached until they expire. */
export function openSigning(secret: string): Signing {
  // An HMAC takes 10 µs with a key of bytes, 1.5 µs with a KeyObject.
  const keyFor = (purpose: string) =>
    createSecretKey(createHmac('sha256', secret).update(`tezgah ${purpose}`).digest())
  const tokenKey = keyFor('token')
  const hidingKey = keyFor('hiding')
  const keys = Object.fromEntries(purposes.map(purpose => [purpose, keyFor(purpose)])) as Record<
    Purpose,
    KeyObject
  >
  const sign: Signing['sign'] = (purpose, ...parts) =>
    createHmac('sha256', keys[purpose]).update(JSON.stringify(parts)).digest('base64url')
  const verified = new Map<string, TokenClaims & { expires: number }>()

  return {
    signToken: ({ vendorId, sessionId, userId }, lifetime) =>
      new SignJWT({ vendor: vendorId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(tokenKey),
    async verifyToken(token) {
      const known = verified.get(token)
      if (known) {
        if (known.expires > Date.now()) return known
        throw tokenExpired()
      }
      const { payload } = await jwtVerify(token, tokenKey, {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'iat', 'jti', 'sub', 'vendor'],
      }).catch(error => {
        throw error instanceof errors.JWTExpired ? tokenExpired() : unauthenticated()
      })
      const claims = {
        vendorId: String(payload.vendor),
        sessionId: String(payload.jti),
        userId: String(payload.sub),
        issued: Number(payload.iat) * 1000,
        expires: Number(payload.exp) * 1000,
      }
      if (verified.size >= 10_000) verified.clear()
      verified.set(token, claims)
      return claims
    },
    sign,
    isValidSignature(sealed, purpose, ...parts) {
      const expected = Buffer.from(sign(purpose, ...parts))
      const actual = Buffer.from(sealed)
      return expected.length === actual.length && timingSafeEqual(expected, actual)
    },
    encrypt(text, associatedData = '') {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', hidingKey, nonce).setAAD(
        Buffer.from(associatedData),
      )
      return Buffer.concat([
        nonce,
        cipher.update(text, 'utf8'),
        cipher.final(),
        cipher.getAuthTag(),
      ]).toString('base64url')
    },
    decrypt(ciphertext, associatedData = '') {
      const bytes = Buffer.from(ciphertext, 'base64url')
      if (bytes.length < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', hidingKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(associatedData))
        .setAuthTag(bytes.subarray(-16))
      try {
        return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
