import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { notifications } from '#contract/notifications.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { notificationMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { mayOfferPush } from '../push/browserSupport.ts'
import classes from './BellList.module.css'
import { describeNotification } from './describeNotification.ts'
import { foldByTicket, type TicketGroup } from './foldByTicket.ts'
import type { useBell } from './useBell.ts'

type Props = { query: ReturnType<typeof useBell>; area: Area; onClose: () => void }

const PushOffer = lazy(() => import('./PushOffer.tsx').catch(() => ({ default: () => null })))

export default function BellList({ query, area, onClose }: Props) {
  const read = useRouteMutation(notifications.read)
  const unread = query.data?.unread ?? 0
  return (
    <>
      <header className={classes.head}>
        <h2>{t.bell}</h2>
        <IconButton
          icon={IconChecks}
          label={t.markAllRead}
          aria-disabled={unread === 0} // stays, so that the focus does
          onClick={() => void (unread > 0 && read({ body: {} }).catch(() => {}))}
        />
        <Link
          to={paths.notificationSettings}
          className={classes.settings}
          aria-label={t.settingsLink}
          title={t.settingsLink}
          onClick={onClose}
        >
          <IconSettings aria-hidden />
        </Link>
      </header>
      {mayOfferPush() && (
        <Suspense>
          <PushOffer />
        </Suspense>
      )}
      <QueryBoundary query={query} skeleton={<Skeleton lines={3} height={48} />}>
        {({ notifications }) =>
          notifications.length === 0 ? (
            <Empty icon={IconBell} title={t.none} hint={t.noneHint} />
          ) : (
            <ul className={classes.list}>
              {foldByTicket(notifications).map(group => (
                <Line key={group.latest._id} group={group} area={area} onOpen={onClose} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </>
  )
}

const Line = ({
  group: { latest, others, isRead },
  area,
  onOpen,
}: {
  group: TicketGroup
  area: Area
  onOpen: () => void
}) => (
  <li>
    <Link
      to={paths.ticket(area, latest.company, latest.ticket)}
      hash={latest.message ?? ''}
      className={classes.line}
      data-unread={!isRead || undefined}
      onClick={onOpen}
    >
      <strong>
        <bdi>{latest.title}</bdi>
      </strong>
      <span className={classes.what}>
        {describeNotification(latest) + (others > 0 ? ` · ${t.more(others)}` : '')}
      </span>
      <span className={classes.when}>
        {area !== 'account' && (
          <span>
            <bdi>{latest.companyName}</bdi>
            <span>{' · '}</span>
          </span>
        )}
        <Ago instant={latest.dateCreated} />
        {!isRead && <span className="sr-only">{` (${t.unread})`}</span>}
      </span>
    </Link>
  </li>
)
