import { Link } from '@tanstack/react-router'
import type { AccountOverview } from '#contract/home.ts'
import { paths } from '#contract/paths.ts'
import { companyMessages, homeMessages as t } from '../messages/current.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { Section } from '../ui/layout/Section.tsx'
import { openRow } from '../ui/table/openRow.ts'
import { Coverage } from '../ui/text/Coverage.tsx'
import { formatNumber } from '../ui/text/format.ts'
import rows from './rows.module.css'

export const AccountList = ({ accounts }: { accounts: readonly AccountOverview[] }) => (
  <Section
    title={t.accounts}
    aside={accounts.length > 1 && <Link to={paths.companies('account')}>{t.allAccounts}</Link>}
  >
    <ul className={`${rows.rows} ${rows.tagged}`}>
      {accounts.map(account => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a link for the keyboard
        <li key={account._id} onClick={openRow} onAuxClick={openRow}>
          <div>
            <NameLink to={paths.company('account', account._id)}>{account.name}</NameLink>
            <div className={rows.about}>
              {account.open > 0 ? (
                <Link to={paths.tickets('account', account._id)}>
                  {t.openTickets(formatNumber(account.open))}
                </Link>
              ) : (
                <span>{t.noOpenTickets}</span>
              )}
              {account.waiting > 0 && (
                <>
                  <span> · </span>
                  <Link
                    to={paths.tickets('account', account._id)}
                    search={{ status: 'answered', sort: 'dateLastMessage' }}
                  >
                    {t.answered(formatNumber(account.waiting))}
                  </Link>
                </>
              )}
              <span> · </span>
              <Link to={paths.companyMachines('account', account._id)}>
                {companyMessages.machines}
              </Link>
            </div>
          </div>
          <Coverage what={companyMessages.supportEnd} until={account.dateSupportEnd} />
        </li>
      ))}
    </ul>
  </Section>
)
