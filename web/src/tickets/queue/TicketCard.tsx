import type { TicketRow } from '#contract/tickets.ts'
import { ticketMessages as t } from '../../messages/current.ts'
import { Tag } from '../../ui/controls/Tag.tsx'
import { Ago } from '../../ui/text/Ago.tsx'
import { QueueDue, QueueSubject } from './QueueCells.tsx'
import classes from './TicketCard.module.css'

type Props = {
  ticket: TicketRow
  to: string
  /** The reader belongs to the vendor's team. */
  isOfTeam: boolean
  /** The list has tickets of several companies. */
  withCompany: boolean
  /** The list has open tickets as well. */
  showsClosed: boolean
  /** Which time is shown; the opening where it has not come. */
  dated?: 'dateCreated' | 'dateLastMessage' | 'dateClosed'
}

/** A ticket in a row of a phone: its title, its machine and age, and whose turn it is. */
export function TicketCard({
  ticket,
  to,
  isOfTeam,
  withCompany,
  showsClosed,
  dated = 'dateCreated',
}: Props) {
  const { machineName, serialNumber, companyName, createdByName, assigneeName } = ticket
  const people = [withCompany && companyName, isOfTeam && (assigneeName ?? t.nobody)]
  const about = people.filter(each => each !== false)
  const shown = ticket[dated] ? dated : 'dateCreated'
  return (
    <div className={classes.card}>
      <QueueSubject ticket={ticket} to={to} showsClosed={showsClosed} />
      <div className={classes.machine} title={`${machineName} · ${serialNumber}`}>
        <bdi className={classes.model}>{machineName}</bdi>
        <bdi className={classes.serial}>{serialNumber}</bdi>
      </div>
      <div className={classes.line}>
        <div className={classes.about}>
          {(about.length > 0 ? about : [createdByName]).map(each => (
            <bdi key={each}>{each}</bdi>
          ))}
        </div>
        <div className={classes.end}>
          <span>
            <span className="sr-only">{`${labels()[shown]}: `}</span>
            <Ago instant={ticket[shown] ?? ticket.dateCreated} />
          </span>
          <Turn ticket={ticket} isOfTeam={isOfTeam} />
        </div>
      </div>
    </div>
  )
}

const labels = () => ({
  dateCreated: t.dateCreated,
  dateLastMessage: t.lastMessage,
  dateClosed: t.dateClosed,
})

function Turn({ ticket, isOfTeam }: Pick<Props, 'ticket' | 'isOfTeam'>) {
  if (!ticket.waitingFor) return null
  if (isOfTeam) return <QueueDue ticket={ticket} />
  if (ticket.waitingFor === 'customer') return <Tag tone="accent">{t.answered}</Tag>
  return <span>{t.waitsForTeam}</span>
}
