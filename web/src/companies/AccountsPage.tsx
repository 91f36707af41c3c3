import { IconBuildingFactory2 } from '@tabler/icons-react'
import { type Account, companies } from '#contract/companies.ts'
import { paths } from '../paths.ts'
import { Coverage } from '../ui/Coverage.tsx'
import { Empty } from '../ui/Empty.tsx'
import { dateTime } from '../ui/format.ts'
import { NameLink } from '../ui/NameLink.tsx'
import { OpenLink } from '../ui/OpenLink.tsx'
import { Page } from '../ui/Page.tsx'
import { Table } from '../ui/Table.tsx'
import { useTable } from '../ui/useTable.ts'
import { companyMessages as t } from './messages.ts'

export default function AccountsPage() {
  const list = useTable(companies.accounts, {}, { sort: '-startDate' })
  const pathOf = (account: Account) => paths.company('account', account._id)

  return (
    <Page title={t.accounts}>
      <Table
        of={list}
        label={t.accounts}
        columns={[
          { id: 'name', label: t.name, show: account => <NameLink to={pathOf(account)}>{account.name}</NameLink> },
          { id: 'dateSupportEnd', label: t.supportEnd, show: account => <Coverage until={account.dateSupportEnd} /> },
          { id: 'department', label: t.department, show: account => account.department },
          { id: 'position', label: t.position, show: account => account.position },
          { id: 'startDate', label: t.startDate, show: account => <time>{dateTime(account.startDate)}</time> },
        ]}
        actions={account => <OpenLink to={pathOf(account)} name={account.name} />}
        empty={
          <Empty icon={<IconBuildingFactory2 aria-hidden />} title={t.noAccounts}>
            {t.noAccountsHint}
          </Empty>
        }
      />
    </Page>
  )
}
