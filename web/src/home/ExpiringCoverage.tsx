import type { ReactNode } from 'react'
import { soonDays } from '#contract/fields.ts'
import { daysAhead, type TeamHome } from '#contract/home.ts'
import { type Area, paths } from '#contract/paths.ts'
import { useNarrow } from '../browser/useNarrow.ts'
import { homeMessages as t } from '../messages/current.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { BriefRows } from '../ui/table/BriefRows.tsx'
import { CardLines } from '../ui/table/CardLines.tsx'
import { openRow } from '../ui/table/openRow.ts'
import { Coverage, CoverageDot } from '../ui/text/Coverage.tsx'
import { formatNumber } from '../ui/text/format.ts'
import classes from './home.module.css'
import rows from './rows.module.css'

type Props = Pick<TeamHome, 'warranties' | 'support'> & { area: Area }

/** Warranties and support that end within ninety days, the next first. */
export function ExpiringCoverage({ warranties, support, area }: Props) {
  if (!hasAny(warranties) && !hasAny(support)) return null
  return (
    <div className={classes.pair}>
      <Ending
        title={t.warranties(daysAhead)}
        none={t.noWarranties(daysAhead)}
        counts={warranties}
        idOf={({ companyMachine }) => companyMachine}
        renderRow={ending => (
          <>
            <MachineLink area={area} ending={ending} />
            <div className={rows.facts}>
              <span>
                <bdi>{ending.companyName}</bdi>
              </span>
              <span>
                <bdi>{ending.serialNumber}</bdi>
              </span>
            </div>
          </>
        )}
        renderCard={ending => (
          <CardLines
            lead={
              <>
                <bdi>{ending.serialNumber}</bdi>{' '}
                <small>
                  <bdi>{ending.companyName}</bdi>
                </small>
              </>
            }
            name={<MachineLink area={area} ending={ending} />}
            state={<CoverageDot until={ending.day} isCounted />}
          />
        )}
      />
      <Ending
        title={t.support(daysAhead)}
        none={t.noSupport(daysAhead)}
        counts={support}
        idOf={({ company }) => company}
        renderRow={ending => <CompanyLink area={area} ending={ending} />}
        renderCard={ending => (
          <CardLines
            name={<CompanyLink area={area} ending={ending} />}
            state={<CoverageDot until={ending.day} isCounted />}
          />
        )}
      />
    </div>
  )
}

type LinkProps<K extends 'warranties' | 'support'> = {
  area: Area
  ending: TeamHome[K]['next'][number]
}

const MachineLink = ({
  area,
  ending: { company, companyMachine, machineName },
}: LinkProps<'warranties'>) => (
  <NameLink to={paths.companyMachine(area, company, companyMachine)}>{machineName}</NameLink>
)

const CompanyLink = ({ area, ending: { company, companyName } }: LinkProps<'support'>) => (
  <NameLink to={paths.company(area, company)}>{companyName}</NameLink>
)

type EndingCounts<T> = { ended: number; soon: number; valid: number; next: readonly T[] }

const hasAny = ({ ended, soon, valid }: EndingCounts<unknown>) => ended + soon + valid > 0

type EndingProps<T> = {
  title: string
  none: string
  counts: EndingCounts<T>
  idOf: (ending: T) => string
  renderRow: (ending: T) => ReactNode
  renderCard: (ending: T) => ReactNode
}

function Ending<T extends { day: string }>({
  title,
  none,
  counts,
  idOf,
  renderRow,
  renderCard,
}: EndingProps<T>) {
  const isNarrow = useNarrow()
  const next = counts.next.map(ending => ({ ...ending, _id: idOf(ending) }))
  if (!hasAny(counts)) return null
  return (
    <Section title={title}>
      <p className={rows.about}>{formatCounts(counts)}</p>
      {next.length === 0 ? (
        <p className={classes.none}>{none}</p>
      ) : isNarrow ? (
        <BriefRows rows={next} renderBrief={renderCard} />
      ) : (
        <ul className={`${rows.rows} ${rows.tagged}`}>
          {next.map(ending => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a link for the keyboard
            <li key={ending._id} onClick={openRow} onAuxClick={openRow}>
              <div>{renderRow(ending)}</div>
              <Coverage until={ending.day} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

const formatCounts = (counts: EndingCounts<unknown>) =>
  (['soon', 'ended', 'valid'] as const)
    .filter(state => counts[state] > 0)
    .map(state => t[state](formatNumber(counts[state]), soonDays))
    .join(' · ')
