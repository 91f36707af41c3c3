import { Link } from '@tanstack/react-router'
import type { AccountOverview } from '#contract/home.ts'
import { companyMessages } from '../companies/messages.ts'
import { paths } from '../paths.ts'
import { Coverage } from '../ui/Coverage.tsx'
import { number } from '../ui/format.ts'
import { NameLink } from '../ui/NameLink.tsx'
import { Part } from '../ui/Part.tsx'
import { homeMessages as t } from './messages.ts'
import rows from './rows.module.css'

/** A customer's accounts, each with what is open and until when it is supported. */
export const AccountList = ({ accounts }: { accounts: readonly AccountOverview[] }) => (
  <Part title={t.accounts} aside={accounts.length > 1 && <Link to={paths.companies('account')}>{t.allAccounts}</Link>}>
    <ul className={`${rows.rows} ${rows.tagged}`}>
      {accounts.map(account => (
        <li key={account._id}>
          <div>
            <NameLink to={paths.company('account', account._id)}>{account.name}</NameLink>
            <div className={rows.about}>
              <Link to={paths.tickets('account', account._id)}>
                {account.open > 0 ? t.openTickets(number(account.open)) : t.noOpenTickets}
              </Link>
              {account.waiting > 0 && ` · ${t.answered(number(account.waiting))}`}
            </div>
          </div>
          <Coverage what={companyMessages.supportEnd} until={account.dateSupportEnd} />
        </li>
      ))}
    </ul>
  </Part>
)
