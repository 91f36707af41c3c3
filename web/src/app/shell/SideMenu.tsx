import { Link, useLocation } from '@tanstack/react-router'
import { type Area, paths } from '#contract/paths.ts'
import { isToDoList } from '#contract/ticket-lists.ts'
import { useCompany } from '../../companies/useCompany.ts'
import { useOnlyAccount } from '../../companies/useOnlyAccount.ts'
import { hasStatus } from '../../data/api.ts'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { shellMessages as t } from '../../messages/current.ts'
import { CompanyName } from './crumbs.tsx'
import { MailMenu } from './MailMenu.tsx'
import { companyMenuOf, type MenuEntry, menuOf } from './menu.ts'
import { QueueMenu } from './QueueMenu.tsx'
import classes from './SideMenu.module.css'
import { useLocationParams } from './useLocationParams.ts'

/** Links to the pages of the user's role, and to those of the company in the
 * address; elsewhere to those of a customer's only account. */
export function SideMenu({ folded = false }: { folded?: boolean }) {
  const { area, company: addressed } = useLocationParams()
  const ownArea = areaOf(useMe())
  const only = useOnlyAccount({ enabled: ownArea === 'account' && !addressed })
  const company = addressed ?? only
  return (
    <nav className={classes.menu} aria-label={t.menu} data-folded={folded || undefined}>
      <MenuList entries={menuOf(ownArea)} includesSubpaths={!addressed} />
      {company && <CompanyMenu area={area ?? ownArea} company={company} />}
    </nav>
  )
}

function CompanyMenu({ area, company }: { area: Area; company: string }) {
  if (hasStatus(useCompany(area, company).error, 404)) return null
  return (
    <div className={classes.companyMenu}>
      <Link
        to={paths.company(area, company)}
        className={classes.company}
        activeOptions={{ exact: true }}
        title={t.companyMenu}
      >
        <CompanyName area={area} company={company} />
      </Link>
      <MenuList entries={companyMenuOf(area, company)} includesSubpaths />
    </div>
  )
}

/** `includesSubpaths`: an entry is active on the pages below it, too. */
function MenuList({
  entries,
  includesSubpaths,
}: {
  entries: MenuEntry[]
  includesSubpaths: boolean
}) {
  const { pathname, search } = useLocation()
  return (
    <ul className={classes.list}>
      {entries.map(({ to, label, icon: Icon, hasQueue = false, hasMails = false }) => {
        const showsQueue =
          hasQueue && pathname === to && (isToDoList(search.status) || search.filter !== undefined)
        return (
          <li key={to}>
            <Link
              to={to}
              className={classes.entry}
              title={label}
              activeOptions={{ exact: true, includeSearch: showsQueue }}
              data-active={
                (pathname === to && !showsQueue) ||
                (includesSubpaths && pathname.startsWith(`${to}/`)) ||
                undefined
              }
            >
              <Icon aria-hidden />
              <span className={classes.label}>{label}</span>
            </Link>
            {hasMails && <MailMenu />}
            {hasQueue && <QueueMenu to={to} isShown={pathname === to} />}
          </li>
        )
      })}
    </ul>
  )
}
