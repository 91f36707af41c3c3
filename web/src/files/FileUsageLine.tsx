import { IconAlertTriangle } from '@tabler/icons-react'
import { files } from '#contract/files.ts'
import { useData } from '../queries.ts'
import { fileSize } from '../ui/format.ts'
import { Tag } from '../ui/Tag.tsx'
import classes from './FileUsageLine.module.css'
import { fileMessages as t } from './messages.ts'

/** How much of the room for files is used, for administrators; nothing where no limit is set. */
export function FileUsageLine() {
  const { data } = useData(files.usage)
  if (!data || data.quota === null) return null
  const { used, quota } = data
  return (
    <p className={classes.usage}>
      <span className="figures">{t.usage(fileSize(used), fileSize(quota))}</span>
      {used >= 0.9 * quota && (
        <Tag tone={used < quota ? 'soon' : 'wrong'}>
          <IconAlertTriangle aria-hidden />
          {used < quota ? t.almostFull : t.full}
        </Tag>
      )}
    </p>
  )
}
