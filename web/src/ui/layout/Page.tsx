import { type ReactElement, type ReactNode, useRef } from 'react'
import { useStore } from '../../browser/store.ts'
import { unread } from '../../browser/unread.ts'
import { useSiteName } from '../../data/portal.ts'
import { isolate } from '../text/isolate.ts'
import classes from './Page.module.css'
import { useTitleObserver } from './titleHidden.ts'
import { useHeaderHeight } from './useHeaderHeight.ts'

type Props = {
  title: string
  about?: string | ReactElement
  /** The page's primary action. On a phone it is within reach of a thumb. */
  action?: ReactNode
  tools?: ReactNode
  /** Title and tools stay visible while the page scrolls. */
  pinned?: boolean
  /** `reading` is narrower, for forms and texts; `wide` has rows of one line. */
  width?: 'full' | 'reading' | 'wide'
  children: ReactNode
}

export function Page({
  title,
  about,
  action,
  tools,
  pinned = false,
  width = 'full',
  children,
}: Props) {
  const site = useSiteName()
  const { count } = useStore(unread)
  const heading = useRef<HTMLHeadingElement>(null)
  const head = useRef<HTMLElement>(null)
  useTitleObserver(heading, title)
  useHeaderHeight(head, pinned)
  return (
    <div className={classes.page} data-width={width} data-action={action ? true : undefined}>
      <title>{`${count > 0 ? `(${count}) ` : ''}${isolate(title)} · ${isolate(site)}`}</title>
      <header ref={head} className={classes.head} data-pinned={pinned || undefined}>
        <div className={classes.title}>
          <h1 ref={heading} tabIndex={-1}>
            <bdi>{title}</bdi>
          </h1>
          {typeof about === 'string' ? <p className={classes.about}>{about}</p> : about}
        </div>
        {tools && <div className={classes.tools}>{tools}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </div>
  )
}
