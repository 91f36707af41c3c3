import { IconAlertCircle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Notice.module.css'

const icons = { good: IconCircleCheck, wrong: IconAlertCircle, idle: IconInfoCircle }

export function Notice({ tone, children }: { tone: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[tone]
  return (
    <div className={classes.notice} data-tone={tone}>
      <Icon aria-hidden />
      <div>{children}</div>
    </div>
  )
}
