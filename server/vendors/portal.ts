import type { Portal } from '#contract/sessions.ts'
import type { Config } from '#platform/config/config.ts'
import type { Db } from '#platform/database/database.ts'

/** Prefills the login form of the demo. */
export const demoCustomer = { email: 'customer@demo.test', password: 'Demo1234' }

export async function readPortal(db: Db, config: Config): Promise<Portal> {
  const { name, liveSupportUrl } = await db.selectFrom('vendors').select(['name', 'liveSupportUrl']).executeTakeFirstOrThrow()
  return {
    name,
    uploadLimit: config.uploadLimit,
    liveSupportUrl: liveSupportUrl ?? config.liveSupportUrl ?? null,
    demo: config.demo && (await hasDemoCustomer(db)) ? demoCustomer : null,
  }
}

const hasDemoCustomer = (db: Db) => db.selectFrom('users').select('id').where('email', '=', demoCustomer.email).executeTakeFirst()

export function portalUrl(config: Config, domain: string): string {
  const url = new URL(config.publicUrl)
  url.hostname = domain
  return url.origin
}
