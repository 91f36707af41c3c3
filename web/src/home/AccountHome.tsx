import { IconBuildingFactory2, IconMessage2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { AccountHome as AccountHomeData } from '#contract/home.ts'
import { paths } from '#contract/paths.ts'
import { useMe } from '../identity/session/session.ts'
import { companyMessages, homeMessages as t } from '../messages/current.ts'
import { WaitingTickets } from '../tickets/opening/WaitingTickets.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { formatNumber } from '../ui/text/format.ts'
import { AccountList } from './AccountList.tsx'
import { Charts } from './Charts.tsx'
import { ExpiringCoverage } from './ExpiringCoverage.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import classes from './home.module.css'
import { NewTicketButton } from './NewTicketButton.tsx'
import { TicketList } from './TicketList.tsx'
import { useAccountHome } from './useHome.ts'
import { WaysIn } from './WaysIn.tsx'

export function AccountHome() {
  const title = t.hello(useMe().name)
  return (
    <QueryBoundary query={useAccountHome()} title={title} skeleton={<HomeSkeleton />}>
      {home =>
        home.accounts.length > 0 ? (
          <Page title={title} action={<NewTicketButton accounts={home.accounts} />}>
            {home.accounts.length === 1 && home.accounts[0] && (
              <WaysIn account={home.accounts[0]._id} />
            )}
            <WaitingTickets />
            <Overview home={home} />
          </Page>
        ) : (
          <Page title={title}>
            <Empty
              icon={IconBuildingFactory2}
              title={companyMessages.noAccounts}
              hint={companyMessages.noAccountsHint}
            />
          </Page>
        )
      }
    </QueryBoundary>
  )
}

function Overview({
  home: { accounts, counts, waiting, newest, answeredAndClosed, ...home },
}: {
  home: AccountHomeData
}) {
  const waitingCount = formatNumber(counts.waiting)
  const openCount = formatNumber(counts.open)
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
    <>
      <p className="sr-only" role="status">
        {t.yourCount(waitingCount)}
      </p>
      <div className={classes.home}>
        {counts.open + counts.waiting === 0 ? (
          <Empty icon={IconMessage2} title={t.noneOfYours} hint={t.noneOfYoursHint} />
        ) : (
          <div className={classes.pair}>
            <Section title={t.waitingForYou} aside={counts.waiting > 0 && allLink}>
              <TicketList
                tickets={waiting}
                area="account"
                since="lastMessage"
                company={hasSeveral}
                none={t.noneForYou}
              />
            </Section>
            <Section
              title={t.newest}
              aside={
                counts.open > 0 &&
                first &&
                !hasSeveral && (
                  <Link
                    to={paths.tickets('account', first._id)}
                    aria-label={`${t.all(openCount)}: ${t.newest}`}
                  >
                    {t.all(openCount)}
                  </Link>
                )
              }
            >
              <TicketList
                tickets={newest}
                area="account"
                since="opened"
                company={hasSeveral}
                none={t.noneOpen}
              />
            </Section>
          </div>
        )}
        {answeredAndClosed.length > 0 && (
          <Section title={t.answeredAndClosed}>
            <TicketList
              tickets={answeredAndClosed}
              area="account"
              since="closed"
              company={hasSeveral}
            />
          </Section>
        )}
        <AccountList accounts={accounts} />
        <ExpiringCoverage warranties={home.warranties} support={home.support} area="account" />
        <Charts weeks={home.weeks} openByMachine={home.openByMachine} />
      </div>
    </>
  )
}
