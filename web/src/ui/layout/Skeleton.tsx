import { useEffect, useState } from 'react'
import { uiMessages as t } from '../../messages/current.ts'
import classes from './Skeleton.module.css'

const slowAfter = 4_000

/** A placeholder of `lines`, each `height` pixels high. CSS shows
 * it after 150 ms, so that a fast response does not flash it. */
export function Skeleton({
  lines = 3,
  height = 16,
  gap = 12,
}: {
  lines?: number
  height?: number
  gap?: number
}) {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowAfter)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.skeleton} role="status" style={{ gap }}>
      {isSlow ? (
        <p className={classes.slow}>{t.slow}</p>
      ) : (
        <span className="sr-only">{t.loading}</span>
      )}
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike
        <div key={line} style={{ height }} />
      ))}
    </div>
  )
}
