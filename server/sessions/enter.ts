import { platformVendor } from '#platform/database.ts'
import type { DetachedCall } from '#platform/http.ts'
import { networkOf } from '#platform/network.ts'
import { deviceOf, inWords, isKnownDevice, markOfDevice } from './devices.ts'
import { type Beginning, beginSession, type Person } from './sign-in.ts'

type Asked = Pick<DetachedCall, 'vendorId' | 'domain' | 'source' | 'platform'>
const day = 86_400

/**
 * Lets somebody in who has shown what they must: makes their session. Who has been here before, and comes with a browser that does not know
 * them, is told by mail; once a day of browsers of one kind at one place, as some forget everything.
 */
export async function enter(
  { vendorId, domain, source, platform }: Asked,
  person: Person,
  devices: readonly string[] = [],
  { second = false, also }: Pick<Beginning, 'also'> & { second?: boolean } = {},
) {
  const { config, database, attempts, signing } = platform
  const isNew = person.dateSignedIn !== null && !isKnownDevice(signing, person, devices)
  const told = ['told of device', person.home, person.id, inWords(deviceOf(source.device)), networkOf(source.address)]
  const tell = isNew && !(await attempts.isRemembered(platformVendor, told)) ? { domain } : null
  const lifetime = config.tokenLifetime
  const session = await beginSession(database.inVendor, vendorId, person, { lifetime, source, tell, second, ...(also && { also }) })
  if (tell) await attempts.remember(platformVendor, told, day)
  return { token: await signing.token(session, lifetime), language: session.language, device: markOfDevice(signing, person) }
}
