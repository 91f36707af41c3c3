import type { Portal } from '#contract/sessions.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'

/** The demo's customer, with whom its login form is filled in. */
export const demoCustomer = { email: 'customer@demo.test', password: 'Demo1234' }

/** What everybody may know of a vendor's portal. */
export async function readPortal(db: Db, config: Config): Promise<Portal> {
  const { name, liveSupportUrl } = await db.selectFrom('vendors').select(['name', 'liveSupportUrl']).executeTakeFirstOrThrow()
  return {
    name,
    uploadLimit: config.uploadLimit,
    liveSupportUrl: liveSupportUrl ?? config.liveSupportUrl ?? null,
    demo: config.demo && (await hasDemoCustomer(db)) ? demoCustomer : null,
  }
}

/** A vendor that somebody adds to the demo has people of its own. */
const hasDemoCustomer = (db: Db) => db.selectFrom('users').select('id').where('email', '=', demoCustomer.email).executeTakeFirst()

/** The address of a vendor's portal: the installation's, with the vendor's own domain for its host name. */
export function portalUrl(config: Config, domain: string): string {
  const url = new URL(config.publicUrl)
  url.hostname = domain
  return url.origin
}
