import { IconEngine, IconMessage2 } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { paths } from '#contract/paths.ts'
import { companyMessages as t } from '../messages/current.ts'
import classes from './WaysIn.module.css'

/** On a phone, where the menu is closed, to what the user of one account comes for. */
export const WaysIn = ({ account }: { account: string }) => (
  <div className={classes.ways}>
    <Link to={paths.companyMachines('account', account)}>
      <IconEngine aria-hidden />
      <span>{t.machines}</span>
    </Link>
    <Link to={paths.tickets('account', account)}>
      <IconMessage2 aria-hidden />
      <span>{t.tickets}</span>
    </Link>
  </div>
)
