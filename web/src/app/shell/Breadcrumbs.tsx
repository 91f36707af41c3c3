import { IconChevronLeft, IconHome } from '@tabler/icons-react'
import { Link, useMatches } from '@tanstack/react-router'
import { paths } from '../../navigation/paths.ts'
import classes from './Breadcrumbs.module.css'
import { crumbs } from './crumbs.tsx'
import { shellMessages as t } from './messages.ts'
import { useLocationParams } from './useLocationParams.ts'

/** The way here. A phone shows only the step back. */
export function Breadcrumbs() {
  const place = useLocationParams()
  const names = useMatches().flatMap(match => match.staticData.crumb ?? [])
  const at = {
    area: 'account' as const,
    company: '',
    machine: '',
    ticket: '',
    ...Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined)),
  }
  return (
    <nav aria-label={t.breadcrumbs} className={classes.crumbs}>
      <ol>
        <li data-back={names.length === 1 || undefined}>
          <IconChevronLeft aria-hidden className={classes.chevron} />
          <Link to={paths.home} activeOptions={{ exact: true }} className={classes.home}>
            <IconHome aria-hidden className={classes.house} />
            <span className={classes.homeName}>{t.home}</span>
          </Link>
        </li>
        {names.map((name, step) => {
          const { Name, to } = crumbs[name]
          const here = step === names.length - 1
          return (
            <li
              key={name}
              data-back={step === names.length - 2 || undefined}
              data-long={name === 'company' || undefined}
              data-here={here || undefined}
            >
              <IconChevronLeft aria-hidden className={classes.chevron} />
              {here ? (
                <span aria-current="page">
                  <Name {...at} />
                </span>
              ) : (
                <Link to={to(at)} activeOptions={{ exact: true }}>
                  <Name {...at} />
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
