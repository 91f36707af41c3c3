import type { Config } from '#platform/config.ts'
import type { Signing } from '#platform/signing.ts'
import { activationToken } from '../sessions/activations.ts'
import { portalUrl } from '../sessions/portal.ts'

const pages = { invitation: 'activate', reset: 'resetpassword' }

/** The address of the page where somebody sets their password. */
export function activationLink(
  config: Config,
  signing: Signing,
  {
    vendorId,
    domain,
    email,
    purpose,
    activation,
  }: { vendorId: string; domain: string; email: string; purpose: 'invitation' | 'reset'; activation: string },
): string {
  const query = new URLSearchParams({ token: activationToken(signing, vendorId, activation), mail: email })
  return `${portalUrl(config, domain)}/${pages[purpose]}?${query}`
}
