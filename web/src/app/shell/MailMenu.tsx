import { IconMailOpened } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { mailIn } from '#contract/mail-in.ts'
import { paths } from '#contract/paths.ts'
import { pollInterval } from '../../data/live.ts'
import { useRouteQuery } from '../../data/queries.ts'
import { administrationMessages as t } from '../../messages/current.ts'
import { formatCount } from '../../ui/text/format.ts'
import classes from './SideMenu.module.css'

/** Received mails that are in no ticket and that nobody has looked at; nothing without one. */
export function MailMenu() {
  const { pathname, search } = useLocation()
  const { data: open } = useRouteQuery(
    mailIn.list,
    { query: { open: 'true', size: '1' } },
    { refetchInterval: () => pollInterval('bell') },
  )
  if (!open?.total) return null
  const isCurrent = pathname === paths.receivedMails && search.status === 'open'
  return (
    <ul className={classes.list} aria-label={t.receivedMails}>
      <li>
        <Link
          to={paths.receivedMails}
          search={{ status: 'open' }}
          className={classes.entry}
          title={t.openMails}
          aria-current={isCurrent ? 'page' : undefined}
          data-active={isCurrent || undefined}
        >
          <IconMailOpened aria-hidden />
          <span className={classes.label}>{t.openMails}</span>
          <span className={classes.count}>{formatCount(open)}</span>
        </Link>
      </li>
    </ul>
  )
}
