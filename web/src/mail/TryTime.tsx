import type { Mail } from '#contract/mails.ts'
import { dateTime } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import classes from './mails.module.css'
import { mailMessages as t } from './messages.ts'

/** When a mail was tried last, and when it is tried next. */
export function TryTime({ mail: { dateTried, dateNext } }: { mail: Mail }) {
  const now = useNow()
  return (
    <div className={classes.lines}>
      {dateTried ? <time dateTime={dateTried}>{dateTime(dateTried)}</time> : <span>{t.notTried}</span>}
      {dateNext && <span className={classes.more}>{Date.parse(dateNext) <= now ? t.now : t.next(dateTime(dateNext))}</span>}
    </div>
  )
}
