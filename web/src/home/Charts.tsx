import { lazy, Suspense } from 'react'
import type { OpenByMachine, Week } from '#contract/home.ts'
import { homeMessages as t } from '../messages/current.ts'
import { Chart } from '../ui/chart/Chart.tsx'
import { formatNumber } from '../ui/text/format.ts'
import classes from './home.module.css'
import { weekName } from './weekName.ts'

const WeeksDrawing = lazy(() => import('./WeeksDrawing.tsx'))
const MachinesDrawing = lazy(() => import('./MachinesDrawing.tsx'))

const weeksHeight = 256
const rowHeight = 2.125 // rem

/** Tickets by week and by model; a chart without data is left out. */
export function Charts({
  weeks,
  openByMachine: { machines, others },
}: {
  weeks: readonly Week[]
  openByMachine: OpenByMachine
}) {
  const rest =
    others.machines > 0
      ? [{ _id: 'others', name: t.others(formatNumber(others.machines)), open: others.open }]
      : []
  const models = [...machines, ...rest]
  const hasEvents = weeks.some(({ opened, closed }) => opened + closed > 0)
  if (!hasEvents && models.length === 0) return null
  return (
    <div className={classes.pair}>
      {hasEvents && (
        <Chart
          title={t.byWeek}
          about={t.byWeekAbout}
          height={`${weeksHeight}px`}
          columns={[t.week, t.opened, t.closed]}
          rows={weeks.map(week => ({
            id: week.start,
            name: weekName(week, weeks),
            values: [formatNumber(week.opened), formatNumber(week.closed)],
          }))}
        >
          <Suspense fallback={null}>
            <WeeksDrawing weeks={weeks} height={weeksHeight} />
          </Suspense>
        </Chart>
      )}
      {models.length > 0 && (
        <Chart
          title={t.byMachine}
          about={t.byMachineAbout}
          height={`${models.length * rowHeight}rem`}
          columns={[t.machine, t.openCount]}
          rows={models.map(({ _id, name, open }) => ({
            id: _id,
            name,
            values: [formatNumber(open)],
          }))}
        >
          <Suspense fallback={null}>
            <MachinesDrawing models={models} rowHeight={`${rowHeight}rem`} />
          </Suspense>
        </Chart>
      )}
    </div>
  )
}
