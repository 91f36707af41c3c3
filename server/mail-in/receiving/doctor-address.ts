import type { Signing } from '#platform/crypto/signing.ts'

export const doctorChannel = 'tezgah_doctor'

/** The local part of the address to which `npm run doctor` sends a mail. `nonce`: 16 hex digits. */
export const doctorLocalPart = (signing: Signing, nonce: string): string =>
  `doctor+${nonce}${hashOf(signing, nonce)}`

export function doctorNonceOf(signing: Signing, local: string): string | null {
  const [, nonce = '', hash] = /^doctor\+([0-9a-f]{16})([0-9a-f]{16})$/.exec(local) ?? []
  return hash !== undefined && hash === hashOf(signing, nonce) ? nonce : null
}

const hashOf = (signing: Signing, nonce: string) =>
  Buffer.from(signing.sign('doctor', nonce), 'base64url').toString('hex').slice(0, 16)
