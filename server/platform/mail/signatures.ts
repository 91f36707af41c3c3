import { createHash } from 'node:crypto'
import { headerAddress } from './message.ts'
import { headerValues, type MailHeaders, onlySender } from './parse-mail.ts'

const maxSignatures = 20 // more are not verified

/** Hashes of the DKIM signatures of a mail, with its author: who repeats
 * a signed mail can change what is not signed, but not these. */
export function signaturesOf(headers: MailHeaders): string[] {
  const author = headerAddress(onlySender(headers)?.address ?? '')
  const signatures = headerValues(headers, 'dkim-signature')
    .slice(0, maxSignatures)
    .flatMap(value => [...value.matchAll(/(?:^|;)\s*b\s*=([^;]*)/gi)])
    .map(([, signature = '']) => Buffer.from(signature, 'base64')) // as verifiers decode it
    .filter(({ length }) => length > 0)
  return signatures.map(signature =>
    createHash('sha256').update(`${author}\n`).update(signature).digest('base64url'),
  )
}
