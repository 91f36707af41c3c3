import type { ReactNode } from 'react'
import { soonDays } from '#contract/fields.ts'
import { daysAhead, type TeamHome } from '#contract/home.ts'
import { type Area, paths } from '#contract/paths.ts'
import { homeMessages as t } from '../messages/current.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { Coverage } from '../ui/text/Coverage.tsx'
import { formatNumber } from '../ui/text/format.ts'
import classes from './home.module.css'
import rows from './rows.module.css'

type Props = Pick<TeamHome, 'warranties' | 'support'> & { area: Area }

/** Warranties and support that end within ninety days, the next first. */
export function ExpiringCoverage({ warranties, support, area }: Props) {
  if (!hasAny(warranties) && !hasAny(support)) return null
  return (
    <div className={classes.pair}>
      <Ending title={t.warranties(daysAhead)} none={t.noWarranties(daysAhead)} counts={warranties}>
        {ending => (
          <li key={ending.companyMachine}>
            <div>
              <NameLink to={paths.companyMachine(area, ending.company, ending.companyMachine)}>
                {ending.machineName}
              </NameLink>
              <div className={rows.facts}>
                <span>
                  <bdi>{ending.companyName}</bdi>
                </span>
                <span>
                  <bdi>{ending.serialNumber}</bdi>
                </span>
              </div>
            </div>
            <Coverage until={ending.day} />
          </li>
        )}
      </Ending>
      <Ending title={t.support(daysAhead)} none={t.noSupport(daysAhead)} counts={support}>
        {ending => (
          <li key={ending.company}>
            <div>
              <NameLink to={paths.company(area, ending.company)}>{ending.companyName}</NameLink>
            </div>
            <Coverage until={ending.day} />
          </li>
        )}
      </Ending>
    </div>
  )
}

type EndingCounts<T> = { ended: number; soon: number; valid: number; next: readonly T[] }

const hasAny = ({ ended, soon, valid }: EndingCounts<unknown>) => ended + soon + valid > 0

const Ending = <T,>({
  title,
  none,
  counts,
  children,
}: {
  title: string
  none: string
  counts: EndingCounts<T>
  children: (ending: T) => ReactNode
}) =>
  hasAny(counts) && (
    <Section title={title}>
      <p className={rows.about}>{formatCounts(counts)}</p>
      {counts.next.length > 0 ? (
        <ul className={`${rows.rows} ${rows.tagged}`}>{counts.next.map(children)}</ul>
      ) : (
        <p className={classes.none}>{none}</p>
      )}
    </Section>
  )

const formatCounts = (counts: EndingCounts<unknown>) =>
  (['soon', 'ended', 'valid'] as const)
    .filter(state => counts[state] > 0)
    .map(state => t[state](formatNumber(counts[state]), soonDays))
    .join(' · ')
