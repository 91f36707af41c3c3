import { IconBuildingFactory2 } from '@tabler/icons-react'
import { type Account, companies } from '#contract/companies.ts'
import { paths } from '#contract/paths.ts'
import { companyMessages as t } from '../messages/current.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { Coverage } from '../ui/text/Coverage.tsx'
import { formatDateTime } from '../ui/text/format.ts'

export default function AccountsPage() {
  const list = useTable(companies.accounts, {}, { sort: '-startDate' })
  const pathOf = (account: Account) => paths.company('account', account._id)

  return (
    <Page title={t.accounts}>
      <Table
        list={list}
        searched="companies"
        label={t.accounts}
        columns={[
          {
            id: 'name',
            label: t.name,
            render: account => <NameLink to={pathOf(account)}>{account.name}</NameLink>,
          },
          {
            id: 'dateSupportEnd',
            label: t.supportEnd,
            render: account => <Coverage until={account.dateSupportEnd} isInTable />,
          },
          { id: 'department', label: t.department, render: account => account.department },
          { id: 'position', label: t.position, render: account => account.position },
          {
            id: 'startDate',
            label: t.startDate,
            render: account => <time>{formatDateTime(account.startDate)}</time>,
          },
        ]}
        actions={account => <OpenLink to={pathOf(account)} name={account.name} />}
        empty={{ icon: IconBuildingFactory2, title: t.noAccounts, hint: t.noAccountsHint }}
      />
    </Page>
  )
}
