import { type ReactNode, use, useRef } from 'react'
import classes from './Page.module.css'
import { SiteName } from './SiteName.ts'
import { useTitleWatched } from './titleHidden.ts'
import { useHeaderHeight } from './useHeaderHeight.ts'

type Props = {
  title: string
  /** A line under the title: what this is about, at one glance. */
  about?: ReactNode
  /** The page's one primary action. On a phone it stands where a thumb reaches it. */
  action?: ReactNode
  /** What else can be done here. It stays with the title. */
  tools?: ReactNode
  /** Title and tools stay in sight while the page scrolls under them. */
  pinned?: boolean
  /** `reading` for forms and texts, which tire the eye when wide. */
  width?: 'full' | 'reading'
  children: ReactNode
}

export function Page({ title, about, action, tools, pinned = false, width = 'full', children }: Props) {
  const site = use(SiteName)
  const heading = useRef<HTMLHeadingElement>(null)
  const head = useRef<HTMLElement>(null)
  useTitleWatched(heading, title)
  useHeaderHeight(head, pinned)
  return (
    <div className={classes.page} data-width={width} data-action={action ? true : undefined}>
      <title>{`${title} · ${site}`}</title>
      <header ref={head} className={classes.head} data-pinned={pinned || undefined}>
        <div className={classes.title}>
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {about}
        </div>
        {tools && <div className={classes.tools}>{tools}</div>}
        {action && <div className={classes.action}>{action}</div>}
      </header>
      {children}
    </div>
  )
}
