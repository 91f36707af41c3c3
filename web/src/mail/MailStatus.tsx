import type { Mail } from '#contract/mails.ts'
import { mailMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'

const tones = { failed: 'wrong', waiting: 'soon', sending: 'accent' } as const

/** A mail's status, and the last response of the mail server. */
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
