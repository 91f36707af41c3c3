import { uiMessages as t } from './messages.ts'
import classes from './Skeleton.module.css'

/** The shape of what comes: `lines` of the given height in pixels. It shows after 150 ms, so a quick answer never flashes it. */
export const Skeleton = ({ lines = 3, height = 16, gap = 12 }: { lines?: number; height?: number; gap?: number }) => (
  <div className={classes.skeleton} role="status" style={{ gap }}>
    <span className="sr-only">{t.loading}</span>
    {Array.from({ length: lines }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
      <div key={line} style={{ height }} />
    ))}
  </div>
)
