import { Link } from '@tanstack/react-router'
import { type Area, paths } from '#contract/paths.ts'
import { ticketNumber } from '#contract/text/ticket-names.ts'
import { useHasSeveralAccounts } from '../../companies/useOnlyAccount.ts'
import { notificationMessages as t } from '../../messages/current.ts'
import { Ago } from '../../ui/text/Ago.tsx'
import { describeNotification } from './describeNotification.ts'
import type { TicketGroup } from './foldByTicket.ts'
import classes from './NotificationList.module.css'

type Props = { groups: TicketGroup[]; area: Area; onOpen?: () => void }

/** Each line opens the message that it is about. */
export function NotificationList({ groups, area, onOpen }: Props) {
  const isOfTeam = area !== 'account'
  const hasSeveral = useHasSeveralAccounts({ enabled: !isOfTeam })
  const line = { area, onOpen, withCompany: isOfTeam || hasSeveral }
  return (
    <ul className={classes.list}>
      {groups.map(group => (
        <Line key={group.latest._id} group={group} {...line} />
      ))}
    </ul>
  )
}

type LineProps = Omit<Props, 'groups' | 'onOpen'> & {
  group: TicketGroup
  onOpen: (() => void) | undefined
  withCompany: boolean
}

const Line = ({ group: { latest, others, isRead }, area, onOpen, withCompany }: LineProps) => (
  <li>
    <Link
      to={paths.ticket(area, latest.company, latest.ticket)}
      hash={latest.message ?? latest.note ?? ''}
      className={classes.line}
      data-unread={!isRead || undefined}
      onClick={onOpen}
    >
      <strong>
        <span className={classes.number}>{ticketNumber(latest.number)}</span>{' '}
        <bdi>{latest.title}</bdi>
      </strong>
      <span className={classes.what}>
        {describeNotification(latest) + (others > 0 ? ` · ${t.more(others)}` : '')}
      </span>
      <span className={classes.when}>
        {withCompany && (
          <span>
            <bdi>{latest.companyName}</bdi>
            <span>{' · '}</span>
          </span>
        )}
        <Ago instant={latest.dateCreated} />
        {!isRead && <span className="sr-only">{` (${t.unread})`}</span>}
      </span>
    </Link>
  </li>
)
