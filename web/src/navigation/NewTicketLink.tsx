import { IconPlus } from '@tabler/icons-react'
import { navigationMessages as t } from '../messages/current.ts'
import { LinkButton } from '../ui/controls/LinkButton.tsx'
import { paths } from './paths.ts'

/** A link to a new ticket of an account, about `machine` if set. */
export const NewTicketLink = ({ account, machine }: { account: string; machine?: string }) => (
  <LinkButton to={paths.newTicket(account)} search={{ machine }} icon={IconPlus}>
    {t.newTicket}
  </LinkButton>
)
