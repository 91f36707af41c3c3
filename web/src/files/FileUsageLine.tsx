import { IconAlertTriangle } from '@tabler/icons-react'
import { files } from '#contract/files.ts'
import { useRouteQuery } from '../data/queries.ts'
import { fileMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { formatFileSize } from '../ui/text/format.ts'
import classes from './FileUsageLine.module.css'

export function FileUsageLine() {
  const { data } = useRouteQuery(files.usage)
  if (!data || data.quota === null) return null
  const { used, quota } = data
  return (
    <p className={classes.usage}>
      <span className="figures">{t.usage(formatFileSize(used), formatFileSize(quota))}</span>
      {used >= 0.9 * quota && (
        <Tag tone={used < quota ? 'soon' : 'wrong'}>
          <IconAlertTriangle aria-hidden />
          <span>{used < quota ? t.almostFull : t.full}</span>
        </Tag>
      )}
    </p>
  )
}
