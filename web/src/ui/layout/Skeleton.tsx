import { useEffect, useState } from 'react'
import { uiMessages as t } from '../messages.ts'
import classes from './Skeleton.module.css'

const patience = 4_000

/** The shape of what comes: `lines` of the given height in pixels. It shows after 150 ms, so a quick answer never flashes it, and when it takes long says so. */
export function Skeleton({ lines = 3, height = 16, gap = 12 }: { lines?: number; height?: number; gap?: number }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.skeleton} role="status" style={{ gap }}>
      {slow ? <p className={classes.slow}>{t.slow}</p> : <span className="sr-only">{t.loading}</span>}
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={line} style={{ height }} />
      ))}
    </div>
  )
}
