import type { ReactNode } from 'react'
import classes from './Tag.module.css'

export const Tag = ({
  tone,
  children,
}: {
  tone: 'good' | 'soon' | 'wrong' | 'idle' | 'accent'
  children: ReactNode
}) => (
  <span className={classes.tag} data-tone={tone}>
    {children}
  </span>
)
