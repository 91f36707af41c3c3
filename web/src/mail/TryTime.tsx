import type { Mail } from '#contract/mails.ts'
import { mailMessages as t } from '../messages/current.ts'
import { formatDateTime } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import classes from './mails.module.css'

/** The times of a mail's last and next try. */
export function TryTime({ mail: { dateTried, dateNext } }: { mail: Mail }) {
  const now = useNow()
  return (
    <div className={classes.lines}>
      {dateTried ? <time dateTime={dateTried}>{formatDateTime(dateTried)}</time> : <span>{t.notTried}</span>}
      {dateNext && <span className={classes.more}>{Date.parse(dateNext) <= now ? t.now : t.next(formatDateTime(dateNext))}</span>}
    </div>
  )
}
