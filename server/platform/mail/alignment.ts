import { getDomain } from 'tldts'

/** Whether two domains are of one organisation, by the public suffix
 * list: those of DMARC are, `a.com.tr` and `b.com.tr` are not. */
export const mayAlign = (one: string, other: string): boolean =>
  one === other || (organisationOf(one) !== null && organisationOf(one) === organisationOf(other))

/** Whether a domain speaks for another one where no policy says more: one is above the other. */
export const isAligned = (found: string, domain: string): boolean =>
  found.includes('.') &&
  domain.includes('.') &&
  mayAlign(found, domain) &&
  (found === domain || found.endsWith(`.${domain}`) || domain.endsWith(`.${found}`))

/** What is registered, also under a suffix of a company such as `github.io`; null for a suffix. */
const organisationOf = (domain: string) =>
  getDomain(domain, { allowPrivateDomains: true, extractHostname: false })
