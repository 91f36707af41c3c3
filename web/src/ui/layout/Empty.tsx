import type { ReactNode } from 'react'
import classes from './Empty.module.css'

/** An empty state: what will be here, and the first step. */
export const Empty = ({ icon, title, children, action }: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) => (
  <div className={classes.empty}>
    {icon && <div className={classes.icon}>{icon}</div>}
    <p className={classes.title}>{title}</p>
    {children && <p className={classes.text}>{children}</p>}
    {action}
  </div>
)
