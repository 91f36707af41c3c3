import { IconPlus } from '@tabler/icons-react'
import { paths } from '#contract/paths.ts'
import { navigationMessages as t } from '../messages/current.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'

/** A link to a new ticket of an account, about `machine` if
 * set; it continues the ticket of the id `continues`. */
export const NewTicketLink = ({
  account,
  machine,
  continues,
}: {
  account: string
  machine?: string
  continues?: string
}) => (
  <LinkButton to={paths.newTicket(account)} search={{ machine, continues }} icon={IconPlus}>
    {t.newTicket}
  </LinkButton>
)
