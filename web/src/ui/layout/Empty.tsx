import type { Icon } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import classes from './Empty.module.css'

export type EmptyProps = {
  icon?: Icon
  title: string
  hint?: ReactNode
  action?: ReactElement | false | undefined
}

export const Empty = ({ icon: Icon, title, hint, action }: EmptyProps) => (
  <div className={classes.empty}>
    {Icon && (
      <div className={classes.icon}>
        <Icon aria-hidden />
      </div>
    )}
    <p className={classes.title}>{title}</p>
    {hint && <p className={classes.text}>{hint}</p>}
    {action}
  </div>
)
