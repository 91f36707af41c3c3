import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconMenu2 } from '@tabler/icons-react'
import { Link, Outlet, useLocation } from '@tanstack/react-router'
import { use, useDeferredValue, useState } from 'react'
import { localStore } from '../../browser/localStore.ts'
import { Reauthentication } from '../../identity/account/Reauthentication.tsx'
import { useStillSignedIn } from '../../identity/session/session.ts'
import { paths } from '../../navigation/paths.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { Framed } from '../../ui/layout/Framed.ts'
import { Logo } from '../../ui/layout/Logo.tsx'
import { SiteName } from '../../ui/layout/SiteName.ts'
import { useTitleHidden } from '../../ui/layout/titleHidden.ts'
import { useNarrow, useTablet } from '../../ui/layout/useNarrow.ts'
import { Breadcrumbs } from './Breadcrumbs.tsx'
import { LanguageChoice } from './LanguageChoice.tsx'
import { shellMessages as t } from './messages.ts'
import classes from './Shell.module.css'
import { SideMenu } from './SideMenu.tsx'
import { UserMenu } from './UserMenu.tsx'

/** What stands around every page of a session. */
export default function Shell() {
  useStillSignedIn()
  const narrow = useNarrow()
  const tablet = useTablet()
  const [chosen, setFolded] = useState(localStore.read('menu') === 'folded')
  const folded = chosen || tablet
  // A moment after what stands around it, in slices: on a slow phone both at once would keep the page from answering.
  const drawn = useDeferredValue(true, false)
  const fold = (next: boolean) => {
    setFolded(next)
    localStore.write('menu', next ? 'folded' : 'unfolded')
  }
  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <a href="#content" className={classes.skip}>
        {t.skip}
      </a>
      {!narrow && (
        <aside className={classes.side}>
          <Brand folded={folded} />
          <SideMenu folded={folded} />
          {!tablet && (
            <IconButton
              className={classes.fold ?? ''}
              onClick={() => fold(!folded)}
              label={folded ? t.unfold : t.fold}
              aria-expanded={!folded}
            >
              {folded ? <IconLayoutSidebarLeftExpand aria-hidden /> : <IconLayoutSidebarLeftCollapse aria-hidden />}
            </IconButton>
          )}
        </aside>
      )}
      <div className={classes.body}>
        <header className={classes.header}>
          {narrow ? <PhoneMenu /> : <Breadcrumbs />}
          <div className={classes.tools}>
            <LanguageChoice brief />
            <UserMenu />
          </div>
        </header>
        <main id="content" tabIndex={-1} className={classes.main}>
          {narrow && <Breadcrumbs />}
          {drawn && (
            <Framed value={true}>
              <Outlet />
            </Framed>
          )}
        </main>
      </div>
      <Reauthentication />
    </div>
  )
}

const Brand = ({ folded = false }: { folded?: boolean }) => (
  <Link to={paths.home} className={classes.brand}>
    <Logo size={26} />
    <span className={folded ? 'sr-only' : classes.name}>{use(SiteName)}</span>
  </Link>
)

function PhoneMenu() {
  const { pathname } = useLocation()
  const title = useTitleHidden()
  const [openAt, setOpenAt] = useState<string | null>(null)
  const close = () => setOpenAt(null)
  if (openAt !== null && openAt !== pathname) close() // for good: the way back does not open it again
  return (
    <>
      <IconButton label={t.openMenu} aria-haspopup="dialog" onClick={() => setOpenAt(pathname)}>
        <IconMenu2 aria-hidden />
      </IconButton>
      {title ? (
        <span className={classes.scrolled} aria-hidden>
          {title}
        </span>
      ) : (
        <Brand />
      )}
      <Dialog opened={openAt !== null} onClose={close} form="side" title={t.menu}>
        <SideMenu />
      </Dialog>
    </>
  )
}
