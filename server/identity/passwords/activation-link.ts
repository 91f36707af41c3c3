import { paths } from '#contract/paths.ts'
import type { Language } from '#contract/text/messages.ts'
import type { Config } from '#platform/config/config.ts'
import type { Signing } from '#platform/crypto/signing.ts'
import type { Db } from '#platform/database/database.ts'
import { byId } from '#platform/database/look-up.ts'
import { portalUrl } from '../../vendors/portal.ts'
import { activationToken } from './activations.ts'

type Link = {
  vendorId: string
  domain: string
  email: string
  purpose: 'invitation' | 'reset' | 'email'
  activation: string
  /** of its user, in which the page opens in a browser that has not shown the portal yet */
  language: Language
}

const pages = { invitation: paths.activate, reset: paths.resetPassword, email: paths.confirmEmail }

export function buildActivationLink(
  config: Config,
  signing: Signing,
  { vendorId, domain, email, purpose, activation, language }: Link,
): string {
  const query = new URLSearchParams({
    token: activationToken(signing, vendorId, activation),
    mail: email,
    lang: language,
  })
  return `${portalUrl(config, domain)}${pages[purpose]}?${query}`
}

type InvitationCall = {
  platform: { config: Config; signing: Signing }
  domain: string
  db: Db
}

export const languageOfLink = async (db: Db, activation: string) =>
  (
    await db
      .selectFrom('activations')
      .innerJoin('users', byId('users', 'activations.userId'))
      .select('users.language')
      .where('activations.id', '=', activation)
      .executeTakeFirstOrThrow()
  ).language

export async function linkToHandOver(
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
      language: await languageOfLink(db, activation),
    }),
  }
}
