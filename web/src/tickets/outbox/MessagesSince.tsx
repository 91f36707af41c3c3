import type { Message } from '#contract/tickets.ts'
import { formatTicketTime } from '../../ui/text/format.ts'
import { LongText } from '../../ui/text/LongText.tsx'
import classes from './MessagesSince.module.css'

export const MessagesSince = ({ messages }: { messages: readonly Message[] }) =>
  messages.length > 0 && (
    <ul className={classes.messages}>
      {messages.map(({ _id, userName, dateAdded, message, files }) => (
        <li key={_id}>
          <span className={classes.head}>
            <bdi>{userName}</bdi>
            <time className="figures" dateTime={dateAdded}>
              {formatTicketTime(dateAdded)}
            </time>
          </span>
          <LongText>{message || files.map(({ fileName }) => fileName).join(', ')}</LongText>
        </li>
      ))}
    </ul>
  )
