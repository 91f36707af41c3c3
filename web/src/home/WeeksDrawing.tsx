import { scaleLinear, scalePoint } from 'd3-scale'
import { line } from 'd3-shape'
import { useRef } from 'react'
import type { Week } from '#contract/home.ts'
import { homeMessages as t } from '../messages/current.ts'
import { useWidth } from '../ui/layout/useWidth.ts'
import { formatNumber, formatShortDay } from '../ui/text/format.ts'
import classes from './WeeksDrawing.module.css'
import { weekName } from './weekName.ts'

const kinds = ['opened', 'closed'] as const
const margin = { top: 10, bottom: 26 }
/** The width of a day under the axis and the height of a line's label, in pixels of a
 * usual font; `scale` is how much larger the user's is. */
const dayWidth = 58
const lineHeight = 18
const fontScale = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16

/** Two lines over twelve weeks, each labelled at its end.
 * The unfinished week is no fall: it is drawn faint. */
export default function WeeksDrawing({
  weeks,
  height,
}: {
  weeks: readonly Week[]
  height: number
}) {
  const frame = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  return (
    <div ref={frame} className={classes.frame}>
      {width > 0 && <Drawing weeks={weeks} height={height} width={width} />}
    </div>
  )
}

function Drawing({
  weeks,
  height,
  width,
}: {
  weeks: readonly Week[]
  height: number
  width: number
}) {
  const scale = fontScale()
  const bottom = margin.bottom * scale
  const maxCount = Math.max(4, ...weeks.flatMap(({ opened, closed }) => [opened, closed]))
  const last = weeks.at(-1)
  const labels = kinds.map(kind => ({
    kind,
    text: `${t[kind]} ${formatNumber(last?.[kind] ?? 0)}`,
  }))
  const left = formatNumber(maxCount).length * 8 * scale + 12
  const right = Math.max(...labels.map(({ text }) => text.length)) * 8.2 * scale + 12
  const x = scalePoint(
    weeks.map(({ start }) => start),
    [left, width - right],
  )
  const y = scaleLinear([0, maxCount], [height - bottom, margin.top]).nice(4)
  const xOf = (week: Week) => x(week.start) ?? 0
  const pathOf = (kind: (typeof kinds)[number], of: readonly Week[]) =>
    line<Week>()
      .x(xOf)
      .y(week => y(week[kind]))([...of]) ?? ''
  const step = Math.max(1, Math.ceil((dayWidth * scale) / x.step()))

  return (
    // Hidden from screen readers: Chart has the same figures as a table.
    <svg className={classes.drawing} width={width} height={height} aria-hidden>
      {y
        .ticks(4)
        .filter(Number.isInteger)
        .map(tick => (
          <g key={tick} transform={`translate(0 ${y(tick)})`}>
            <line className={classes.grid} x1={left} x2={width - right} />
            <text className={classes.tick} x={left - 10} dy="0.32em" textAnchor="end">
              {formatNumber(tick)}
            </text>
          </g>
        ))}
      {weeks.map(
        (week, i) =>
          (weeks.length - 1 - i) % step === 0 && (
            <text
              key={week.start}
              className={classes.tick}
              x={xOf(week)}
              y={height - 4}
              textAnchor="middle"
            >
              {formatShortDay(week.start)}
            </text>
          ),
      )}
      {kinds.map(kind => (
        <g key={kind} data-kind={kind} className={classes.line}>
          <path d={pathOf(kind, weeks.slice(0, -1))} />
          <path data-unfinished d={pathOf(kind, weeks.slice(-2))} />
          {weeks.map(week => (
            <circle
              key={week.start}
              data-unfinished={week === last || undefined}
              cx={xOf(week)}
              cy={y(week[kind])}
              r={3}
            />
          ))}
        </g>
      ))}
      {separateLabels(
        labels.map(label => ({ ...label, y: y(last?.[label.kind] ?? 0) })),
        y(0),
        lineHeight * scale,
      ).map(label => (
        <text
          key={label.kind}
          className={classes.label}
          data-kind={label.kind}
          x={width - right + 10}
          y={label.y}
          dy="0.32em"
        >
          {label.text}
        </text>
      ))}
      {weeks.map(week => (
        <g key={week.start} className={classes.week}>
          <line
            className={classes.mark}
            x1={xOf(week)}
            x2={xOf(week)}
            y1={margin.top}
            y2={height - bottom}
          />
          <rect x={xOf(week) - x.step() / 2} width={x.step()} height={height - bottom}>
            <title>
              {t.inWeek(
                weekName(week, weeks),
                formatNumber(week.opened),
                formatNumber(week.closed),
              )}
            </title>
          </rect>
        </g>
      ))}
    </svg>
  )
}

/** Moves two labels apart that would overlap, within the chart: the days stand below `bottom`. */
function separateLabels<T extends { y: number }>(
  labels: T[],
  bottom: number,
  lineHeight: number,
): T[] {
  const [upper, lower] = labels.toSorted((a, b) => a.y - b.y)
  if (!upper || !lower || lower.y - upper.y >= lineHeight) return labels
  const between = Math.max(margin.top + lineHeight / 2, (upper.y + lower.y) / 2)
  const middle = Math.min(between, bottom - lineHeight / 2)
  return [
    { ...upper, y: middle - lineHeight / 2 },
    { ...lower, y: middle + lineHeight / 2 },
  ]
}
