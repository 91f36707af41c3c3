import { IconCircleCheck, IconMessage2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { TeamHome as TeamHomeData } from '#contract/home.ts'
import { paths } from '#contract/paths.ts'
import { useMe } from '../identity/session/session.ts'
import { FailedMails } from '../mail/FailedMails.tsx'
import { homeMessages as t } from '../messages/current.ts'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { QueryBoundary } from '../ui/layout/QueryBoundary.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Stats } from '../ui/layout/Stats.tsx'
import { formatNumber } from '../ui/text/format.ts'
import { Charts } from './Charts.tsx'
import { ExpiringCoverage } from './ExpiringCoverage.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import classes from './home.module.css'
import { TicketList } from './TicketList.tsx'
import { useTeamHome } from './useHome.ts'

const figures = ['open', 'waiting', 'openedThisWeek', 'closedThisWeek'] as const
/** The home of the vendor's team: tickets that wait for their answer first, then the figures. */
export function TeamHome({ area }: { area: 'admin' | 'staff' }) {
  const title = t.hello(useMe().name)
  return (
    <QueryBoundary query={useTeamHome()} title={title} skeleton={<HomeSkeleton />}>
      {home => (
        <Page title={title}>
          <Overview home={home} area={area} />
        </Page>
      )}
    </QueryBoundary>
  )
}

function Overview({ home, area }: { home: TeamHomeData; area: 'admin' | 'staff' }) {
  const { counts, waiting, newest } = home
  const hasTickets = counts.open > 0 || home.weeks.some(({ opened, closed }) => opened + closed > 0)
  const renderAllLink = (count: number, label: string, search: { status?: string }) =>
    count > 0 && (
      <Link
        to={paths.allTickets(area)}
        search={search}
        aria-label={`${t.all(formatNumber(count))}: ${label}`}
      >
        {t.all(formatNumber(count))}
      </Link>
    )
  return (
    <>
      <p className="sr-only" role="status">
        {t.waitingCount(formatNumber(counts.waiting))}
      </p>
      <div className={classes.home}>
        {area === 'admin' && <FailedMails count={home.failedMails} />}
        {area === 'admin' && <FirstSteps steps={home.firstSteps} />}
        <div className={classes.pair}>
          <Section
            title={t.waitingForTeam}
            aside={renderAllLink(counts.waiting, t.waitingForTeam, { status: 'waiting' })}
          >
            {waiting.length > 0 ? (
              <TicketList tickets={waiting} area={area} since="due" />
            ) : hasTickets ? (
              <Empty icon={IconCircleCheck} title={t.noneForTeam} hint={t.noneForTeamHint} />
            ) : (
              <Empty icon={IconMessage2} title={t.noneYet} hint={t.noneYetHint} />
            )}
          </Section>
          {hasTickets && (
            <Section title={t.newest} aside={renderAllLink(counts.open, t.newest, {})}>
              <TicketList tickets={newest} area={area} since="opened" none={t.noneOpen} />
            </Section>
          )}
        </div>
        {hasTickets && (
          <Stats label={t.figures} figures={figures.map(figure => [t[figure], counts[figure]])} />
        )}
        {hasTickets && <Charts weeks={home.weeks} openByMachine={home.openByMachine} />}
        <ExpiringCoverage warranties={home.warranties} support={home.support} area={area} />
      </div>
    </>
  )
}
