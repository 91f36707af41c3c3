import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { notificationMessages as t } from '../../messages/current.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Skeleton } from '../../ui/layout/Skeleton.tsx'
import classes from './Bell.module.css'
import { useBell } from './useBell.ts'
import { useBrowserNotifications } from './useBrowserNotifications.ts'

const loadList = () => import('./BellList.tsx')
const BellList = lazy(loadList)

/** The bell with the number of unread notifications, and their
 * list, whose code is loaded when the user reaches for it. */
export function Bell() {
  const query = useBell()
  const area = areaOf(useMe())
  useBrowserNotifications(query.data?.notifications, area)
  const list = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const unread = query.data?.unread ?? 0
  const shown = unread > 99 ? '99+' : String(unread)
  return (
    <>
      <IconButton
        icon={IconBell}
        popoverTarget="bell"
        className={classes.opener ?? ''}
        label={unread > 0 ? t.bellUnread(shown) : t.bell}
        onPointerEnter={() => void loadList().catch(() => {})}
      >
        {unread > 0 && (
          <span className={classes.count} aria-hidden>
            {shown}
          </span>
        )}
      </IconButton>
      <div
        ref={list}
        id="bell"
        popover="auto"
        className={classes.popover}
        onToggle={event => setOpen(event.newState === 'open')}
      >
        {isOpen && (
          <Suspense fallback={<Skeleton lines={3} height={48} />}>
            <BellList query={query} area={area} onClose={() => list.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  )
}
