import type { Mail } from '#contract/mail.ts'
import { mailMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { formatDateTime } from '../ui/text/format.ts'
import { useNow } from '../ui/text/useNow.ts'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'

export const Recipient = ({ mail: { to, name } }: { mail: Mail }) => (
  <div className={classes.lines}>
    <span>{to}</span>
    <span className={classes.more}>{name}</span>
  </div>
)

const tones = { failed: 'wrong', waiting: 'soon', sending: 'accent' } as const

export const MailStatus = ({ mail: { status, tries, answer } }: { mail: Mail }) => (
  <div className={classes.lines}>
    <span>
      <Tag tone={tones[status]}>{t[status]}</Tag>
    </span>
    {answer ? (
      <span className={classes.answer} lang="en" translate="no">
        <WrittenText text={answer} />
      </span>
    ) : (
      tries > 0 && status !== 'sending' && <span className={classes.more}>{t.noAnswer}</span>
    )}
  </div>
)

export function TryTime({ mail: { dateTried, dateNext } }: { mail: Mail }) {
  const now = useNow()
  return (
    <div className={classes.lines}>
      {dateTried ? (
        <time dateTime={dateTried}>{formatDateTime(dateTried)}</time>
      ) : (
        <span>{t.notTried}</span>
      )}
      {dateNext && (
        <span className={classes.more}>
          {Date.parse(dateNext) <= now ? t.now : t.next(formatDateTime(dateNext))}
        </span>
      )}
    </div>
  )
}
