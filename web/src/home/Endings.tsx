import type { ReactNode } from 'react'
import type { TeamHome } from '#contract/home.ts'
import { type Area, paths } from '../navigation/paths.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { Part } from '../ui/layout/Part.tsx'
import { Coverage } from '../ui/text/Coverage.tsx'
import { number } from '../ui/text/format.ts'
import classes from './home.module.css'
import { homeMessages as t } from './messages.ts'
import rows from './rows.module.css'

type Props = Pick<TeamHome, 'warranties' | 'support'> & { area: Area }

/** What ends within ninety days, the next first: whoever renews it should hear before it has. */
export function Endings({ warranties, support, area }: Props) {
  if (!any(warranties) && !any(support)) return null
  return (
    <div className={classes.pair}>
      <Ending title={t.warranties} none={t.noWarranties} of={warranties}>
        {ending => (
          <li key={ending.companyMachine}>
            <div>
              <NameLink to={paths.companyMachine(area, ending.company, ending.companyMachine)}>{ending.machineName}</NameLink>
              <div className={rows.facts}>
                <span>{ending.companyName}</span>
                <span>{ending.serialNumber}</span>
              </div>
            </div>
            <Coverage until={ending.day} />
          </li>
        )}
      </Ending>
      <Ending title={t.support} none={t.noSupport} of={support}>
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

type Ends<T> = { ended: number; soon: number; valid: number; next: readonly T[] }

const any = ({ ended, soon, valid }: Ends<unknown>) => ended + soon + valid > 0

const Ending = <T,>({ title, none, of, children }: { title: string; none: string; of: Ends<T>; children: (ending: T) => ReactNode }) =>
  any(of) && (
    <Part title={title}>
      <p className={rows.about}>{standing(of)}</p>
      {of.next.length > 0 ? (
        <ul className={`${rows.rows} ${rows.tagged}`}>{of.next.map(children)}</ul>
      ) : (
        <p className={classes.none}>{none}</p>
      )}
    </Part>
  )

/** How many there are of each kind, where there are any. */
const standing = (of: Ends<unknown>) =>
  (['soon', 'ended', 'valid'] as const)
    .filter(state => of[state] > 0)
    .map(state => t[state](number(of[state])))
    .join(' · ')
