import { IconPlus } from '@tabler/icons-react'
import { type Area, paths } from '#contract/paths.ts'
import { navigationMessages as t } from '../messages/current.ts'
import type { ButtonVariant } from '../ui/controls/Button.tsx'
import { LinkButton } from '../ui/controls/LinkButton.tsx'

type Props = {
  area: Area
  company?: string | undefined
  machine?: string
  /** The id of the ticket that the new one continues. */
  continues?: string
  variant?: ButtonVariant
}

/** A link to a new ticket of a company, about `machine` if set. */
export const NewTicketLink = ({
  area,
  company,
  machine,
  continues,
  variant = 'primary',
}: Props) => (
  <LinkButton
    to={paths.newTicket(area, company ?? '')}
    search={area === 'account' ? { machine, continues } : { company, machine }}
    variant={variant}
    icon={IconPlus}
  >
    {t.newTicket}
  </LinkButton>
)
