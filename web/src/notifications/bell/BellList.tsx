import { IconBell, IconChecks, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { notifications } from '#contract/notifications.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useRouteMutation } from '../../data/queries.ts'
import { shellMessages, notificationMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Empty } from '../../ui/layout/Empty.tsx'
import { QueryBoundary } from '../../ui/layout/QueryBoundary.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import { mayOfferPush } from '../push/browserSupport.ts'
import classes from './BellList.module.css'
import { foldByTicket } from './foldByTicket.ts'
import { NotificationList } from './NotificationList.tsx'
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
          aria-label={shellMessages.notificationSettings}
          title={shellMessages.notificationSettings}
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
            <NotificationList groups={foldByTicket(notifications)} area={area} onOpen={onClose} />
          )
        }
      </QueryBoundary>
      <Link to={paths.notifications} className={classes.all} onClick={onClose}>
        {t.all}
      </Link>
    </>
  )
}
