import { IconBuildingFactory2, IconMessage2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../identity/session/session.ts'
import { companyMessages, homeMessages as t } from '../messages/current.ts'
import { paths } from '../navigation/paths.ts'
import { Empty } from '../ui/layout/Empty.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Part } from '../ui/layout/Part.tsx'
import { formatNumber } from '../ui/text/format.ts'
import { AccountList } from './AccountList.tsx'
import { Charts } from './Charts.tsx'
import { Endings } from './Endings.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import classes from './home.module.css'
import { NewTicketButton } from './NewTicketButton.tsx'
import { TicketList } from './TicketList.tsx'
import { useAccountHome } from './useHome.ts'

/** An account user's home: tickets that wait for their answer, open tickets, and a button for a new one. */
export function AccountHome() {
  const { data, error, refetch } = useAccountHome()
  const title = t.hello(useMe().name)
  if (!data) return <Page title={title}>{error ? <Failed error={error} retry={refetch} /> : <HomeSkeleton />}</Page>

  const { accounts, counts, waiting, newest, answeredAndClosed } = data
  const waitingCount = formatNumber(counts.waiting)
  if (accounts.length === 0)
    return (
      <Page title={title}>
        <Empty icon={<IconBuildingFactory2 aria-hidden />} title={companyMessages.noAccounts}>
          {companyMessages.noAccountsHint}
        </Empty>
      </Page>
    )

  const [first] = accounts
  const hasSeveral = accounts.length > 1
  // No list has the tickets of several accounts: the row of each account links to its own.
  const allLink =
    first && !hasSeveral ? (
      <Link
        to={paths.tickets('account', first._id)}
        search={{ status: 'answered', sort: 'dateLastMessage' }}
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
            <Part title={t.waitingForYou} aside={counts.waiting > 0 && allLink}>
              {waiting.length > 0 ? (
                <TicketList tickets={waiting} area="account" since="lastMessage" company={hasSeveral} />
              ) : (
                <p className={classes.none}>{t.noneForYou}</p>
              )}
            </Part>
            <Part title={t.newest}>
              {newest.length > 0 ? (
                <TicketList tickets={newest} area="account" since="opened" company={hasSeveral} />
              ) : (
                <p className={classes.none}>{t.noneOpen}</p>
              )}
            </Part>
          </div>
        )}
        {answeredAndClosed.length > 0 && (
          <Part title={t.answeredAndClosed}>
            <TicketList tickets={answeredAndClosed} area="account" since="closed" company={hasSeveral} />
          </Part>
        )}
        <AccountList accounts={accounts} />
        <Endings warranties={data.warranties} support={data.support} area="account" />
        <Charts weeks={data.weeks} openByMachine={data.openByMachine} />
      </div>
    </Page>
  )
}
