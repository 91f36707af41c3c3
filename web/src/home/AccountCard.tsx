import { Link } from '@tanstack/react-router'
import type { Account } from '#contract/companies.ts'
import { tickets } from '#contract/tickets.ts'
import { companyMessages } from '../companies/messages.ts'
import { paths } from '../paths.ts'
import { useData } from '../queries.ts'
import { Coverage } from '../ui/Coverage.tsx'
import { Failed } from '../ui/Failed.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { NameLink } from '../ui/NameLink.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import classes from './home.module.css'
import { homeMessages as t } from './messages.ts'
import { TicketList } from './TicketList.tsx'

const shown = 5

/** An account at one glance: what covers it, what is open, and the way to ask for help. */
export function AccountCard({ account }: { account: Account }) {
  const { data, error, refetch } = useData(tickets.listOfAccount, {
    params: { company: account._id },
    query: { status: 'open', page: '0', size: String(shown), sort: '-dateCreated' },
  })
  return (
    <section className={classes.account} aria-labelledby={`account-${account._id}`}>
      <div className={classes.head}>
        <h2 id={`account-${account._id}`}>
          <NameLink to={paths.company('account', account._id)}>{account.name}</NameLink>
        </h2>
        <Coverage what={companyMessages.supportEnd} until={account.dateSupportEnd} />
      </div>
      <div className={classes.new}>
        <LinkButton to={paths.newTicket(account._id)} look="plain">
          {t.newTicket}
        </LinkButton>
      </div>
      {!data && (error ? <Failed error={error} retry={refetch} /> : <Skeleton lines={2} height={44} />)}
      {data?.tickets.length === 0 && <p className={classes.none}>{t.noneHere}</p>}
      {data && data.tickets.length > 0 && <TicketList tickets={data.tickets} area="account" />}
      <p className={classes.more}>
        <Link to={paths.tickets('account', account._id)}>{t.allTickets}</Link>
      </p>
    </section>
  )
}
