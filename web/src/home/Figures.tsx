import type { TeamHome } from '#contract/home.ts'
import { homeMessages as t } from '../messages/current.ts'
import { formatNumber } from '../ui/text/format.ts'
import classes from './Figures.module.css'

const figures = ['open', 'waiting', 'openedThisWeek', 'closedThisWeek'] as const

export const Figures = ({ counts }: { counts: TeamHome['counts'] }) => (
  <section aria-label={t.figures}>
    <dl className={classes.figures}>
      {figures.map(figure => (
        <div key={figure}>
          <dt>{t[figure]}</dt>
          <dd>{formatNumber(counts[figure])}</dd>
        </div>
      ))}
    </dl>
  </section>
)
