import { paths } from '#contract/paths.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { portalUrl } from '../../vendors/portal.ts'
import { activationToken } from './activations.ts'

type Link = {
  vendorId: string
  domain: string
  email: string
  purpose: 'invitation' | 'reset' | 'email'
  activation: string
}

const pages = { invitation: paths.activate, reset: paths.resetPassword, email: paths.confirmEmail }

export function buildActivationLink(
  config: Config,
  signing: Signing,
  { vendorId, domain, email, purpose, activation }: Link,
): string {
  const query = new URLSearchParams({
    token: activationToken(signing, vendorId, activation),
    mail: email,
  })
  return `${portalUrl(config, domain)}${pages[purpose]}?${query}`
}

type InvitationCall = {
  platform: { config: Config; signing: Signing }
  domain: string
  db: Db
}

export function linkToHandOver(
  { platform: { config, signing }, domain, db }: InvitationCall,
  email: string,
  activation: string | null,
) {
  if (config.smtpUrl || !activation) return {}
  return {
    activationLink: buildActivationLink(config, signing, {
      vendorId: db.vendorId,
      domain,
      email,
      purpose: 'invitation',
      activation,
    }),
  }
}
