import { formatNumber } from '../ui/text/format.ts'
import classes from './MachinesDrawing.module.css'

type Model = { _id: string; name: string; open: number }

/** A bar for each model under its name, with its number at
 * the end. The row of all other models has no bar. */
export default function MachinesDrawing({
  models,
  rowHeight,
}: {
  models: readonly Model[]
  rowHeight: string
}) {
  const most = Math.max(1, ...models.filter(isModel).map(({ open }) => open))
  return (
    <div className={classes.rows}>
      {models.map(model => (
        <div
          key={model._id}
          className={classes.row}
          style={{ minHeight: rowHeight }}
          data-others={!isModel(model) || undefined}
        >
          <span className={classes.name} title={model.name}>
            {model.name}
          </span>
          <span className={classes.value}>{formatNumber(model.open)}</span>
          {isModel(model) && (
            <svg className={classes.bar} aria-hidden>
              <rect width={`${(100 * model.open) / most}%`} height="100%" rx={3} />
            </svg>
          )}
        </div>
      ))}
    </div>
  )
}

const isModel = ({ _id }: Model) => _id !== 'others'
