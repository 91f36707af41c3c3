import type { Config } from '#platform/config/config.ts'
import { domainOf, localPart } from '#platform/mail/mailer.ts'

/** The local part of an address at the domain of
 * MAIL_IN_URL, in lower case; null for any other address. */
export function localPartOf(
  { mailInUrl }: Pick<Config, 'mailInUrl'>,
  address: string,
): string | null {
  return mailInUrl && domainOf(address) === mailInUrl.domain ? localPart(address) : null
}

export const tokenOf = (local: string): string | null =>
  /^reply\+([a-z2-7]{26})$/.exec(local)?.[1] ?? null
