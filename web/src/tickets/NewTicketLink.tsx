import { IconPlus } from '@tabler/icons-react'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ticketMessages as t } from './messages.ts'

/** The way to a new ticket of an account, about one of its machines where that is known. */
export const NewTicketLink = ({ account, machine }: { account: string; machine?: string }) => (
  <LinkButton to={paths.newTicket(account)} search={machine ? { machine } : {}} icon={<IconPlus aria-hidden />}>
    {t.newTicket}
  </LinkButton>
)
