import { IconBuildingFactory2, IconMessage2 } from '@tabler/icons-react'
import { companyMessages } from '../companies/messages.ts'
import { useMe } from '../sessions/session.ts'
import { Empty } from '../ui/Empty.tsx'
import { Failed } from '../ui/Failed.tsx'
import { number } from '../ui/format.ts'
import { Page } from '../ui/Page.tsx'
import { Part } from '../ui/Part.tsx'
import { AccountList } from './AccountList.tsx'
import { Charts } from './Charts.tsx'
import { Endings } from './Endings.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import classes from './home.module.css'
import { homeMessages as t } from './messages.ts'
import { NewTicketButton } from './NewTicketButton.tsx'
import { TicketList } from './TicketList.tsx'
import { useHomeOfAccount } from './useHome.ts'

/** An account user: what waits for their answer, what is open, and the way to ask for help. */
export function AccountHome() {
  const { data, error, refetch } = useHomeOfAccount()
  const title = t.hello(useMe().name)
  if (!data) return <Page title={title}>{error ? <Failed error={error} retry={refetch} /> : <HomeSkeleton />}</Page>

  const { accounts, counts, waiting, newest } = data
  if (accounts.length === 0)
    return (
      <Page title={title}>
        <Empty icon={<IconBuildingFactory2 aria-hidden />} title={companyMessages.noAccounts}>
          {companyMessages.noAccountsHint}
        </Empty>
      </Page>
    )

  const several = accounts.length > 1
  return (
    <Page title={title} action={<NewTicketButton accounts={accounts} />}>
      <p className="sr-only" role="status">
        {t.yourCount(number(counts.waiting))}
      </p>
      <div className={classes.home}>
        {counts.open === 0 ? (
          <Empty icon={<IconMessage2 aria-hidden />} title={t.noneOfYours}>
            {t.noneOfYoursHint}
          </Empty>
        ) : (
          <div className={classes.pair}>
            <Part title={t.waitingForYou}>
              {waiting.length > 0 ? (
                <TicketList tickets={waiting} area="account" since="lastMessage" company={several} />
              ) : (
                <p className={classes.none}>{t.noneForYou}</p>
              )}
            </Part>
            <Part title={t.newest}>
              <TicketList tickets={newest} area="account" since="opened" company={several} />
            </Part>
          </div>
        )}
        <AccountList accounts={accounts} />
        <Endings warranties={data.warranties} support={data.support} area="account" />
        <Charts weeks={data.weeks} openByMachine={data.openByMachine} />
      </div>
    </Page>
  )
}
