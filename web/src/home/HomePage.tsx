import { areaOf, useMe } from '../identity/session/session.ts'
import type { Area } from '../navigation/paths.ts'
import { AccountHome } from './AccountHome.tsx'
import { TeamHome } from './TeamHome.tsx'

/** What waits for whoever looks, and how things stand: for the vendor's people of every company, for a customer of their own. */
export default function HomePage({ area }: { area?: Area }) {
  const me = useMe()
  const mine = area ?? areaOf(me)
  return mine === 'account' ? <AccountHome /> : <TeamHome area={mine} />
}
