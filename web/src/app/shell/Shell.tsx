import {
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
} from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { localStore } from '../../browser/localStore.ts'
import { useNarrow, useTablet } from '../../browser/useNarrow.ts'
import { useSiteName } from '../../data/portal.ts'
import { Reauthentication } from '../../identity/account/Reauthentication.tsx'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { useSessionPolling } from '../../identity/session/useSessionPolling.ts'
import { useLive } from '../../live/useLive.ts'
import { shellMessages as t } from '../../messages/current.ts'
import { Bell } from '../../notifications/bell/Bell.tsx'
import { useServiceWorker } from '../../notifications/push/useServiceWorker.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Framed } from '../../ui/layout/Framed.ts'
import { Logo } from '../../ui/layout/Logo.tsx'
import { useHiddenTitle } from '../../ui/layout/titleHidden.ts'
import { AsOf } from './AsOf.tsx'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import classes from './Shell.module.css'
import { Shortcuts } from './Shortcuts.tsx'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'
import { useHeldDates } from './useHeldDates.ts'
import { useUnsent } from './useUnsent.ts'

export default function Shell() {
  useSessionPolling()
  useLive()
  useServiceWorker()
  useUnsent()
  useHeldDates()
  const area = areaOf(useMe())
  const narrow = useNarrow()
  const tablet = useTablet()
  const [isFoldedByUser, setFolded] = useState(localStore.read('menu') === 'folded')
  const folded = isFoldedByUser || tablet
  // Deferred and in slices: on a slow phone, rendering frame
  // and page at once blocks the main thread (record 0006).
  const isContentReady = useDeferredValue(true, false)
  const saveFolded = (next: boolean) => {
    setFolded(next)
    localStore.write('menu', next ? 'folded' : 'unfolded')
  }
  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <a href="#content" className={classes.skip}>
        {t.skip}
      </a>
      {!narrow && (
        <aside className={classes.sidebar}>
          <Brand folded={folded} />
          <SideMenu folded={folded} />
          {!tablet && (
            <IconButton
              icon={folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse}
              className={classes.fold ?? ''}
              onClick={() => saveFolded(!folded)}
              label={folded ? t.unfold : t.fold}
              aria-expanded={!folded}
            />
          )}
        </aside>
      )}
      <div className={classes.body}>
        <header className={classes.header}>
          {narrow ? <PhoneMenu /> : <Breadcrumbs />}
          <div className={classes.tools}>
            {!narrow && <LanguageChoice />}
            <Bell />
            <UserMenu />
          </div>
        </header>
        <AsOf />
        <main id="content" tabIndex={-1} className={classes.main}>
          {narrow && <Breadcrumbs />}
          {isContentReady && (
            <Framed value={true}>
              <Outlet />
            </Framed>
          )}
        </main>
      </div>
      {area !== 'account' && <Shortcuts area={area} />}
      <Reauthentication />
    </div>
  )
}

const Brand = ({ folded = false }: { folded?: boolean }) => (
  <Link to={paths.home} className={classes.brand}>
    <Logo size={26} />
    <span className={folded ? 'sr-only' : classes.name}>{useSiteName()}</span>
  </Link>
)

function PhoneMenu() {
  const { pathname } = useLocation()
  const title = useHiddenTitle()
  const [openPath, setOpenPath] = useState<string | null>(null)
  const close = () => setOpenPath(null)
  // closed for good: navigating back does not reopen it
  if (openPath !== null && openPath !== pathname) close()
  return (
    <>
      <IconButton
        icon={IconMenu2}
        label={t.openMenu}
        aria-haspopup="dialog"
        onClick={() => setOpenPath(pathname)}
      />
      {title ? (
        <span className={classes.scrolled} aria-hidden>
          {title}
        </span>
      ) : (
        <Brand />
      )}
      <Dialog opened={openPath !== null} onClose={close} variant="side" title={t.menu}>
        <SideMenu />
        <div className={classes.language}>
          <LanguageChoice />
        </div>
      </Dialog>
    </>
  )
}
