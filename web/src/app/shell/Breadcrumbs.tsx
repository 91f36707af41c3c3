import { IconChevronLeft, IconHome } from '@tabler/icons-react'
import { Link, type StaticDataRouteOption, useMatches } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { shellMessages as t } from '../../messages/current.ts'
import classes from './Breadcrumbs.module.css'
import { crumbs } from './crumbs.tsx'
import { useLocationParams } from './useLocationParams.ts'

/** The path to this page. A phone shows only the step back. */
export function Breadcrumbs() {
  const locationParams = useLocationParams()
  const names = useMatches({ structuralSharing: true, select: crumbsOf })
  const params = {
    area: 'account' as const,
    company: '',
    machine: '',
    ticket: '',
    ...Object.fromEntries(
      Object.entries(locationParams).filter(([, value]) => value !== undefined),
    ),
  }
  return (
    <nav aria-label={t.breadcrumbs} className={classes.crumbs}>
      <ol>
        <li data-back={names.length === 1 || undefined}>
          <IconChevronLeft aria-hidden className={classes.chevron} />
          <Link to={paths.home} activeOptions={{ exact: true }} className={classes.home}>
            <IconHome aria-hidden className={classes.homeIcon} />
            <span className={classes.homeName}>{t.home}</span>
          </Link>
        </li>
        {names.map((name, step) => {
          const crumb = crumbs[name]
          const label = 'Name' in crumb ? <crumb.Name {...params} /> : crumb.text()
          const isCurrent = step === names.length - 1
          return (
            <li
              key={name}
              data-back={step === names.length - 2 || undefined}
              data-long={name === 'company' || undefined}
              data-fixed={'text' in crumb || undefined}
              data-current={isCurrent || undefined}
            >
              <IconChevronLeft aria-hidden className={classes.chevron} />
              {isCurrent ? (
                <span aria-current="page">{label}</span>
              ) : (
                <Link to={crumb.to(params)} activeOptions={{ exact: true }}>
                  {label}
                </Link>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}

const crumbsOf = (matches: { staticData: StaticDataRouteOption }[]) =>
  matches.flatMap(({ staticData }) => staticData.crumb ?? [])
