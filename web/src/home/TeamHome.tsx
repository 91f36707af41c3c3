import { IconCircleCheck, IconMessage2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useMe } from '../identity/session/session.ts'
import { FailedMails } from '../mail/FailedMails.tsx'
import { homeMessages as t } from '../messages/current.ts'
import { paths } from '../navigation/paths.ts'
import { Empty } from '../ui/layout/Empty.tsx'
import { Failed } from '../ui/layout/Failed.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Part } from '../ui/layout/Part.tsx'
import { formatNumber } from '../ui/text/format.ts'
import { Charts } from './Charts.tsx'
import { Endings } from './Endings.tsx'
import { Figures } from './Figures.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HomeSkeleton } from './HomeSkeleton.tsx'
import classes from './home.module.css'
import { TicketList } from './TicketList.tsx'
import { useTeamHome } from './useHome.ts'

/** The home of the vendor's team: tickets that wait for their answer first, then the figures. */
export function TeamHome({ area }: { area: 'admin' | 'staff' }) {
  const { data, error, refetch } = useTeamHome()
  const title = t.hello(useMe().name)
  if (!data) return <Page title={title}>{error ? <Failed error={error} retry={refetch} /> : <HomeSkeleton />}</Page>

  const { counts, waiting, newest } = data
  const hasTickets = counts.open > 0 || data.weeks.some(({ opened, closed }) => opened + closed > 0)
  const renderAllLink = (count: number, label: string, search: { status?: string; sort?: string }) =>
    count > 0 && (
      <Link to={paths.allTickets(area)} search={search} aria-label={`${t.all(formatNumber(count))}: ${label}`}>
        {t.all(formatNumber(count))}
      </Link>
    )
  return (
    <Page title={title}>
      <p className="sr-only" role="status">
        {t.waitingCount(formatNumber(counts.waiting))}
      </p>
      <div className={classes.home}>
        {area === 'admin' && <FailedMails count={data.failedMails} />}
        {area === 'admin' && <FirstSteps steps={data.firstSteps} />}
        <div className={classes.pair}>
          <Part
            title={t.waitingForTeam}
            aside={renderAllLink(counts.waiting, t.waitingForTeam, { status: 'waiting', sort: 'dateLastMessage' })}
          >
            {waiting.length > 0 && <TicketList tickets={waiting} area={area} since="lastMessage" />}
            {waiting.length === 0 && hasTickets && (
              <Empty icon={<IconCircleCheck aria-hidden />} title={t.noneForTeam}>
                {t.noneForTeamHint}
              </Empty>
            )}
            {waiting.length === 0 && !hasTickets && (
              <Empty icon={<IconMessage2 aria-hidden />} title={t.noneYet}>
                {t.noneYetHint}
              </Empty>
            )}
          </Part>
          {hasTickets && (
            <Part title={t.newest} aside={renderAllLink(counts.open, t.newest, {})}>
              {newest.length > 0 ? (
                <TicketList tickets={newest} area={area} since="opened" />
              ) : (
                <p className={classes.none}>{t.noneOpen}</p>
              )}
            </Part>
          )}
        </div>
        {hasTickets && <Figures counts={counts} />}
        {hasTickets && <Charts weeks={data.weeks} openByMachine={data.openByMachine} />}
        <Endings warranties={data.warranties} support={data.support} area={area} />
      </div>
    </Page>
  )
}
