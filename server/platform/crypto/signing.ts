import { createCipheriv, createDecipheriv, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { tokenExpired, unauthenticated } from '#platform/errors.ts'

type SessionOf = { vendorId: string; sessionId: string; userId: string }
/** What a token says: a user's session at a vendor, and when it began, in ms. Whether it still lives, its row says. */
export type TokenClaims = SessionOf & { issued: number }

type Purpose = 'activation' | 'upload' | 'download' | 'attempt' | 'device' | 'recovery' | 'probe' | 'request' | 'drafts'

export type Signing = {
  /** A signed JWT (RFC 7519, HS256) that ends with its session; `lifetime` is in seconds. */
  token(session: SessionOf, lifetime: number): Promise<string>
  /** @throws 401 for a token that is malformed, forged or expired. */
  readToken(token: string): Promise<TokenClaims>
  /** A secret that only this installation can make of these words, in base64url: for links, so that nothing secret is stored. */
  seal(purpose: Purpose, ...words: string[]): string
  /** Whether `seal` made it, in the same time for every answer. */
  isSealed(given: string, purpose: Purpose, ...words: string[]): boolean
  /** A text as anybody may keep it: who reads it learns nothing (AES-256-GCM, NIST SP 800-38D). It is revealed for the same `about` only. */
  hide(text: string, about?: string): string
  /** What `hide` hid, or null where it was not this installation, or about something else. */
  reveal(hidden: string, about?: string): string | null
}

export function openSigning(secret: string): Signing {
  const keyFor = (purpose: string) => createHmac('sha256', secret).update(`tezgah ${purpose}`).digest()
  const tokenKey = keyFor('token')
  const hidingKey = keyFor('hiding')
  const keys = {
    activation: keyFor('activation'),
    upload: keyFor('upload'),
    download: keyFor('download'),
    attempt: keyFor('attempt'),
    device: keyFor('device'),
    recovery: keyFor('recovery'),
    probe: keyFor('probe'),
    request: keyFor('request'),
    drafts: keyFor('drafts'),
  }
  const seal: Signing['seal'] = (purpose, ...words) => createHmac('sha256', keys[purpose]).update(JSON.stringify(words)).digest('base64url')
  /** Tokens whose signature was checked, so that it is checked once and not at every call. */
  const checked = new Map<string, TokenClaims & { expires: number }>()

  return {
    token: ({ vendorId, sessionId, userId }, lifetime) =>
      new SignJWT({ vendor: vendorId })
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(userId)
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(`${lifetime}s`)
        .sign(tokenKey),
    async readToken(token) {
      const known = checked.get(token)
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
      if (checked.size >= 10_000) checked.clear()
      checked.set(token, claims)
      return claims
    },
    seal,
    isSealed(given, purpose, ...words) {
      const right = Buffer.from(seal(purpose, ...words))
      const tried = Buffer.from(given)
      return right.length === tried.length && timingSafeEqual(right, tried)
    },
    hide(text, about = '') {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', hidingKey, nonce).setAAD(Buffer.from(about))
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    reveal(hidden, about = '') {
      const bytes = Buffer.from(hidden, 'base64url')
      if (bytes.length < 28) return null
      const decipher = createDecipheriv('aes-256-gcm', hidingKey, bytes.subarray(0, 12))
        .setAAD(Buffer.from(about))
        .setAuthTag(bytes.subarray(-16))
      try {
        return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}
