import type { Config } from '#platform/config/config.ts'
import { type Database, platformVendor } from '#platform/database/database.ts'
import { statement } from '#platform/database/round-trip.ts'

type Installation = { config: Pick<Config, 'publicUrl'>; database: Pick<Database, 'runAtVendor'> }

const findDomain = statement('select public_host($1) as domain')

/** The domain at which links of operators count: the host of PUBLIC_URL,
 * or the oldest domain where that is no vendor's (record 0038). */
export async function findPublicHost({ config, database }: Installation): Promise<string | null> {
  const [row] = await database.runAtVendor(platformVendor, {
    ...findDomain,
    values: [new URL(config.publicUrl).hostname],
  })
  return row?.domain as string | null
}

/** Where links in mails to an account lead: an operator's to
 * the public host, whatever domain the request came by. */
export const accountDomain = async (
  installation: Installation,
  { role }: { role: string },
  domain: string,
): Promise<string> => (role === 'operator' && (await findPublicHost(installation))) || domain
