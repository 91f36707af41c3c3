import { IconBuildingFactory2 } from '@tabler/icons-react'
import { type Account, companies } from '#contract/companies.ts'
import { paths } from '../navigation/paths.ts'
import { NameLink } from '../ui/controls/NameLink.tsx'
import { OpenLink } from '../ui/controls/OpenLink.tsx'
import { Empty } from '../ui/layout/Empty.tsx'
import { Page } from '../ui/layout/Page.tsx'
import { Table } from '../ui/table/Table.tsx'
import { useTable } from '../ui/table/useTable.ts'
import { Coverage } from '../ui/text/Coverage.tsx'
import { dateTime } from '../ui/text/format.ts'
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
