import type { TeamHome } from '#contract/home.ts'
import { number } from '../ui/text/format.ts'
import classes from './Figures.module.css'
import { homeMessages as t } from './messages.ts'

const figures = ['open', 'waiting', 'openedThisWeek', 'closedThisWeek'] as const

/** How it stands, in four numbers. */
export const Figures = ({ counts }: { counts: TeamHome['counts'] }) => (
  <section aria-label={t.figures}>
    <dl className={classes.figures}>
      {figures.map(figure => (
        <div key={figure}>
          <dt>{t[figure]}</dt>
          <dd>{number(counts[figure])}</dd>
        </div>
      ))}
    </dl>
  </section>
)
