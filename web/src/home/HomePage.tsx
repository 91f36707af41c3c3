import { areaOf, useMe } from '../sessions/session.ts'
import { Page } from '../ui/Page.tsx'
import { MyAccounts } from './MyAccounts.tsx'
import { homeMessages as t } from './messages.ts'
import { NewestTickets } from './NewestTickets.tsx'

/** What waits for whoever looks: the vendor's people see the newest open tickets, a customer their own accounts. */
export default function HomePage() {
  const me = useMe()
  const area = areaOf(me)
  return <Page title={t.hello(me.name)}>{area === 'account' ? <MyAccounts /> : <NewestTickets area={area} />}</Page>
}
