import { TicketStatus } from '#contract/tickets.ts'
import { ticketMessages as t } from '../messages/current.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import classes from './SearchElsewhere.module.css'
import { addressOf } from './ticketLists.ts'

/** Links to the same search in the lists of the other statuses. */
export const SearchElsewhere = ({
  path,
  status,
  search,
}: {
  path: string
  status: string
  search: string
}) => {
  const labels = { open: t.searchOpen, closed: t.searchClosed, archived: t.searchArchived }
  return (
    <div className={classes.links}>
      {TicketStatus.options
        .filter(each => each !== status)
        .map(each => (
          <LinkButton
            key={each}
            variant="plain"
            to={path}
            search={{ status: addressOf(each), search }}
            replace
          >
            {labels[each]}
          </LinkButton>
        ))}
    </div>
  )
}
