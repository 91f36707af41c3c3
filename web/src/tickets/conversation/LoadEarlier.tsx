import { IconArrowUp } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { describeError } from '../../data/api.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Button } from '../../ui/controls/Button.tsx'
import classes from './LoadEarlier.module.css'
import type { EarlierMessages } from './useEarlierMessages.ts'

/** Stands before the oldest loaded message: loads earlier ones once
 * it is near the viewport, and again by its button if that fails. */
export function LoadEarlier({
  load,
  isLoading,
  error,
  oldest,
}: EarlierMessages & { oldest: string | undefined }) {
  const item = useRef<HTMLLIElement>(null)
  const loadNear = useEffectEvent(() => {
    if (!error) load()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each page
  useEffect(() => {
    if (!item.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && loadNear(), {
      rootMargin: '600px 0px 0px',
    })
    observer.observe(item.current)
    return () => observer.disconnect()
  }, [oldest])
  return (
    <li ref={item} className={classes.earlier}>
      {error !== null && <p role="alert">{t.earlierNotLoaded(describeError(error))}</p>}
      <Button small variant="plain" icon={IconArrowUp} busy={isLoading} onClick={load}>
        {t.earlierMessages}
      </Button>
    </li>
  )
}
