import { IconChevronRight, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { AccountOverview } from '#contract/home.ts'
import { paths } from '#contract/paths.ts'
import { navigationMessages, homeMessages as t } from '../messages/current.ts'
import { NewTicketLink } from '../navigation/NewTicketLink.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import classes from './NewTicketButton.module.css'

export function NewTicketButton({ accounts }: { accounts: readonly AccountOverview[] }) {
  const [isOpen, setOpen] = useState(false)
  const [only, ...others] = accounts
  if (only && others.length === 0) return <NewTicketLink area="account" company={only._id} />
  return (
    <>
      <Button icon={IconPlus} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {navigationMessages.newTicket}
      </Button>
      <Dialog opened={isOpen} title={t.forWhich} onClose={() => setOpen(false)}>
        <ul className={classes.accounts}>
          {accounts.map((account, i) => (
            <li key={account._id}>
              <Link
                to={paths.newTicket('account', account._id)}
                data-autofocus={i === 0 || undefined}
              >
                <span>{account.name}</span>
                <IconChevronRight aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}
