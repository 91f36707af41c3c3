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
  const machineLink = ({
    company,
    companyMachine,
    machineName,
  }: TeamHome['warranties']['next'][number]) => (
    <NameLink to={paths.companyMachine(area, company, companyMachine)}>{machineName}</NameLink>
  )
  const companyLink = ({ company, companyName }: TeamHome['support']['next'][number]) => (
    <NameLink to={paths.company(area, company)}>{companyName}</NameLink>
  )
  return (
    <div className={classes.pair}>
      <Ending
        title={t.warranties(daysAhead)}
        none={t.noWarranties(daysAhead)}
        counts={warranties}
        idOf={({ companyMachine }) => companyMachine}
        renderRow={ending => (
          <div>
            {machineLink(ending)}
            <div className={rows.facts}>
              <span>
                <bdi>{ending.companyName}</bdi>
              </span>
              <span>
                <bdi>{ending.serialNumber}</bdi>
              </span>
            </div>
          </div>
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
            name={machineLink(ending)}
            state={<CoverageDot until={ending.day} isCounted />}
          />
        )}
      />
      <Ending
        title={t.support(daysAhead)}
        none={t.noSupport(daysAhead)}
        counts={support}
        idOf={({ company }) => company}
        renderRow={ending => <div>{companyLink(ending)}</div>}
        renderCard={ending => (
          <CardLines
            name={companyLink(ending)}
            state={<CoverageDot until={ending.day} isCounted />}
          />
        )}
      />
    </div>
  )
}

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
              {renderRow(ending)}
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
