import { Link } from '@tanstack/react-router'
import type { ReceivedMail } from '#contract/mail-in.ts'
import { paths } from '#contract/paths.ts'
import { withVisibleMarks } from '#contract/text/direction.ts'
import { ticketName } from '#contract/text/ticket-names.ts'
import { receivedMessages as t } from '../messages/current.ts'
import { Tag } from '../ui/controls/Tag.tsx'
import { formatDateTime } from '../ui/text/format.ts'
import { WrittenText } from '../ui/text/WrittenText.tsx'
import classes from './mails.module.css'

/** In labels, which show text only. */
export const subjectOf = ({ subject }: ReceivedMail) => withVisibleMarks(subject || t.noSubject)

export const isWaitingForTeam = ({ state }: ReceivedMail) => state === 'held' || state === 'failed'

export const TicketOf = ({
  mail: { ticket, company, ticketNumber: number, ticketTitle: title, userName },
}: {
  mail: ReceivedMail
}) =>
  ticket && company && number !== null && title ? (
    <>
      <Link to={paths.ticket('admin', company, ticket)}>
        <WrittenText text={ticketName({ number, title })} />
      </Link>
      <span>{' · '}</span>
      <bdi>{userName}</bdi>
    </>
  ) : null

const tones = {
  waiting: 'soon',
  held: 'wrong',
  failed: 'wrong',
  filed: 'good',
  answered: 'accent',
  automatic: 'idle',
  bounced: 'idle',
  discarded: 'idle',
} as const

export const State = ({ mail: { state, reason, dateSeen } }: { mail: ReceivedMail }) => (
  <div className={classes.lines}>
    <span>
      <Tag tone={tones[state]}>{t.states[state]}</Tag>
    </span>
    {reason && <span className={classes.more}>{t.reasons[reason]}</span>}
    {dateSeen && <span className={classes.more}>{t.seen(formatDateTime(dateSeen))}</span>}
  </div>
)
