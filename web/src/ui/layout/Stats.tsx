import { formatNumber } from '../text/format.ts'
import classes from './Stats.module.css'

export const Stats = ({
  label,
  figures,
}: {
  label: string
  figures: (readonly [name: string, value: number])[]
}) => (
  <section aria-label={label}>
    <dl className={classes.figures}>
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  </section>
)
