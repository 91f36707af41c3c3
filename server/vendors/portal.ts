import type { Portal } from '#contract/identity.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'

export const demoCustomer = { email: 'customer@demo.test', password: 'Demo1234' }

export async function readPortal(db: Db, config: Config): Promise<Portal> {
  const { liveSupportUrl, ...vendor } = await db
    .selectFrom('vendors')
    .select(['name', 'liveSupportUrl', 'country', 'keptSessions', 'staffMayInvite'])
    .executeTakeFirstOrThrow()
  return {
    ...vendor,
    uploadLimit: config.uploadLimit,
    liveSupportUrl: liveSupportUrl ?? config.liveSupportUrl ?? null,
    demo: config.demo && (await hasDemoCustomer(db)) ? demoCustomer : null,
  }
}

const hasDemoCustomer = (db: Db) =>
  db.selectFrom('users').select('id').where('email', '=', demoCustomer.email).executeTakeFirst()

export function portalUrl(config: Config, domain: string): string {
  const url = new URL(config.publicUrl)
  url.hostname = domain
  return url.origin
}

/** Where the links of mails lead. */
export async function readFirstDomain(db: Db): Promise<string> {
  const { domain } = await db
    .selectFrom('vendorDomains')
    .select('domain')
    .orderBy('dateCreated')
    .orderBy('domain')
    .limit(1)
    .executeTakeFirstOrThrow()
  return domain
}
