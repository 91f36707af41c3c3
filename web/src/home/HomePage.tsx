import type { Area } from '#contract/paths.ts'
import { areaOf, useMe } from '../identity/session/session.ts'
import { AccountHome } from './AccountHome.tsx'
import { TeamHome } from './TeamHome.tsx'

export default function HomePage({ area }: { area?: Area }) {
  const me = useMe()
  const ownArea = area ?? areaOf(me)
  return ownArea === 'account' ? <AccountHome /> : <TeamHome area={ownArea} />
}
