import { IconBuildingFactory2, IconMessage2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { companyMessages } from '../companies/messages.ts'
import { useMe } from '../identity/session/session.ts'
import { paths } from '../navigation/paths.ts'
import { Empty } from '../ui/layout/Empty.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Part } from '../ui/layout/Part.tsx'
import { number } from '../ui/text/format.ts'
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
  const waitingCount = number(counts.waiting)
  if (accounts.length === 0)
    return (
      <Page title={title}>
        <Empty icon={<IconBuildingFactory2 aria-hidden />} title={companyMessages.noAccounts}>
          {companyMessages.noAccountsHint}
        </Empty>
      </Page>
    )

  const [first] = accounts
  const several = accounts.length > 1
  // The tickets of several accounts stand in no one list: each account's row leads to its own.
  const all =
    first && !several ? (
      <Link
        to={paths.tickets('account', first._id)}
        search={{ status: 'answered' }}
        aria-label={`${t.all(waitingCount)}: ${t.waitingForYou}`}
      >
        {t.all(waitingCount)}
      </Link>
    ) : (
      <span className={classes.count}>{t.yourCount(waitingCount)}</span>
    )
  return (
    <Page title={title} action={<NewTicketButton accounts={accounts} />}>
      <p className="sr-only" role="status">
        {t.yourCount(waitingCount)}
      </p>
      <div className={classes.home}>
        {counts.open + counts.waiting === 0 ? (
          <Empty icon={<IconMessage2 aria-hidden />} title={t.noneOfYours}>
            {t.noneOfYoursHint}
          </Empty>
        ) : (
          <div className={classes.pair}>
            <Part title={t.waitingForYou} aside={counts.waiting > 0 && all}>
              {waiting.length > 0 ? (
                <TicketList tickets={waiting} area="account" since="lastMessage" company={several} />
              ) : (
                <p className={classes.none}>{t.noneForYou}</p>
              )}
            </Part>
            <Part title={t.newest}>
              {newest.length > 0 ? (
                <TicketList tickets={newest} area="account" since="opened" company={several} />
              ) : (
                <p className={classes.none}>{t.noneOpen}</p>
              )}
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
