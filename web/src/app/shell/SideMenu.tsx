import { Link, useLocation } from '@tanstack/react-router'
import { CompanyName } from '../../companies/CompanyName.tsx'
import { useCompany } from '../../companies/useCompany.ts'
import { areaOf, useMe } from '../../identity/session/session.ts'
import { type Area, paths } from '../../navigation/paths.ts'
import { companyMenuOf, type Entry, menuOf } from './menu.ts'
import { shellMessages as t } from './messages.ts'
import classes from './SideMenu.module.css'
import { useLocationParams } from './useLocationParams.ts'

/** Where one can go: always, and within the chosen company. */
export function SideMenu({ folded = false }: { folded?: boolean }) {
  const { area, company } = useLocationParams()
  return (
    <nav className={classes.menu} aria-label={t.menu} data-folded={folded || undefined}>
      <List entries={menuOf(areaOf(useMe()))} deep={!company} />
      {area && company && <Chosen area={area} company={company} />}
    </nav>
  )
}

function Chosen({ area, company }: { area: Area; company: string }) {
  if (useCompany(area, company).missing) return null
  return (
    <div className={classes.chosen}>
      <Link to={paths.company(area, company)} className={classes.company} activeOptions={{ exact: true }} title={t.companyMenu}>
        <CompanyName area={area} company={company} />
      </Link>
      <List entries={companyMenuOf(area, company)} deep />
    </div>
  )
}

/** `deep`: what lies below an entry is within it. */
function List({ entries, deep }: { entries: Entry[]; deep: boolean }) {
  const { pathname } = useLocation()
  return (
    <ul className={classes.list}>
      {entries.map(({ to, label, icon: Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className={classes.entry}
            title={label}
            activeOptions={{ exact: true, includeSearch: false }}
            data-within={pathname === to || (deep && pathname.startsWith(`${to}/`)) || undefined}
          >
            <Icon aria-hidden />
            <span className={classes.label}>{label}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
